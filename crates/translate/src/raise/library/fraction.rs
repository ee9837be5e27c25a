//! The distance to the largest integer not above, always below 1.

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// The body of the fraction. For a difference that rounds to 1 it gives the largest number below.
pub(crate) fn fraction(own: Type) -> Body {
    let a = Expression::argument(0, own);
    let mut body = Body::new();
    let f = body.local("f", own);
    let below = match own.scalar {
        Scalar::Double => 1.0 - f64::EPSILON / 2.0,
        Scalar::Float | Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => {
            f64::from(1.0 - f32::EPSILON / 2.0)
        }
    };
    let [one, below] = [1.0, below].map(|value| Expression::number(own.scalar, value, own.width));
    let floor = Expression::built_in(BuiltIn::Floor, vec![a.clone()]);
    body.set(f, Expression::binary(Binary::Subtract, a, floor));
    let is_whole = Expression::binary(Binary::GreaterOrEqual, f.read(), one);
    body.give(Expression::select(is_whole, below, f.read()))
}
