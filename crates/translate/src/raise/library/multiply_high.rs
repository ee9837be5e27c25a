//! The high half of a product of 32-bit numbers.

use crate::form::{Binary, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// Schoolbook multiplication in halves of 16 bits.
pub(crate) fn multiply_high(width: u8) -> Body {
    let ty = Type::new(Scalar::Uint, width);
    let number = |value| Expression::bits(Scalar::Uint, value, width);
    let low_of = |value| Expression::binary(Binary::BitAnd, value, number(0xffff));
    let high_of = |value| Expression::binary(Binary::ShiftRight, value, number(16));
    let low = |at| low_of(Expression::argument(at, ty));
    let high = |at| high_of(Expression::argument(at, ty));
    let product = |a, b| Expression::binary(Binary::Multiply, a, b);
    let sum = |a, b| Expression::binary(Binary::Add, a, b);
    let mut body = Body::new();
    let first = body.local("first", ty);
    let second = body.local("second", ty);
    body.set(
        first,
        sum(product(high(0), low(1)), high_of(product(low(0), low(1)))),
    );
    body.set(second, sum(product(low(0), high(1)), low_of(first.read())));
    let whole = sum(product(high(0), high(1)), high_of(first.read()));
    body.give(sum(whole, high_of(second.read())))
}
