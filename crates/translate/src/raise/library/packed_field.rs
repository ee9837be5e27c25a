//! A number as the integer of a field of a packed word: rounded as if the product with the scale were exact, and 0 for NaN.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// Of a number clamped between `low` and 1 the product with `power` − 1, rounded to the nearest integer, of two to the even
/// one; `power` is a power of two.
///
/// The product is the difference of an exact one and the number, and what that difference loses is found exactly (T. J.
/// Dekker, *A floating-point technique for extending the available precision*, 1971: Fast2Sum). It decides where the
/// rounded product lies half-way between two integers, as that of 0.3 and 255 does.
pub(crate) fn packed_field(low: f32, power: f32) -> Body {
    let a = Expression::argument(0, Type::FLOAT);
    let number = |value| Expression::float(value, 1);
    let difference = |a, b| Expression::binary(Binary::Subtract, a, b);
    let mut body = Body::new();
    let [clamped, scaled, product, lost, nearest, excess] =
        ["clamped", "scaled", "product", "lost", "nearest", "excess"]
            .map(|name| body.local(name, Type::FLOAT));
    let within = Expression::built_in(BuiltIn::Clamp, vec![a.clone(), number(low), number(1.0)]);
    body.set(clamped, Expression::select(a.is_nan(), number(0.0), within));
    let exact = Expression::binary(Binary::Multiply, clamped.read(), number(power));
    body.set(scaled, exact);
    body.set(product, difference(scaled.read(), clamped.read()));
    let rest = difference(scaled.read(), product.read());
    body.set(lost, difference(rest, clamped.read()));
    body.set(
        nearest,
        Expression::built_in(BuiltIn::RoundEven, vec![product.read()]),
    );
    body.set(excess, difference(product.read(), nearest.read()));
    let magnitude = Expression::built_in(BuiltIn::Absolute, vec![excess.read()]);
    let is_half = Expression::binary(Binary::Equal, magnitude, number(0.5));
    let side = Expression::binary(Binary::Multiply, excess.read(), lost.read());
    let is_beyond = Expression::less(number(0.0), side);
    let step = Expression::binary(Binary::Multiply, excess.read(), number(2.0));
    let next = Expression::binary(Binary::Add, nearest.read(), step);
    body.set_where(
        Expression::binary(Binary::And, is_half, is_beyond),
        vec![(nearest, next)],
    );
    body.give(nearest.read())
}
