//! On which side of zero a number lies: -1, 0 or 1; NaN for NaN.

use crate::form::{Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// A small number of 64 bits would be none of 32.
pub(crate) fn side(own: Type) -> Body {
    let a = || Expression::argument(0, own);
    let zero = || Expression::zero(own.scalar, own.width);
    let number = |value| Expression::float(value, own.width);
    let above = Expression::less(zero(), a());
    let side = Expression::select(above, number(1.0), a().convert(Scalar::Float));
    let below = Expression::less(a(), zero());
    Body::of(Expression::select(below, number(-1.0), side))
}
