//! Operations of ARB programs that VP1.x has no word for, made of those that it has.
//!
//! EXP has the whole part and the fraction of its operand apart, LOG the exponent and the mantissa; what lies between is a
//! polynomial, fitted at Chebyshev's points. 2^x is within 2e-7 of itself, the logarithm within 2e-7.

use quadrille_base::Id;
use quadrille_program::InstId;

use crate::arb::code::{Code, Instruction, Op, Place, Source, Target};

/// 2^f for f from 0 to 1: the coefficients from f^6 down to the constant.
const POWER: [f32; 7] = [
    0.000_218_657_85,
    0.001_239_133_2,
    0.009_684_186,
    0.055_480_63,
    0.240_230_46,
    0.693_146_94,
    1.0,
];

/// log2(1 + f) / f for f from 0 to 1: the coefficients from f^8 down to the constant.
#[expect(
    clippy::approx_constant,
    reason = "the fitted number is next to log2 e, not log2 e"
)]
const LOGARITHM: [f32; 9] = [
    0.007_395_402,
    -0.041_945_01,
    0.111_832_075,
    -0.196_238_95,
    0.275_221_2,
    -0.358_299_08,
    0.480_678_9,
    -0.721_339_5,
    1.442_695,
];

/// Replaces what has no word.
pub(super) fn replace(code: &mut Code, is_11: bool) {
    let mut words = Words {
        done: Vec::with_capacity(code.instructions.len()),
        temporaries: code.temporaries,
        at: InstId::new(0),
        is_11,
    };
    for instruction in std::mem::take(&mut code.instructions) {
        words.at = instruction.at;
        words.instruction(instruction);
    }
    code.instructions = words.done;
    code.temporaries = words.temporaries;
}

struct Words {
    done: Vec<Instruction>,
    temporaries: u32,
    at: InstId,
    is_11: bool,
}

impl Words {
    fn step(&mut self, op: Op, target: Target, mask: u8, operands: &[Source]) {
        self.done
            .push(Instruction::new(op, target, mask, operands, self.at));
    }

    /// The result of an operation in components of a new temporary.
    fn compute(&mut self, op: Op, mask: u8, operands: &[Source]) -> Source {
        self.temporaries += 1;
        let to = self.temporaries - 1;
        self.step(op, Target::Temporary(to), mask, operands);
        Source::of(Place::Temporary(to))
    }

    fn instruction(&mut self, instruction: Instruction) {
        let (target, mask) = (instruction.target, instruction.mask);
        let operands = instruction.operands.as_slice();
        match (instruction.op, operands) {
            (Op::Abs, [a]) if !self.is_11 => self.step(Op::Max, target, mask, &[*a, -*a]),
            (Op::Sub, [a, b]) if !self.is_11 => self.step(Op::Add, target, mask, &[*a, -*b]),
            (Op::Dph, [a, b]) if !self.is_11 => {
                let sum = self.compute(Op::Dp3, 1, &[*a, *b]).component(0);
                self.step(Op::Add, target, mask, &[sum, b.component(3)]);
            }
            // -0 is below +0 (NV_vertex_program 2.14.1.10.13): no comparison makes one or has one.
            (op @ (Op::Slt | Op::Sge), [a, b]) if is_opposite(a) && is_opposite(b) => {
                let [a, b] = [a, b].map(|side| without_sign(*side));
                self.step(op, target, mask, &[b, a]);
            }
            (op @ (Op::Slt | Op::Sge), [a, b]) => {
                let sides = [a, b].map(|side| match side.negate {
                    true => self.compute(Op::Add, mask, &[*side, Source::number(0.0)]),
                    false => without_sign(*side),
                });
                self.step(op, target, mask, &sides);
            }
            (Op::Frc, [a]) => {
                let fraction = self.fraction(*a, mask);
                self.step(Op::Mov, target, mask, &[fraction]);
            }
            (Op::Flr, [a]) => {
                let fraction = self.fraction(*a, mask);
                self.step(Op::Add, target, mask, &[*a, -fraction]);
            }
            (Op::Ex2, [a]) => {
                let [whole, power] = self.power(*a);
                self.step(Op::Mul, target, mask, &[whole, power]);
            }
            (Op::Lg2, [a]) => {
                let [rest, place, exponent] = self.logarithm(*a);
                self.step(Op::Mad, target, mask, &[rest, place, exponent]);
            }
            (Op::Pow, [a, b]) => {
                let [rest, place, exponent] = self.logarithm(*a);
                let logarithm = self.compute(Op::Mad, 1, &[rest, place, exponent]).component(0);
                let product = self
                    .compute(Op::Mul, 1, &[logarithm, b.component(0)])
                    .component(0);
                let [whole, power] = self.power(product);
                self.step(Op::Mul, target, mask, &[whole, power]);
            }
            (Op::Xpd, [a, b]) => {
                let (first, second) = ([1, 2, 0, 3], [2, 0, 1, 3]);
                let product = self.compute(Op::Mul, mask, &[a.select(second), b.select(first)]);
                self.step(
                    Op::Mad,
                    target,
                    mask,
                    &[a.select(first), b.select(second), -product],
                );
            }
            _ => self.done.push(instruction),
        }
    }

    /// x - floor(x) of components, each by an EXP of its own.
    fn fraction(&mut self, a: Source, mask: u8) -> Source {
        self.temporaries += 1;
        let to = self.temporaries - 1;
        for at in (0..4).filter(|at| mask >> at & 1 != 0) {
            let fraction = self.compute(Op::Exp, 0b0010, &[a.component(at)]).component(1);
            self.step(Op::Mov, Target::Temporary(to), 1 << at, &[fraction]);
        }
        Source::of(Place::Temporary(to))
    }

    /// 2 to the whole part, and 2 to the fraction.
    fn power(&mut self, a: Source) -> [Source; 2] {
        let parts = self.compute(Op::Exp, 0b0011, &[a]);
        let power = self.polynomial(&POWER, parts.component(1));
        [parts.component(0), power]
    }

    /// A factor of the mantissa less 1, that, and the exponent.
    fn logarithm(&mut self, a: Source) -> [Source; 3] {
        let parts = self.compute(Op::Log, 0b0011, &[a]);
        let one = Source::number(-1.0);
        let place = self.compute(Op::Add, 1, &[parts.component(1), one]).component(0);
        let factor = self.polynomial(&LOGARITHM, place);
        [factor, place, parts.component(0)]
    }

    fn polynomial(&mut self, coefficients: &[f32], place: Source) -> Source {
        let mut sum = Source::number(coefficients[0]);
        for coefficient in &coefficients[1..] {
            let next = Source::number(*coefficient);
            sum = self.compute(Op::Mad, 1, &[sum, place, next]).component(0);
        }
        sum
    }
}

/// Whether it is a number with its sign changed, or a zero, which has none that counts.
fn is_opposite(source: &Source) -> bool {
    source.negate || source.numbers().is_some_and(|numbers| numbers == [0.0; 4])
}

/// The source without its sign, a literal also without that of its zeros.
fn without_sign(source: Source) -> Source {
    Source {
        negate: false,
        place: match source.place {
            Place::Literal(numbers) => Place::Literal(numbers.map(|number| number + 0.0)),
            place => place,
        },
        ..source
    }
}
