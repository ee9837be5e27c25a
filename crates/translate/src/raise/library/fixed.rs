//! A number rounded to 1/1024 and clamped to [-2, 2): the fixed point of FX12.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// NaN is 0.
pub(crate) fn fixed(own: Type) -> Body {
    let a = Expression::argument(0, own);
    let number = |value| Expression::float(value, own.width);
    let scaled = Expression::binary(Binary::Multiply, a.clone(), number(1024.0));
    let rounded = Expression::built_in(BuiltIn::RoundEven, vec![scaled]);
    let bounds = vec![rounded, number(-2048.0), number(2047.0)];
    let within = Expression::built_in(BuiltIn::Clamp, bounds);
    let value = Expression::binary(Binary::Divide, within, number(1024.0));
    let zero = Expression::zero(own.scalar, own.width);
    Body::of(Expression::select(a.is_nan(), zero, value))
}
