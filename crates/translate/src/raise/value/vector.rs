//! The values of instructions whose components are made differently: LIT, LOG, XPD and their like. Only those
//! that are written are made.

use quadrille_isa::gl::Operation;
use quadrille_program::Operand;

use crate::form::{Binary, BuiltIn, Expression};
use crate::raise::library::Helper;
use crate::raise::raiser::Raiser;
use crate::raise::value::arithmetic::magnitude;

impl Raiser<'_> {
    /// Operations whose components are made differently: only those that are written.
    pub(crate) fn mixed(&mut self, operation: Operation, operands: &[Operand], written: &[u8]) -> Expression {
        let exact = self.options.exact();
        let zero = || Expression::float(0.0, 1);
        let one = || Expression::float(1.0, 1);
        match operation {
            Operation::LightCoefficients | Operation::LightCoefficientsUnclamped => {
                // Only the third component is worth a call.
                let call = written.contains(&2);
                let helper = match operation {
                    Operation::LightCoefficients => Helper::Light,
                    _ => Helper::LightUnclamped,
                };
                if call {
                    let vector = self.operand(&operands[0], &[0, 1, 2, 3]);
                    return self.helper(helper, vec![vector]).components(written);
                }
                self.each(written, |raiser, at| match at {
                    1 => {
                        let x = raiser.scalar(&operands[0], 0);
                        // In this order a NaN stays one: x < 0 ? 0 : x.
                        raiser.exactly(Helper::Maximum, BuiltIn::Maximum, vec![zero(), x])
                    }
                    _ => one(),
                })
            }
            Operation::Logarithm if written.iter().all(|at| *at >= 2) => {
                self.each(written, |raiser, at| match at {
                    2 => {
                        let value = raiser.scalar(&operands[0], 0);
                        Expression::built_in(BuiltIn::Log2, vec![magnitude(value)])
                    }
                    _ => one(),
                })
            }
            Operation::Logarithm => {
                let value = self.scalar(&operands[0], 0);
                self.helper(Helper::Logarithm, vec![value]).components(written)
            }
            Operation::ExponentialVp1 if exact => {
                let value = self.scalar(&operands[0], 0);
                self.helper(Helper::ExponentialVp1, vec![value])
                    .components(written)
            }
            Operation::Exponential | Operation::ExponentialVp1 => self.each(written, |raiser, at| {
                let value = raiser.scalar(&operands[0], 0);
                match at {
                    0 => {
                        let floor = Expression::built_in(BuiltIn::Floor, vec![value]);
                        Expression::built_in(BuiltIn::Exp2, vec![floor])
                    }
                    1 => raiser.exactly(Helper::Fraction, BuiltIn::Fraction, vec![value]),
                    2 => Expression::built_in(BuiltIn::Exp2, vec![value]),
                    _ => one(),
                }
            }),
            Operation::Distance => self.each(written, |raiser, at| match at {
                0 => one(),
                1 => {
                    let (a, b) = (raiser.scalar(&operands[0], 1), raiser.scalar(&operands[1], 1));
                    raiser.product(a, b)
                }
                2 => raiser.scalar(&operands[0], 2),
                _ => raiser.scalar(&operands[1], 3),
            }),
            Operation::SineCosine => self.each(written, |raiser, at| {
                let angle = raiser.scalar(&operands[0], 0);
                match at {
                    0 => Expression::built_in(BuiltIn::Cosine, vec![angle]),
                    1 => Expression::built_in(BuiltIn::Sine, vec![angle]),
                    _ => zero(),
                }
            }),
            Operation::Cross => {
                let wanted: Vec<u8> = written.iter().copied().filter(|at| *at < 3).collect();
                if written == [0, 1, 2] || written == [0, 1, 2, 3] {
                    let a = self.operand(&operands[0], &[0, 1, 2]);
                    let b = self.operand(&operands[1], &[0, 1, 2]);
                    let cross = Expression::built_in(BuiltIn::Cross, vec![a, b]);
                    return padded(cross, written.len() - wanted.len());
                }
                self.each(written, |raiser, at| {
                    if at == 3 {
                        return zero();
                    }
                    let (next, last) = ((at + 1) % 3, (at + 2) % 3);
                    let mut product = |i: u8, j: u8| {
                        let (a, b) = (raiser.scalar(&operands[0], i), raiser.scalar(&operands[1], j));
                        Expression::binary(Binary::Multiply, a, b)
                    };
                    let (first, second) = (product(next, last), product(last, next));
                    Expression::binary(Binary::Subtract, first, second)
                })
            }
            Operation::Transform2d => self.each(written, |raiser, at| {
                let row = 2 * (at & 1);
                let term = |raiser: &mut Self, i: u8| {
                    let (b, c) = (
                        raiser.scalar(&operands[1], i),
                        raiser.scalar(&operands[2], row + i),
                    );
                    let product = Expression::binary(Binary::Multiply, b, c);
                    raiser.partly(product)
                };
                let (first, second) = (term(raiser, 0), term(raiser, 1));
                let start = raiser.scalar(&operands[0], at & 1);
                let sum = Expression::binary(Binary::Add, start, first);
                let sum = raiser.partly(sum);
                Expression::binary(Binary::Add, sum, second)
            }),
            Operation::Reflect => {
                let axis = self.sum(&operands[0], &operands[0], 3);
                let along = self.sum(&operands[0], &operands[1], 3);
                let twice = Expression::binary(Binary::Multiply, Expression::float(2.0, 1), along);
                let scale = Expression::binary(Binary::Divide, twice, axis);
                let wanted: Vec<u8> = written.iter().copied().filter(|at| *at < 3).collect();
                if wanted.is_empty() {
                    return zero();
                }
                let (a, b) = (
                    self.operand(&operands[0], &wanted),
                    self.operand(&operands[1], &wanted),
                );
                let scaled = Expression::binary(Binary::Multiply, scale, a);
                let value = Expression::binary(Binary::Subtract, scaled, b);
                padded(value, written.len() - wanted.len())
            }
            Operation::Normalize => {
                let square = self.sum(&operands[0], &operands[0], 3);
                let scale = Expression::built_in(BuiltIn::InverseSquareRoot, vec![square]);
                let wanted: Vec<u8> = written.iter().copied().filter(|at| *at < 3).collect();
                if wanted.is_empty() {
                    return zero();
                }
                let value = self.operand(&operands[0], &wanted);
                let value = Expression::binary(Binary::Multiply, value, scale);
                padded(value, written.len() - wanted.len())
            }
            _ => {
                self.unsaid("no translation has this instruction");
                zero()
            }
        }
    }

    /// A vector whose components are made one by one.
    fn each(&mut self, written: &[u8], mut make: impl FnMut(&mut Self, u8) -> Expression) -> Expression {
        let parts = written.iter().map(|at| make(self, *at)).collect();
        Expression::construct(parts)
    }
}

/// A vector with zeros behind it, where a component is undefined and read as zero.
fn padded(value: Expression, zeros: usize) -> Expression {
    if zeros == 0 {
        return value;
    }
    Expression::construct(vec![value, Expression::float(0.0, zeros as u8)])
}
