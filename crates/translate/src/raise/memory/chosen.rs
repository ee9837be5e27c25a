//! One of several buffers, images or textures, which a number chooses.

use crate::form::{Binary, Expression};

/// Whether a number is this one.
pub(crate) fn is(number: &Expression, this: u32) -> Expression {
    Expression::binary(Binary::Equal, number.clone(), Expression::int(this as i32))
}
