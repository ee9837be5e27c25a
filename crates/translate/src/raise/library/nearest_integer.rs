//! A whole number as an integer of a kind, the nearest where there is none; 0 for NaN.

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// The body of the conversion. Of numbers that are too large it gives the last integer before the end of the kind.
pub(crate) fn nearest_integer(own: Type, to: Scalar) -> Body {
    let a = Expression::argument(0, own);
    let end = to.unsigned_end();
    let (least, most, last) = match to.is_unsigned() {
        true => (0.0, end, -1),
        false => (-end / 2.0, end / 2.0, i64::MAX >> (64 - to.bits())),
    };
    let number = |value| Expression::number(own.scalar, value, own.width);
    let above = Expression::binary(Binary::GreaterOrEqual, a.clone(), number(most));
    let low = Expression::built_in(BuiltIn::Maximum, vec![a.clone(), number(least)]).convert(to);
    let number = Expression::select(above, Expression::integer(to, last, own.width), low);
    let zero = Expression::zero(to, own.width);
    Body::of(Expression::select(a.is_nan(), zero, number))
}
