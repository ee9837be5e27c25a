//! EXP of VP1.x: 2 to the whole part, the fraction, 2 to the whole number.

use crate::form::{Binary, BuiltIn, Expression, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// The fraction is 0 where 2 to the whole part overflows or underflows.
pub(crate) fn exponential_vp1(call: &mut Call<'_>) -> Body {
    let a = Expression::argument(0, Type::FLOAT);
    let zero = Expression::float(0.0, 1);
    let exp2 = |value| Expression::built_in(BuiltIn::Exp2, vec![value]);
    let mut body = Body::new();
    let whole = body.local("whole", Type::FLOAT);
    let floor = Expression::built_in(BuiltIn::Floor, vec![a.clone()]);
    body.set(whole, exp2(floor));
    let infinity = Expression::float(f32::INFINITY, 1);
    let inside = Expression::binary(
        Binary::And,
        Expression::less(zero.clone(), whole.read()),
        Expression::less(whole.read(), infinity),
    );
    let inside = Expression::binary(Binary::Or, inside, whole.read().is_nan());
    let fraction = call(Helper::Fraction, vec![a.clone()]);
    let second = Expression::select(inside.clone(), fraction, zero);
    let third = Expression::select(inside, exp2(a), whole.read());
    let one = Expression::float(1.0, 1);
    body.give(Expression::construct(vec![whole.read(), second, third, one]))
}
