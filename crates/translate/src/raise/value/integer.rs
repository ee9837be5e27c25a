//! Arithmetic on integers. What the specification leaves undefined (a division by zero, a shift by too much) gives 0,
//! as in the operation's meaning.

use quadrille_isa::gl::operation::Comparison;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, Scalar, Unary};
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::raise::types::{kind, operand_kind, result_kind};
use crate::raise::value::componentwise::operation;
use crate::raise::value::computed::Computed;
use crate::raise::value::sum::{self, Summed, distance};
use crate::target::Feature;

/// An arithmetic instruction on integers, and those of its components that are written.
pub(crate) struct Integers<'l, 'a, 'd> {
    lowering: &'l mut Lowering<'a, 'd>,
    instruction: &'l Instruction,
    written: &'l [u8],
}

/// The written components of the value of an instruction, which `body` makes, and the sum that it is of.
pub(crate) fn value<C: Into<Computed>>(
    lowering: &mut Lowering<'_, '_>,
    instruction: &Instruction,
    written: &[u8],
    body: impl FnOnce(&mut Integers<'_, '_, '_>) -> C,
) -> Computed {
    lowering.need(Feature::Integers);
    let Computed { value, code, sum } = body(&mut Integers {
        lowering,
        instruction,
        written,
    })
    .into();
    let kind = result_kind(lowering.program(), instruction);
    Computed {
        value: value.reinterpret(kind),
        code,
        sum,
    }
}

impl Integers<'_, '_, '_> {
    /// The written components of each operand.
    fn each<const COUNT: usize>(&mut self) -> [Expression; COUNT] {
        let (instruction, written) = (self.instruction, self.written);
        std::array::from_fn(|at| {
            let kind = operand_kind(self.lowering.program(), instruction, at);
            self.lowering.operand_as(&instruction.operands[at], written, kind)
        })
    }

    /// A value with the sum that it is of, which is found before its operands are read.
    fn summed(&mut self, summed: Summed, make: impl FnOnce(&mut Self) -> Expression) -> Computed {
        let sum = sum::of_instruction(self.lowering, self.instruction, self.written, summed);
        Computed {
            value: make(self),
            code: None,
            sum,
        }
    }

    /// The kind of numbers that the instruction computes with.
    fn kind(&self) -> Scalar {
        kind(self.instruction.data_type)
    }

    /// The number of written components.
    fn width(&self) -> u8 {
        self.written.len() as u8
    }

    /// The same number in all components.
    fn constant(&self, value: i64) -> Expression {
        Expression::integer(self.kind(), value, self.width())
    }

    fn unsigned(&self, value: Expression) -> Expression {
        value.reinterpret(self.kind().unsigned())
    }
}

/// A copy.
pub(crate) fn copy(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [value] = integers.each();
    value
}

/// A float rounded to an integer, by a function; none leaves out what is behind the point.
pub(crate) fn whole(integers: &mut Integers<'_, '_, '_>, rounding: Option<BuiltIn>) -> Expression {
    let [value] = integers.each();
    let value = match rounding {
        Some(function) => Expression::built_in(function, vec![value]),
        None => value,
    };
    let own = integers.kind();
    match integers.lowering.is_exact() {
        true => integers.lowering.helper(Helper::nearest(own), vec![value]),
        false => value.convert(own),
    }
}

/// An integer as a float.
pub(crate) fn to_float(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [value] = integers.each();
    value.convert(Scalar::Float.sized(integers.kind().is_long()))
}

/// The magnitude.
pub(crate) fn absolute(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [value] = integers.each();
    match integers.kind().is_unsigned() {
        true => value,
        false => Expression::built_in(BuiltIn::Absolute, vec![value]),
    }
}

/// An operation of two numbers that every target has.
pub(crate) fn binary(integers: &mut Integers<'_, '_, '_>, operation: Binary) -> Expression {
    let [a, b] = integers.each();
    Expression::binary(operation, a, b)
}

/// A function of numbers that every target has.
pub(crate) fn built_in<const COUNT: usize>(
    integers: &mut Integers<'_, '_, '_>,
    function: BuiltIn,
) -> Expression {
    Expression::built_in(function, integers.each::<COUNT>().into())
}

/// `a + b`
pub(crate) fn add(integers: &mut Integers<'_, '_, '_>) -> Computed {
    integers.summed(Summed::Both, |integers| binary(integers, Binary::Add))
}

/// `a - b`
pub(crate) fn subtract(integers: &mut Integers<'_, '_, '_>) -> Computed {
    integers.summed(Summed::Difference, |integers| binary(integers, Binary::Subtract))
}

/// `a * b + c`
pub(crate) fn multiply_add(integers: &mut Integers<'_, '_, '_>) -> Computed {
    integers.summed(Summed::Product, |integers| {
        let [a, b, c] = integers.each();
        let product = Expression::binary(Binary::Multiply, a, b);
        Expression::binary(Binary::Add, product, c)
    })
}

/// The high half of a product.
pub(crate) fn multiply_high(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let both = integers.each::<2>().map(|value| integers.unsigned(value));
    let helper = match integers.kind() {
        Scalar::Int | Scalar::Long => Helper::MultiplyHighSigned,
        Scalar::Bool | Scalar::Uint | Scalar::Ulong | Scalar::Float | Scalar::Double => Helper::MultiplyHigh,
    };
    integers.lowering.helper(helper, both.into())
}

/// The product of the low 24 bits.
pub(crate) fn multiply24(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [a, b] = integers.each::<2>().map(|value| {
        let up = Expression::binary(Binary::ShiftLeft, value, integers.constant(8));
        Expression::binary(Binary::ShiftRight, up, integers.constant(8))
    });
    Expression::binary(Binary::Multiply, a, b)
}

/// A quotient toward zero.
pub(crate) fn divide(integers: &mut Integers<'_, '_, '_>) -> Expression {
    by_divisor(integers, |a, b| Expression::binary(Binary::Divide, a, b))
}

/// A remainder; the targets leave that of negative numbers open.
pub(crate) fn modulo(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let is_unsigned = integers.kind().is_unsigned();
    by_divisor(integers, |a, b| match is_unsigned {
        true => Expression::binary(Binary::Remainder, a, b),
        false => {
            let quotient = Expression::binary(Binary::Divide, a.clone(), b.clone());
            let multiple = Expression::binary(Binary::Multiply, quotient, b);
            Expression::binary(Binary::Subtract, a, multiple)
        }
    })
}

/// The result of `make` for a number and a divisor, 0 where the divisor is zero.
fn by_divisor(
    integers: &mut Integers<'_, '_, '_>,
    make: impl FnOnce(Expression, Expression) -> Expression,
) -> Expression {
    let width = integers.width();
    let [a, b] = integers.each();
    let b = b.splat(width);
    if let ExpressionKind::Literal(bits) = b.kind
        && bits[..usize::from(width)].iter().all(|bits| *bits != 0)
    {
        return make(a, b);
    }
    let zero = Expression::binary(Binary::Equal, b.clone(), integers.constant(0));
    let one = Expression::select(zero.clone(), integers.constant(1), b);
    Expression::select(zero, integers.constant(0), make(a, one))
}

/// `|a - b| + c`
pub(crate) fn sum_of_absolute_difference(integers: &mut Integers<'_, '_, '_>) -> Computed {
    integers.summed(Summed::Distance, |integers| {
        let [a, b, c] = integers.each();
        Expression::binary(Binary::Add, distance(a, b), integers.unsigned(c))
    })
}

/// `a < 0 ? b : c`
pub(crate) fn compare(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [a, b, c] = integers.each();
    Expression::select(Expression::less(a, integers.constant(0)), b, c)
}

/// All bits set where a comparison holds, else 0.
pub(crate) fn set(integers: &mut Integers<'_, '_, '_>, comparison: Comparison) -> Expression {
    let [a, b] = integers.each();
    match operation(comparison) {
        Err(constant) => integers.constant(-i64::from(constant)),
        Ok(operation) => Expression::select(
            Expression::binary(operation, a, b),
            integers.constant(-1),
            integers.constant(0),
        ),
    }
}

/// Every bit changed.
pub(crate) fn complement(integers: &mut Integers<'_, '_, '_>) -> Expression {
    let [value] = integers.each();
    value.unary(Unary::Complement)
}

/// A shift; by as much as there are bits or more 0.
pub(crate) fn shift(integers: &mut Integers<'_, '_, '_>, operation: Binary) -> Expression {
    let (own, width) = (integers.kind(), integers.width());
    let [a, amount] = integers.each();
    let amount = amount.splat(width);
    let count = i64::from(own.bits());
    // Numbers of 64 bits are moved by an amount of 32.
    let amount_of = |amount: Expression| match own.is_long() {
        true => amount.resize(Scalar::Uint),
        false => amount,
    };
    if let ExpressionKind::Literal(bits) = amount.kind
        && bits[..usize::from(width)].iter().all(|bits| *bits < count as u64)
    {
        return Expression::binary(operation, a, amount_of(amount));
    }
    let limit = Expression::integer(own.unsigned(), count, width);
    let inside = Expression::less(integers.unsigned(amount.clone()), limit);
    let within = Expression::binary(Binary::BitAnd, amount, integers.constant(count - 1));
    let shifted = Expression::binary(operation, a, amount_of(within));
    Expression::select(inside, shifted, integers.constant(0))
}

/// A function of the bits of a number.
pub(crate) fn bits(integers: &mut Integers<'_, '_, '_>, function: BuiltIn) -> Expression {
    let [value] = integers.each();
    integers.lowering.need(Feature::BitOperations);
    Expression::built_in(function, vec![value])
}
