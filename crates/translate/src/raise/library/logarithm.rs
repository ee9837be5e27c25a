//! LOG: exponent, mantissa and logarithm of a magnitude.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::Body;

/// Exponent and mantissa hold together even where the target's logarithm is off at a power of two.
pub(crate) fn logarithm() -> Body {
    let a = Expression::argument(0, Type::FLOAT);
    let number = |value| Expression::float(value, 1);
    let built = |function, value| Expression::built_in(function, vec![value]);
    let mut body = Body::new();
    let [magnitude, logarithm, exponent, mantissa] =
        ["magnitude", "logarithm", "exponent", "mantissa"].map(|name| body.local(name, Type::FLOAT));
    body.set(magnitude, built(BuiltIn::Absolute, a));
    body.set(logarithm, built(BuiltIn::Log2, magnitude.read()));
    body.set(exponent, built(BuiltIn::Floor, logarithm.read()));
    // Of the largest numbers the logarithm is rounded up to 128, of which there is no power.
    let is_beyond = Expression::binary(Binary::Equal, exponent.read(), number(128.0));
    body.set_where(is_beyond, vec![(exponent, number(127.0))]);
    let scale = built(BuiltIn::Exp2, exponent.read());
    body.set(
        mantissa,
        Expression::binary(Binary::Divide, magnitude.read(), scale),
    );
    let equals = |value| Expression::binary(Binary::Equal, magnitude.read(), number(value));
    let edge = Expression::binary(Binary::Or, equals(0.0), equals(f32::INFINITY));
    body.set_where(edge, vec![(mantissa, number(1.0))]);
    // One step up or down, where the mantissa is not in [1, 2).
    let step = |operation, factor| {
        let stepped = Expression::binary(operation, exponent.read(), number(1.0));
        let scaled = Expression::binary(Binary::Multiply, mantissa.read(), number(factor));
        vec![(exponent, stepped), (mantissa, scaled)]
    };
    let above = Expression::binary(Binary::GreaterOrEqual, mantissa.read(), number(2.0));
    body.set_where(above, step(Binary::Add, 0.5));
    let below = Expression::less(mantissa.read(), number(1.0));
    body.set_where(below, step(Binary::Subtract, 2.0));
    let all = [exponent, mantissa, logarithm].map(|local| local.read());
    let all = all.into_iter().chain([number(1.0)]);
    body.give(Expression::construct(all.collect()))
}
