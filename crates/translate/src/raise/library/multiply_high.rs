//! The high half of a product.

use crate::form::{Binary, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// Schoolbook multiplication in halves of the numbers.
pub(crate) fn multiply_high(own: Type) -> Body {
    let (scalar, width) = (own.scalar, own.width);
    let half = i64::from(scalar.bits() / 2);
    let low_bits = Expression::integer(scalar, (1 << half) - 1, width);
    // Numbers of 64 bits are moved by an amount of 32.
    let amount = Expression::integer(Scalar::Uint, half, width);
    let low_of = |value| Expression::binary(Binary::BitAnd, value, low_bits.clone());
    let high_of = |value| Expression::binary(Binary::ShiftRight, value, amount.clone());
    let low = |at| low_of(Expression::argument(at, own));
    let high = |at| high_of(Expression::argument(at, own));
    let product = |a, b| Expression::binary(Binary::Multiply, a, b);
    let sum = |a, b| Expression::binary(Binary::Add, a, b);
    let mut body = Body::new();
    let first = body.local("first", own);
    let second = body.local("second", own);
    body.set(
        first,
        sum(product(high(0), low(1)), high_of(product(low(0), low(1)))),
    );
    body.set(second, sum(product(low(0), high(1)), low_of(first.read())));
    let whole = sum(product(high(0), high(1)), high_of(first.read()));
    body.give(sum(whole, high_of(second.read())))
}
