//! A number rounded to binary16, which stays a float of 32 bits.

use quadrille_numerics::convert::Rounding;

use crate::form::{Binary, BuiltIn, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// The largest number of binary16.
const MOST: f32 = 65504.0;

/// The distance of neighbours is a power of two by the exponent, and no smaller than that of denormals.
pub(crate) fn half(width: u8, rounding: Rounding) -> Body {
    let ty = Type::new(Scalar::Float, width);
    let a = Expression::argument(0, ty);
    let number = |value| Expression::float(value, width);
    let built = |function, arguments| Expression::built_in(function, arguments);
    let mut body = Body::new();
    let magnitude = body.local("magnitude", ty);
    let step = body.local("step", ty);
    body.set(magnitude, built(BuiltIn::Absolute, vec![a.clone()]));
    let exponent = built(BuiltIn::Log2, vec![magnitude.read()]);
    let exponent = built(BuiltIn::Floor, vec![exponent]);
    let exponent = built(BuiltIn::Clamp, vec![exponent, number(-14.0), number(15.0)]);
    let distance = Expression::binary(Binary::Subtract, exponent, number(10.0));
    body.set(step, built(BuiltIn::Exp2, vec![distance]));
    let quotient = Expression::binary(Binary::Divide, a.clone(), step.read());
    let whole = match rounding {
        Rounding::Nearest => BuiltIn::RoundEven,
        Rounding::Down => BuiltIn::Floor,
        Rounding::Up => BuiltIn::Ceiling,
        Rounding::TowardZero => BuiltIn::Truncate,
    };
    let rounded = Expression::binary(Binary::Multiply, built(whole, vec![quotient]), step.read());
    let (low, high) = (number(-MOST), number(MOST));
    let rounded = match rounding {
        Rounding::Nearest => rounded,
        Rounding::Down => built(BuiltIn::Minimum, vec![rounded, high]),
        Rounding::Up => built(BuiltIn::Maximum, vec![rounded, low]),
        Rounding::TowardZero => built(BuiltIn::Clamp, vec![rounded, low, high]),
    };
    // Rounded to the nearest, the result is infinite from half-way between the largest number and the next one
    // on. Rounded otherwise, it is what packing makes of more than the largest number.
    let most = match rounding {
        Rounding::Nearest => 65520.0,
        Rounding::Down | Rounding::Up | Rounding::TowardZero => f32::INFINITY,
    };
    let inside = Expression::less(magnitude.read(), number(most));
    let outside = Expression::binary(Binary::Multiply, a, number(f32::INFINITY));
    body.give(Expression::select(inside, rounded, outside))
}
