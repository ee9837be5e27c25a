//! The sign of a number: -1, 0 or 1, and NaN for NaN.

use crate::form::{BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// The target's own sign leaves NaN open.
pub(crate) fn sign(own: Type) -> Body {
    let a = Expression::argument(0, own);
    let sign = Expression::built_in(BuiltIn::Sign, vec![a.clone()]);
    Body::of(Expression::select(a.is_nan(), a, sign))
}
