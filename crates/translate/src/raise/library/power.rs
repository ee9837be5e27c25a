//! A power as 2 to a product with a logarithm; 0 to the 0 is 1.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// 1 for an exponent of zero, unless the base is below zero or NaN.
pub(crate) fn power(own: Type, call: &mut Call<'_>) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let zero = Expression::zero(own.scalar, own.width);
    let equal = Expression::binary(Binary::Equal, b.clone(), zero.clone());
    let not_below = Expression::binary(Binary::GreaterOrEqual, a.clone(), zero);
    let both = Expression::binary(Binary::And, equal, not_below);
    let logarithm = call(Helper::LogarithmOfBase, vec![a]);
    let product = Expression::binary(Binary::Multiply, b, logarithm);
    let power = Expression::built_in(BuiltIn::Exp2, vec![product]);
    let one = Expression::number(own.scalar, 1.0, own.width);
    Body::of(Expression::select(both, one, power))
}
