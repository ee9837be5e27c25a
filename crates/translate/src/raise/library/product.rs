//! A product in which zero times anything is zero (VP1.x).

use crate::form::{Binary, Expression, Type};
use crate::raise::library::body::Body;

/// Infinities and NaN beside a zero count for nothing.
pub(crate) fn product(own: Type) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let zero = Expression::zero(own.scalar, own.width);
    let is_zero = |value: &Expression| Expression::binary(Binary::Equal, value.clone(), zero.clone());
    let product = Expression::binary(Binary::Multiply, a.clone(), b.clone());
    let inner = Expression::select(is_zero(&b), zero.clone(), product);
    Body::of(Expression::select(is_zero(&a), zero.clone(), inner))
}
