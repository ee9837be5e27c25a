//! A number clamped between a lower bound, which NaN gives, and 1.

use crate::form::{BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// Clamped to [0, 1].
pub(crate) fn unsigned(own: Type) -> Body {
    saturate(own, Expression::zero(own.scalar, own.width))
}

/// Clamped to [-1, 1].
pub(crate) fn signed(own: Type) -> Body {
    saturate(own, Expression::number(own.scalar, 1.0, own.width).negate())
}

fn saturate(own: Type, low: Expression) -> Body {
    let a = Expression::argument(0, own);
    let one = Expression::number(own.scalar, 1.0, own.width);
    let within = Expression::built_in(BuiltIn::Minimum, vec![a.clone(), one]);
    Body::of(Expression::select(Expression::less(low.clone(), a), within, low))
}
