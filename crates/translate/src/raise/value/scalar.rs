//! Arithmetic on one component of floats, the same for all that are written, and dot products.

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind};
use crate::raise::library::Helper;
use crate::raise::value::float::Floats;

/// A function that every target has.
pub(crate) fn built_in(floats: &mut Floats<'_, '_, '_>, function: BuiltIn) -> Expression {
    let [value] = floats.scalars();
    Expression::built_in(function, vec![value])
}

/// `1 / a`
pub(crate) fn reciprocal(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [value] = floats.scalars();
    Expression::binary(Binary::Divide, Expression::number(value.ty.scalar, 1.0, 1), value)
}

/// `1 / a`, with a magnitude from 2^-64 to 2^64.
pub(crate) fn reciprocal_clamped(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [value] = floats.scalars();
    match floats.is_exact() {
        true => floats.helper(Helper::ReciprocalClamped, vec![value]),
        false => Expression::binary(Binary::Divide, Expression::float(1.0, 1), value),
    }
}

/// `1 / √|a|`
pub(crate) fn reciprocal_square_root_of_magnitude(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [value] = floats.scalars();
    Expression::built_in(BuiltIn::InverseSquareRoot, vec![magnitude(value)])
}

/// `a^b`, of which `0^0` is 1.
pub(crate) fn power(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let arguments = floats.scalars::<2>();
    floats.exactly(Helper::Power, BuiltIn::Power, arguments)
}

/// `a^b`, of which `0^0` is NaN.
pub(crate) fn power_strict(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [base, exponent] = floats.scalars();
    if !floats.is_exact() {
        return Expression::built_in(BuiltIn::Power, vec![base, exponent]);
    }
    let logarithm = floats.helper(Helper::LogarithmOfBase, vec![base]);
    let product = Expression::binary(Binary::Multiply, exponent, logarithm);
    Expression::built_in(BuiltIn::Exp2, vec![product])
}

/// The dot product of the first two operands' leading components.
pub(crate) fn dot(floats: &mut Floats<'_, '_, '_>, count: u8) -> Expression {
    let operands = floats.operands();
    floats.dot(&operands[0], &operands[1], count)
}

/// The dot product, and sum with a component of an operand.
pub(crate) fn dot_add(
    floats: &mut Floats<'_, '_, '_>,
    count: u8,
    operand: usize,
    component: u8,
) -> Expression {
    let sum = dot(floats, count);
    let last = &floats.operands()[operand];
    Expression::binary(Binary::Add, sum, floats.scalar(last, component))
}

/// The magnitude of a value, once.
pub(crate) fn magnitude(value: Expression) -> Expression {
    match &value.kind {
        ExpressionKind::BuiltIn(BuiltIn::Absolute, _) => value,
        _ => Expression::built_in(BuiltIn::Absolute, vec![value]),
    }
}
