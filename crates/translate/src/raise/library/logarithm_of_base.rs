//! The base-2 logarithm of which that of zero is -Inf.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// The target's own logarithm leaves zero open.
pub(crate) fn logarithm_of_base(own: Type) -> Body {
    let a = Expression::argument(0, own);
    let infinity = Expression::float(f32::NEG_INFINITY, own.width);
    let zero = Expression::zero(own.scalar, own.width);
    let is_zero = Expression::binary(Binary::Equal, a.clone(), zero);
    let logarithm = Expression::built_in(BuiltIn::Log2, vec![a]);
    Body::of(Expression::select(is_zero, infinity, logarithm))
}
