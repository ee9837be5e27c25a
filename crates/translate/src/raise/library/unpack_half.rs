//! Two numbers of binary16 from a word.

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// What is smaller than normal numbers are, targets may make zeros of (Vulkan, "Precision and Operation of SPIR-V
/// Instructions"); as an integer it is exact, and its multiple of 2^-24 is a normal number of binary32.
pub(crate) fn unpack_half(own: Type) -> Body {
    let word = || Expression::argument(0, own);
    let words = |bits| Expression::bits(own.scalar, bits, 2);
    let binary = Expression::binary;
    let mut body = Body::new();
    let fields = body.local("fields", Type::new(own.scalar, 2));
    let high = binary(Binary::ShiftRight, word(), Expression::bits(own.scalar, 16, 1));
    body.set(fields, Expression::construct(vec![word(), high]));
    let magnitude = binary(Binary::BitAnd, fields.read(), words(0x7fff));
    let sign = binary(Binary::BitAnd, fields.read(), words(0x8000));
    let sign = binary(Binary::ShiftLeft, sign, words(16));
    let step = Expression::float(f32::from_bits(0x3380_0000), 2);
    let small = binary(Binary::Multiply, magnitude.clone().convert(Scalar::Float), step);
    let small = binary(Binary::BitOr, small.reinterpret(own.scalar), sign);
    let is_small = binary(Binary::Less, magnitude, words(0x400));
    let normal = Expression::built_in(BuiltIn::UnpackHalf, vec![word()]);
    body.give(Expression::select(
        is_small,
        small.reinterpret(Scalar::Float),
        normal,
    ))
}
