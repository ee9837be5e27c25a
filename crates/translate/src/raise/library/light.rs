//! LIT: `(1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1)`.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// The largest exponent.
const LIMIT: f32 = 128.0 - 1.0 / 256.0;

/// With an exponent within ±(128 − 1/256), of which 0 to the 0 is 1; NaN stays NaN.
pub(crate) fn clamped(call: &mut Call<'_>) -> Body {
    light(call, |call, base, exponent| {
        let [low, high] = [-LIMIT, LIMIT].map(|bound| Expression::float(bound, 1));
        let within = Expression::built_in(BuiltIn::Clamp, vec![exponent.clone(), low, high]);
        let exponent = Expression::select(exponent.clone().is_nan(), exponent, within);
        call(Helper::Power, vec![base, exponent])
    })
}

/// With any exponent, and the special values of POW (FP1.0).
pub(crate) fn unclamped(call: &mut Call<'_>) -> Body {
    light(call, |call, base, exponent| {
        let logarithm = call(Helper::LogarithmOfBase, vec![base]);
        let product = Expression::binary(Binary::Multiply, exponent, logarithm);
        Expression::built_in(BuiltIn::Exp2, vec![product])
    })
}

fn light(
    call: &mut Call<'_>,
    power: impl FnOnce(&mut Call<'_>, Expression, Expression) -> Expression,
) -> Body {
    let a = |at| Expression::argument(0, Type::VEC4).component(at);
    let [zero, one] = [0.0, 1.0].map(|value| Expression::float(value, 1));
    let mut body = Body::new();
    let diffuse = body.local("diffuse", Type::FLOAT);
    let specular = body.local("specular", Type::FLOAT);
    for (at, local) in [(0, diffuse), (1, specular)] {
        // NaN stays: it is not below 0.
        body.set(local, call(Helper::Maximum, vec![zero.clone(), a(at)]));
    }
    let power = power(call, specular.read(), a(3));
    let is_lit = Expression::less(zero.clone(), diffuse.read());
    let lit = Expression::select(is_lit, power, zero);
    body.give(Expression::construct(vec![one.clone(), diffuse.read(), lit, one]))
}
