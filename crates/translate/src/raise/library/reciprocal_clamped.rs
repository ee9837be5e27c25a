//! A reciprocal with a magnitude from 2^-64 to 2^64 (RCC).

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// 2^64
const MOST: f32 = 18_446_744_073_709_551_616.0;

/// NaN stays NaN.
pub(crate) fn reciprocal_clamped(own: Type) -> Body {
    let a = Expression::argument(0, own);
    let mut body = Body::new();
    let r = body.local("r", Type::FLOAT);
    let one = Expression::number(own.scalar, 1.0, own.width);
    body.set(r, Expression::binary(Binary::Divide, one, a.clone()));
    let magnitude = Expression::built_in(BuiltIn::Absolute, vec![r.read()]);
    let [low, high] = [1.0 / MOST, MOST].map(|bound| Expression::float(bound, 1));
    let within = Expression::built_in(BuiltIn::Clamp, vec![magnitude, low, high]);
    // Of a zero or an infinity the sum has the sign that the other has lost.
    let sum = Expression::binary(Binary::Add, a, r.read());
    let negative = Expression::less(sum, Expression::zero(own.scalar, own.width));
    let signed = Expression::select(negative, within.clone().negate(), within);
    body.give(Expression::select(r.read().is_nan(), r.read(), signed))
}
