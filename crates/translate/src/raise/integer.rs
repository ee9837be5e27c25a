//! The value of an arithmetic instruction on integers. What the specification leaves undefined (a division by
//! zero, a shift by too much) gives 0, as in the operation's meaning.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Comparison;
use quadrille_program::Instruction;

use super::raiser::Raiser;
use super::types::{kind, operand_kind, result_kind};
use crate::form::{Binary, BuiltIn, Expression, Scalar};
use crate::target::Feature;

impl Raiser<'_> {
    /// The written components of an integer instruction's value.
    pub(crate) fn integer_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let span = self.span();
        self.need(Feature::Integers, span);
        let own = kind(instruction.data_type).unwrap_or(Scalar::Int);
        let mut operands: Vec<Expression> = instruction
            .operands
            .iter()
            .enumerate()
            .map(|(at, operand)| self.operand_as(operand, written, operand_kind(instruction, at)))
            .collect();
        let width = written.len() as u8;
        let constant = |value: u32| Expression::bits(own, value, width);
        let mut next = || operands.remove(0);
        let binary = Expression::binary;
        let built = |function, value| Expression::built_in(function, vec![value]);
        let unsigned = |value: Expression| value.reinterpret(Scalar::Uint);
        use Operation as Op;
        let value = match instruction.operation {
            Op::Move => next(),
            Op::Floor => built(BuiltIn::Floor, next()).convert(own),
            Op::Ceiling => built(BuiltIn::Ceiling, next()).convert(own),
            Op::Truncate => next().convert(own),
            Op::Round => built(BuiltIn::RoundEven, next()).convert(own),
            Op::IntegerToFloat => next().convert(Scalar::Float),
            Op::Absolute if own == Scalar::Uint => next(),
            Op::Absolute => built(BuiltIn::Absolute, next()),
            Op::Add => binary(Binary::Add, next(), next()),
            Op::Subtract => binary(Binary::Subtract, next(), next()),
            Op::Multiply => binary(Binary::Multiply, next(), next()),
            Op::MultiplyAdd => {
                let product = binary(Binary::Multiply, next(), next());
                binary(Binary::Add, product, next())
            }
            Op::Multiply24 => {
                let mut low = || {
                    let up = binary(Binary::ShiftLeft, next(), constant(8));
                    binary(Binary::ShiftRight, up, constant(8))
                };
                binary(Binary::Multiply, low(), low())
            }
            Op::Divide | Op::Modulo => {
                let (a, b) = (next(), next().splat(width));
                let zero = binary(Binary::Equal, b.clone(), constant(0));
                let one = Expression::select(zero.clone(), constant(1), b);
                let operation = if instruction.operation == Op::Divide {
                    Binary::Divide
                } else {
                    Binary::Remainder
                };
                Expression::select(zero, constant(0), binary(operation, a, one))
            }
            Op::SumOfAbsoluteDifference => {
                let (a, b, c) = (next(), next(), next());
                let below = binary(Binary::Less, a.clone(), b.clone());
                let (first, second) = (
                    binary(Binary::Subtract, unsigned(a.clone()), unsigned(b.clone())),
                    binary(Binary::Subtract, unsigned(b), unsigned(a)),
                );
                binary(Binary::Add, Expression::select(below, second, first), unsigned(c))
            }
            Op::Compare => {
                let below = binary(Binary::Less, next(), constant(0));
                Expression::select(below, next(), next())
            }
            Op::Maximum => Expression::built_in(BuiltIn::Maximum, vec![next(), next()]),
            Op::Minimum => Expression::built_in(BuiltIn::Minimum, vec![next(), next()]),
            Op::Set(comparison) => {
                let (a, b) = (next(), next());
                let operation = match comparison {
                    Comparison::False => return constant(0),
                    Comparison::True => return constant(u32::MAX),
                    Comparison::Equal => Binary::Equal,
                    Comparison::NotEqual => Binary::NotEqual,
                    Comparison::Less => Binary::Less,
                    Comparison::LessOrEqual => Binary::LessOrEqual,
                    Comparison::Greater => Binary::Greater,
                    Comparison::GreaterOrEqual => Binary::GreaterOrEqual,
                };
                Expression::select(binary(operation, a, b), constant(u32::MAX), constant(0))
            }
            Op::And => binary(Binary::BitAnd, next(), next()),
            Op::Or => binary(Binary::BitOr, next(), next()),
            Op::Xor => binary(Binary::BitXor, next(), next()),
            Op::Not => next().unary(crate::form::Unary::Complement),
            Op::ShiftLeft | Op::ShiftRight => {
                let (a, amount) = (next(), next().splat(width));
                let operation = if instruction.operation == Op::ShiftLeft {
                    Binary::ShiftLeft
                } else {
                    Binary::ShiftRight
                };
                let limit = Expression::bits(Scalar::Uint, 32, width);
                let inside = binary(Binary::Less, unsigned(amount.clone()), limit);
                let within = binary(Binary::BitAnd, amount, constant(31));
                Expression::select(inside, binary(operation, a, within), constant(0))
            }
            Op::BitReverse => self.bit_function(BuiltIn::BitReverse, next()),
            Op::BitCount => self.bit_function(BuiltIn::BitCount, next()),
            Op::LeastBit => self.bit_function(BuiltIn::LeastBit, next()),
            Op::MostBit => self.bit_function(BuiltIn::MostBit, next()),
            _ => {
                self.unsaid("no translation has this instruction for integers");
                constant(0)
            }
        };
        value.reinterpret(result_kind(instruction))
    }

    fn bit_function(&mut self, function: BuiltIn, value: Expression) -> Expression {
        let span = self.span();
        self.need(Feature::BitOperations, span);
        Expression::built_in(function, vec![value])
    }
}
