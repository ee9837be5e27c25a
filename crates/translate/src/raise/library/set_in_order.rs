//! A comparison in the total order of VP1.x: 1 where less, else 0; -0 is below 0, and NaN is above all.

use crate::form::{Binary, Expression, Scalar, Type};
use crate::raise::library::body::Body;

/// Of equal numbers only zeros have reciprocals that differ.
pub(crate) fn set_in_order(own: Type) -> Body {
    let [a, b] = [0, 1].map(|at| Expression::argument(at, own));
    let one = || Expression::number(own.scalar, 1.0, own.width);
    let truth = |mask: Expression| mask.convert(Scalar::Float);
    let inverse = |value: &Expression| Expression::binary(Binary::Divide, one(), value.clone());
    let equal = |a: &Expression, b: &Expression| Expression::binary(Binary::Equal, a.clone(), b.clone());
    let signed = truth(Expression::less(inverse(&a), inverse(&b)));
    let zero = Expression::zero(own.scalar, own.width);
    let last = Expression::select(b.is_nan(), truth(equal(&a, &a)), zero);
    let otherwise = Expression::select(equal(&a, &b), signed, last);
    Body::of(Expression::select(Expression::less(a, b), one(), otherwise))
}
