//! The low bits of a whole number, as many as an unsigned integer has; for infinities and NaN the nearest one.

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// The low bits of the magnitude, which takes no more bits than the float has, and then with the sign.
pub(crate) fn whole_modulo(own: Type, to: Scalar, call: &mut Call<'_>) -> Body {
    let a = || Expression::argument(0, own);
    let near = call(Helper::nearest(to.signed()), vec![a()]).reinterpret(to);
    let mut body = Body::new();
    let magnitude = body.local("magnitude", own);
    let words = body.local("words", own.with_scalar(to));
    let number = |value| Expression::number(own.scalar, value, own.width);
    let modulus = || number(to.unsigned_end());
    body.set(magnitude, Expression::built_in(BuiltIn::Absolute, vec![a()]));
    let quotient = Expression::binary(Binary::Divide, magnitude.read(), modulus());
    let whole = Expression::built_in(BuiltIn::Floor, vec![quotient]);
    let multiple = Expression::binary(Binary::Multiply, whole, modulus());
    let rest = Expression::binary(Binary::Subtract, magnitude.read(), multiple);
    body.set(words, rest.convert(to));
    let negative = Expression::binary(Binary::Subtract, Expression::zero(to, own.width), words.read());
    let signed = Expression::select(Expression::less(a(), number(0.0)), negative, words.read());
    let finite = Expression::less(magnitude.read(), number(f64::INFINITY));
    body.give(Expression::select(finite, signed, near))
}
