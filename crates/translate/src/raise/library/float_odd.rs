//! A number of 64 bits as a float of 32 that is odd where it is not the number itself.

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// Rounded once more to fewer bits, it gives what the number itself would.
pub(crate) fn float_odd(own: Type, call: &mut Call<'_>) -> Body {
    let a = || Expression::argument(0, own);
    let magnitude = || Expression::built_in(BuiltIn::Absolute, vec![a()]);
    let mut body = Body::new();
    let near = body.local("near", own.with_scalar(Scalar::Float));
    body.set(near, call(Helper::FloatInward, vec![magnitude()]));
    let bits = near.read().reinterpret(Scalar::Uint);
    let odd = Expression::binary(Binary::BitOr, bits, Expression::bits(Scalar::Uint, 1, own.width));
    let same = Expression::binary(Binary::Equal, near.read().convert(Scalar::Double), magnitude());
    let rounded = Expression::select(same, near.read(), odd.reinterpret(Scalar::Float));
    let zero = || Expression::zero(Scalar::Double, own.width);
    let signed = Expression::select(Expression::less(a(), zero()), rounded.clone().negate(), rounded);
    let is_zero = Expression::binary(Binary::Equal, a(), zero());
    body.give(Expression::select(is_zero, a().convert(Scalar::Float), signed))
}
