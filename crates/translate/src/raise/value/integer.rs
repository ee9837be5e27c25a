//! The value of an arithmetic instruction on integers. What the specification leaves undefined (a division by
//! zero, a shift by too much) gives 0, as in the operation's meaning.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::Comparison;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, Kind, Scalar, Unary};
use crate::raise::instruction::condition::distance;
use crate::raise::library::Helper;
use crate::raise::raiser::Raiser;
use crate::raise::types::kind;
use crate::target::Feature;

impl Raiser<'_> {
    /// The written components of an integer instruction's value.
    pub(crate) fn integer_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let span = self.span();
        self.need(Feature::Integers, span);
        let own = kind(instruction.data_type);
        self.note_sum(instruction, written);
        let mut operands: Vec<Expression> = instruction
            .operands
            .iter()
            .enumerate()
            .map(|(at, operand)| self.operand_as(operand, written, self.operand_kind(instruction, at)))
            .collect();
        let width = written.len() as u8;
        let constant = |value: i64| Expression::integer(own, value, width);
        let mut next = || operands.remove(0);
        let binary = Expression::binary;
        let built = |function, value| Expression::built_in(function, vec![value]);
        let unsigned = |value: Expression| value.reinterpret(own.unsigned());
        use Operation as Op;
        let value = match instruction.operation {
            Op::Move => next(),
            Op::Floor => self.whole(built(BuiltIn::Floor, next()), own),
            Op::Ceiling => self.whole(built(BuiltIn::Ceiling, next()), own),
            Op::Truncate => self.whole(next(), own),
            Op::Round => self.whole(built(BuiltIn::RoundEven, next()), own),
            Op::IntegerToFloat => next().convert(Scalar::Float.sized(own.is_long())),
            Op::Absolute if own.is_unsigned() => next(),
            Op::Absolute => built(BuiltIn::Absolute, next()),
            Op::Add | Op::Subtract => {
                let operation = match instruction.operation {
                    Op::Add => Binary::Add,
                    _ => Binary::Subtract,
                };
                binary(operation, next(), next())
            }
            Op::Multiply => binary(Binary::Multiply, next(), next()),
            Op::MultiplyAdd => {
                let product = binary(Binary::Multiply, next(), next());
                binary(Binary::Add, product, next())
            }
            Op::MultiplyHigh => {
                let (a, b) = (unsigned(next()), unsigned(next()));
                let helper = match own {
                    Scalar::Int => Helper::MultiplyHighSigned,
                    _ => Helper::MultiplyHigh,
                };
                self.helper(helper, vec![a, b])
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
                let known = match b.kind {
                    Kind::Literal(bits) => bits[..usize::from(width)].iter().all(|bits| *bits != 0),
                    _ => false,
                };
                let one = match known {
                    true => b,
                    false => Expression::select(zero.clone(), constant(1), b),
                };
                let value = match (instruction.operation, own) {
                    (Op::Divide, _) => binary(Binary::Divide, a, one),
                    (_, own) if own.is_unsigned() => binary(Binary::Remainder, a, one),
                    // The targets leave the remainder of negative numbers open.
                    _ => {
                        let quotient = binary(Binary::Divide, a.clone(), one.clone());
                        binary(Binary::Subtract, a, binary(Binary::Multiply, quotient, one))
                    }
                };
                if known {
                    value
                } else {
                    Expression::select(zero, constant(0), value)
                }
            }
            Op::SumOfAbsoluteDifference => {
                let distance = distance(next(), next());
                binary(Binary::Add, distance, unsigned(next()))
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
                    Comparison::True => return constant(-1),
                    Comparison::Equal => Binary::Equal,
                    Comparison::NotEqual => Binary::NotEqual,
                    Comparison::Less => Binary::Less,
                    Comparison::LessOrEqual => Binary::LessOrEqual,
                    Comparison::Greater => Binary::Greater,
                    Comparison::GreaterOrEqual => Binary::GreaterOrEqual,
                };
                Expression::select(binary(operation, a, b), constant(-1), constant(0))
            }
            Op::And => binary(Binary::BitAnd, next(), next()),
            Op::Or => binary(Binary::BitOr, next(), next()),
            Op::Xor => binary(Binary::BitXor, next(), next()),
            Op::Not => next().unary(Unary::Complement),
            Op::ShiftLeft | Op::ShiftRight => {
                let (a, amount) = (next(), next().splat(width));
                let operation = if instruction.operation == Op::ShiftLeft {
                    Binary::ShiftLeft
                } else {
                    Binary::ShiftRight
                };
                let count = i64::from(own.bits());
                // Numbers of 64 bits are moved by an amount of 32.
                let amount_of = |amount: Expression| match own.is_long() {
                    true => amount.resize(Scalar::Uint),
                    false => amount,
                };
                if let Kind::Literal(bits) = amount.kind
                    && bits[..usize::from(width)].iter().all(|bits| *bits < count as u64)
                {
                    let value = binary(operation, a, amount_of(amount));
                    return value.reinterpret(self.result_kind(instruction));
                }
                let limit = Expression::integer(own.unsigned(), count, width);
                let inside = binary(Binary::Less, unsigned(amount.clone()), limit);
                let within = amount_of(binary(Binary::BitAnd, amount, constant(count - 1)));
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
        value.reinterpret(self.result_kind(instruction))
    }

    /// A float without a fraction as an integer.
    fn whole(&mut self, value: Expression, own: Scalar) -> Expression {
        if !self.options.exact() {
            return value.convert(own);
        }
        self.helper(Helper::nearest(own), vec![value])
    }

    /// A field of bits taken out or put in: how many bits in x of the first operand, from where on in y. Bits
    /// outside the number give 0.
    pub(crate) fn bit_field(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let span = self.span();
        self.need(Feature::Integers, span);
        self.need(Feature::BitOperations, span);
        let own = kind(instruction.data_type);
        let field = &instruction.operands[0];
        let mut number = |at| self.operand_as(field, &[at], Scalar::Uint);
        let (count, offset) = (number(0), number(1));
        let size = || Expression::bits(Scalar::Uint, 32, 1);
        let inside = match (&count.kind, &offset.kind) {
            (Kind::Literal(count), Kind::Literal(offset)) => Expression::truth(count[0] + offset[0] <= 32),
            _ => {
                let rest = Expression::binary(Binary::Subtract, size(), count.clone());
                Expression::binary(
                    Binary::And,
                    Expression::binary(Binary::LessOrEqual, count.clone(), size()),
                    Expression::binary(Binary::LessOrEqual, offset.clone(), rest),
                )
            }
        };
        let range = [offset, count].map(|number| number.reinterpret(Scalar::Int));
        let mut operand = |at: usize| self.operand_as(&instruction.operands[at], written, own);
        let (function, mut arguments) = match instruction.operation {
            Operation::BitFieldInsert => (BuiltIn::BitInsert, vec![operand(2), operand(1)]),
            _ => (BuiltIn::BitExtract, vec![operand(1)]),
        };
        arguments.extend(range);
        let value = Expression::built_in(function, arguments);
        match inside.kind {
            Kind::Literal([0, ..]) => Expression::bits(own, 0, 1),
            Kind::Literal(_) => value,
            _ => {
                let zero = Expression::bits(own, 0, value.ty.width);
                Expression::select(inside, value, zero)
            }
        }
    }

    fn bit_function(&mut self, function: BuiltIn, value: Expression) -> Expression {
        let span = self.span();
        self.need(Feature::BitOperations, span);
        Expression::built_in(function, vec![value])
    }
}
