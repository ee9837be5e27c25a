//! The smaller of two numbers: with a NaN the first, or NaN where either is.

use crate::form::{BuiltIn, Expression, Type};
use crate::raise::library::body::{Body, or_nan};

/// The first where either is NaN.
pub(crate) fn first_of_nan(own: Type, precise: bool) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let above = Expression::less(b.clone(), a.clone());
    Body::chosen(Expression::select(above, b, a), precise)
}

/// NaN where either is.
pub(crate) fn nan(own: Type) -> Body {
    let both = [0, 1].map(|at| Expression::argument(at, own)).into();
    Body::of(or_nan(own, Expression::built_in(BuiltIn::Minimum, both)))
}
