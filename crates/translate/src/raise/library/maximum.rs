//! The larger of two numbers: with a NaN as the first the second, or NaN where either is.

use crate::form::{BuiltIn, Expression, Type};
use crate::raise::library::body::{Body, or_nan};

/// The second where the first is NaN.
pub(crate) fn second_of_nan(own: Type, precise: bool) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let above = Expression::less(b.clone(), a.clone());
    Body::chosen(Expression::select(above, a, b), precise)
}

/// NaN where either is.
pub(crate) fn nan(own: Type) -> Body {
    let both = [0, 1].map(|at| Expression::argument(at, own)).into();
    Body::of(or_nan(own, Expression::built_in(BuiltIn::Maximum, both)))
}
