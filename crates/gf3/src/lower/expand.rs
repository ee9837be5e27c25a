//! Operations that the machine does not have, as sequences of those that it has.
//!
//! Their results are documented in [`expansion`](quadrille_numerics::nv20::expansion), with reasons; its functions give
//! the same bits.

use super::emit::{Emitter, IDENTITY, RegisterLocation, temporary};
use super::rule::Lowering;
use crate::word::{Register, SourceOperand};
use quadrille_isa::nv20::{IluOp, MacOp};
use quadrille_numerics::nv20::expansion::{EXPONENTIAL, HIGH, LOGARITHM, STEPS, UNITS};
use quadrille_program::{Operand, Selector};

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;
const W: usize = 3;

/// One component of a register, for all.
fn component(register: Register, component: usize) -> SourceOperand {
    SourceOperand {
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
    fn loose(&mut self, source: SourceOperand) -> Lowering<SourceOperand> {
        if !matches!(source.register, Register::Constant(_)) {
            return Ok(source);
        }
        let register = self.moved(source.register, self.relative)?;
        Ok(SourceOperand { register, ..source })
    }

    /// A step of the vector unit to a temporary.
    fn step(&mut self, op: MacOp, t: u8, mask: u8, sources: &[SourceOperand]) -> Lowering<()> {
        self.mac(op, RegisterLocation::Temporary(t), mask, sources)
    }

    /// A step of the special function unit to a temporary.
    fn special(&mut self, op: IluOp, t: u8, mask: u8, source: SourceOperand) -> Lowering<()> {
        self.ilu(op, RegisterLocation::Temporary(t), mask, source)
    }

    /// `2^x` of a scalar.
    pub(super) fn exponential(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let source = self.loose(source)?;
        self.relative = false;
        let t = self.new_scratch()?;
        self.exponential_in(t, place, mask, source)
    }

    /// The same with a scratch temporary, which the source may be.
    fn exponential_in(
        &mut self,
        t: u8,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let (low, high) = (self.constant(EXPONENTIAL)?, self.constant(HIGH)?);
        let steps = self.constant(STEPS)?;
        let of = |at| component(Register::Temporary(t), at);
        self.step(MacOp::Add, t, only(X), &[source, component(steps, X)])?;
        self.step(MacOp::Add, t, only(X), &[of(X), component(steps, Y)])?;
        self.special(IluOp::Exp, t, only(X) | only(Y), of(X))?;
        self.step(MacOp::Mov, t, only(Z), &[component(high, W)])?;
        for coefficient in [W, Z, Y, X].map(|at| component(low, at)) {
            self.horner(t, coefficient)?;
        }
        self.horner(t, component(steps, Y))?;
        self.mac(MacOp::Mul, place, mask, &[of(X), of(Z)])
    }

    /// One step of a polynomial: z times y plus a coefficient, to z.
    fn horner(&mut self, t: u8, coefficient: SourceOperand) -> Lowering<()> {
        let of = |at| component(Register::Temporary(t), at);
        self.step(MacOp::Mad, t, only(Z), &[of(Y), of(Z), coefficient])
    }

    /// The logarithm of a scalar to the base 2.
    pub(super) fn logarithm(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let source = self.loose(source)?;
        self.relative = false;
        let t = self.new_scratch()?;
        self.logarithm_in(t, place, mask, source)
    }

    fn logarithm_in(
        &mut self,
        t: u8,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let (low, high) = (self.constant(LOGARITHM)?, self.constant(HIGH)?);
        let steps = self.constant(STEPS)?;
        let of = |at| component(Register::Temporary(t), at);
        self.special(IluOp::Log, t, only(X) | only(Y), source)?;
        self.step(MacOp::Add, t, only(Y), &[of(Y), component(steps, X)])?;
        let start = [of(Y), component(high, Z), component(high, Y)];
        self.step(MacOp::Mad, t, only(Z), &start)?;
        self.horner(t, component(high, X))?;
        for coefficient in [W, Z, Y, X].map(|at| component(low, at)) {
            self.horner(t, coefficient)?;
        }
        self.mac(MacOp::Mad, place, mask, &[of(Y), of(Z), of(X)])
    }

    /// `2^(y * log2(x))`.
    pub(super) fn power(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        base: SourceOperand,
        exponent: SourceOperand,
    ) -> Lowering<()> {
        let (base, exponent) = (self.loose(base)?, self.loose(exponent)?);
        self.relative = false;
        let t = self.new_scratch()?;
        let of = component(Register::Temporary(t), X);
        self.logarithm_in(t, RegisterLocation::Temporary(t), only(X), base)?;
        self.step(MacOp::Mul, t, only(X), &[of, exponent])?;
        self.exponential_in(t, place, mask, of)
    }

    /// The fractions of the components of a mask in a scratch temporary, one EXP.y each, by way of another.
    fn fractions(&mut self, [one, all]: [u8; 2], mask: u8, source: SourceOperand) -> Lowering<()> {
        for component in (0..4).filter(|component| mask & (8 >> component) != 0) {
            let scalar = SourceOperand {
                swizzle: [source.swizzle[component]; 4],
                ..source
            };
            self.special(IluOp::Exp, one, 4, scalar)?;
            self.step(MacOp::Mov, all, 8 >> component, &[temporary(one, [1; 4])])?;
        }
        Ok(())
    }

    /// FRC.
    pub(super) fn fraction(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        source: SourceOperand,
    ) -> Lowering<()> {
        let [one, all] = [self.new_scratch()?, self.new_scratch()?];
        self.fractions([one, all], mask, source)?;
        self.mac(MacOp::Mov, place, mask, &[temporary(all, IDENTITY)])
    }

    /// FLR: what is left without the fraction, and at most -1 where the number is negative.
    pub(super) fn floor(&mut self, place: RegisterLocation, mask: u8, source: SourceOperand) -> Lowering<()> {
        let source = self.loose(source)?;
        self.relative = false;
        let [most, rest] = [self.new_scratch()?, self.new_scratch()?];
        let [a, b] = [most, rest].map(|index| temporary(index, IDENTITY));
        self.fractions([most, rest], mask, source)?;
        let taken = SourceOperand { negate: true, ..b };
        self.step(MacOp::Add, rest, mask, &[source, taken])?;
        let steps = self.constant(STEPS)?;
        let factor = component(steps, Z);
        self.step(MacOp::Mul, most, mask, &[source, factor])?;
        self.step(MacOp::Max, most, mask, &[a, component(steps, X)])?;
        self.mac(MacOp::Min, place, mask, &[b, a])
    }

    /// XPD: `a.yzx * b.zxy - a.zxy * b.yzx`; w, which the language leaves undefined, comes out as 0 of numbers.
    pub(super) fn cross(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        a: SourceOperand,
        b: SourceOperand,
    ) -> Lowering<()> {
        let turned = |source: SourceOperand, order: [usize; 3]| SourceOperand {
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
        self.step(MacOp::Mul, scratch, 15, &[turned(a, right), turned(b, left)])?;
        let second = SourceOperand {
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
    pub(super) fn extended_swizzle(
        &mut self,
        place: RegisterLocation,
        mask: u8,
        operand: &Operand,
    ) -> Lowering<()> {
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
        let source = |register, swizzle| SourceOperand {
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
