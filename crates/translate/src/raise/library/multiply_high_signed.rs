//! The high half of a product of numbers with signs.

use crate::form::{Binary, Expression, Type};
use crate::raise::library::body::{Body, Call};
use crate::raise::library::helper::Helper;

/// A negative number is too large as an unsigned one, by two to the power of its size.
pub(crate) fn multiply_high_signed(own: Type, call: &mut Call<'_>) -> Body {
    let argument = |at| Expression::argument(at, own);
    let high = call(Helper::MultiplyHigh, vec![argument(0), argument(1)]);
    let excess = |of: u32, by: u32| {
        let signed = own.scalar.signed();
        let zero = Expression::zero(signed, own.width);
        let negative = Expression::less(argument(of).reinterpret(signed), zero);
        Expression::select(negative, argument(by), Expression::zero(own.scalar, own.width))
    };
    let less_one = Expression::binary(Binary::Subtract, high, excess(0, 1));
    Body::of(Expression::binary(Binary::Subtract, less_one, excess(1, 0)))
}
