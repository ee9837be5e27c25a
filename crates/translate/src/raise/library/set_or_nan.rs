//! A comparison: 1 where it holds, else 0; NaN where either number is (VP2.0).

use crate::form::{Binary, Expression, Scalar, Type};
use crate::raise::library::body::{Body, or_nan};

/// One of the comparisons.
pub(crate) fn set_or_nan(own: Type, comparison: Binary) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let truth = Expression::binary(comparison, a, b).convert(Scalar::Float);
    Body::of(or_nan(own, truth))
}
