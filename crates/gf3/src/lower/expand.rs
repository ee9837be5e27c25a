//! Operations that the machine does not have, as sequences of those that it has.
//!
//! EX2, LG2 and POW take the exponent and the rest of the number from EXP and LOG, which are exact, and put a
//! polynomial in the place of their twelve bits. OpenGL asks for one part in 10^5 (OpenGL 1.3, 2.1.1;
//! ARB_vertex_program, issue 22).

use super::emit::{Emitter, IDENTITY, Lowering, Place, temporary};
use crate::word::{Register, Source};
use quadrille_isa::nv20::{IluOp, MacOp};
use quadrille_program::{Operand, Selector};

/// `2 * 2^y - 2` over `y` from 0 to 1 is `y` times a polynomial with these coefficients and then the last of
/// [`HIGH`], lowest first, to 8.3e-8 of `2 * 2^y`: a least-squares fit, weighted until the largest error was smallest.
const EXPONENTIAL: [f32; 4] = [1.386_302_6, 0.480_328_9, 0.111_599_83, 0.018_034_056];

/// `log2(1 + t)` over `t` from 0 to 1 is `t` times a polynomial with these coefficients and then the first three of
/// [`HIGH`], lowest first, to 3.1e-7: fitted as [`EXPONENTIAL`].
const LOGARITHM: [f32; 4] = [1.442_667_8, -0.720_585_47, 0.473_553_42, -0.325_902_04];

/// The highest coefficients: three of [`LOGARITHM`], one of [`EXPONENTIAL`].
const HIGH: [f32; 4] = [0.194_294_44, -0.079_557_82, 0.015_529_945, 0.003_734_261_7];

/// What EX2 and LG2 take from their arguments, and what the polynomial of EX2 begins with.
const STEPS: [f32; 4] = [-1.0, 2.0, 0.0, 0.0];

/// The constant of SWZ.
const UNITS: [f32; 4] = [0.0, 1.0, -1.0, 0.0];

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
const W: usize = 3;

/// One component of a register, for all.
fn component(register: Register, component: usize) -> Source {
    Source {
        register,
        swizzle: [component as u8; 4],
        negate: false,
    }
}

/// The mask of one component, x in bit 3.
fn only(component: usize) -> u8 {
    8 >> component
}

impl Emitter<'_> {
    /// The source, out of a temporary if it is a constant: the steps of an expansion have constants of their own.
    fn loose(&mut self, source: Source) -> Lowering<Source> {
        if !matches!(source.register, Register::Constant(_)) {
            return Ok(source);
        }
        let register = self.moved(source.register, self.relative)?;
        Ok(Source { register, ..source })
    }

    /// `2^x` of a scalar.
    pub(super) fn exponential(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let source = self.loose(source)?;
        self.relative = false;
        let t = self.new_scratch()?;
        self.exponential_in(t, place, mask, source)
    }

    /// The same with a scratch temporary, which the source may be.
    ///
    /// One is taken from the argument first: for tiny negative numbers EXP gives the whole part 0 and the fraction
    /// 1, which would make 2 of 1, and behind the subtraction there are none. The polynomial makes good for it.
    fn exponential_in(&mut self, t: u8, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let (low, high) = (self.constant(EXPONENTIAL)?, self.constant(HIGH)?);
        let steps = self.constant(STEPS)?;
        let of = |at| component(Register::Temporary(t), at);
        self.mac(
            MacOp::Add,
            Place::Temporary(t),
            only(X),
            &[source, component(steps, X)],
        )?;
        self.ilu(IluOp::Exp, Place::Temporary(t), only(X) | only(Y), of(X))?;
        self.mac(MacOp::Mov, Place::Temporary(t), only(Z), &[component(high, W)])?;
        for coefficient in [W, Z, Y, X].map(|at| component(low, at)) {
            self.horner(t, coefficient)?;
        }
        self.horner(t, component(steps, Y))?;
        self.mac(MacOp::Mul, place, mask, &[of(X), of(Z)])
    }

    /// One step of a polynomial: z times y plus a coefficient, to z.
    fn horner(&mut self, t: u8, coefficient: Source) -> Lowering<()> {
        let of = |at| component(Register::Temporary(t), at);
        self.mac(
            MacOp::Mad,
            Place::Temporary(t),
            only(Z),
            &[of(Y), of(Z), coefficient],
        )
    }

    /// The logarithm of a scalar to the base 2.
    pub(super) fn logarithm(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let source = self.loose(source)?;
        self.relative = false;
        let t = self.new_scratch()?;
        self.logarithm_in(t, place, mask, source)
    }

    fn logarithm_in(&mut self, t: u8, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let (low, high) = (self.constant(LOGARITHM)?, self.constant(HIGH)?);
        let steps = self.constant(STEPS)?;
        let of = |at| component(Register::Temporary(t), at);
        self.ilu(IluOp::Log, Place::Temporary(t), only(X) | only(Y), source)?;
        self.mac(
            MacOp::Add,
            Place::Temporary(t),
            only(Y),
            &[of(Y), component(steps, X)],
        )?;
        let start = [of(Y), component(high, Z), component(high, Y)];
        self.mac(MacOp::Mad, Place::Temporary(t), only(Z), &start)?;
        self.horner(t, component(high, X))?;
        for coefficient in [W, Z, Y, X].map(|at| component(low, at)) {
            self.horner(t, coefficient)?;
        }
        self.mac(MacOp::Mad, place, mask, &[of(Y), of(Z), of(X)])
    }

    /// `2^(y * log2(x))`.
    pub(super) fn power(&mut self, place: Place, mask: u8, base: Source, exponent: Source) -> Lowering<()> {
        let (base, exponent) = (self.loose(base)?, self.loose(exponent)?);
        self.relative = false;
        let t = self.new_scratch()?;
        let of = component(Register::Temporary(t), X);
        self.logarithm_in(t, Place::Temporary(t), only(X), base)?;
        self.mac(MacOp::Mul, Place::Temporary(t), only(X), &[of, exponent])?;
        self.exponential_in(t, place, mask, of)
    }

    /// The fractions of the components of a mask in a scratch temporary, one EXP.y each.
    fn fractions(&mut self, mask: u8, source: Source) -> Lowering<u8> {
        let (one, all) = (self.new_scratch()?, self.new_scratch()?);
        for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
            let scalar = Source {
                swizzle: [source.swizzle[component]; 4],
                ..source
            };
            self.ilu(IluOp::Exp, Place::Temporary(one), 4, scalar)?;
            self.mac(
                MacOp::Mov,
                Place::Temporary(all),
                8 >> component,
                &[temporary(one, [1; 4])],
            )?;
        }
        Ok(all)
    }

    /// FRC.
    pub(super) fn fraction(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let fractions = self.fractions(mask, source)?;
        self.mac(MacOp::Mov, place, mask, &[temporary(fractions, IDENTITY)])
    }

    /// FLR: what is left without the fraction.
    pub(super) fn floor(&mut self, place: Place, mask: u8, source: Source) -> Lowering<()> {
        let fractions = self.fractions(mask, source)?;
        let taken = Source {
            negate: true,
            ..temporary(fractions, IDENTITY)
        };
        self.mac(MacOp::Add, place, mask, &[source, taken])
    }

    /// XPD: `a.yzx * b.zxy - a.zxy * b.yzx`.
    pub(super) fn cross(&mut self, place: Place, mask: u8, a: Source, b: Source) -> Lowering<()> {
        let turned = |source: Source, order: [usize; 3]| Source {
            swizzle: [
                source.swizzle[order[0]],
                source.swizzle[order[1]],
                source.swizzle[order[2]],
                source.swizzle[3],
            ],
            ..source
        };
        let (left, right) = ([1, 2, 0], [2, 0, 1]);
        let scratch = self.new_scratch()?;
        self.mac(
            MacOp::Mul,
            Place::Temporary(scratch),
            14,
            &[turned(a, right), turned(b, left)],
        )?;
        let second = Source {
            negate: true,
            ..temporary(scratch, IDENTITY)
        };
        self.mac(
            MacOp::Mad,
            place,
            mask,
            &[turned(a, left), turned(b, right), second],
        )
    }

    /// SWZ: each component times 1, -1 or 0, plus 0, 1 or -1, out of one constant.
    pub(super) fn extended_swizzle(&mut self, place: Place, mask: u8, operand: &Operand) -> Lowering<()> {
        let (mut register, relative) = self.register(operand)?;
        if matches!(register, Register::Constant(_)) {
            register = self.moved(register, relative)?;
        }
        let units = self.constant(UNITS)?;
        let (mut swizzle, mut factor, mut term) = ([0; 4], [0; 4], [0; 4]);
        for component in 0..4 {
            let one = if operand.negate & (1 << component) != 0 {
                2
            } else {
                1
            };
            (swizzle[component], factor[component], term[component]) = match operand.swizzle.0[component] {
                Selector::Zero => (0, 0, 0),
                Selector::One => (0, 0, one),
                Selector::X => (0, one, 0),
                Selector::Y => (1, one, 0),
                Selector::Z => (2, one, 0),
                Selector::W => (3, one, 0),
            };
        }
        let source = |register, swizzle| Source {
            register,
            swizzle,
            negate: false,
        };
        let sources = [
            source(register, swizzle),
            source(units, factor),
            source(units, term),
        ];
        self.mac(MacOp::Mad, place, mask, &sources)
    }
}
