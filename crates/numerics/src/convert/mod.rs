//! Conversions between the eleven number formats that registers and memory have.
//!
//! Scalar and exact: a value is taken as the real number it stands for, then rounded once. Conversion to
//! normalized texels is not here.

mod binary;
mod format;
mod number;
mod pack;

pub use binary::{Binary, Rounding};
pub use format::Format;
pub use number::{convert, convert_register};
pub use pack::{
    pack_half2, pack_signed4, pack_unsigned2, pack_unsigned4, unpack_half2, unpack_signed4, unpack_unsigned2,
    unpack_unsigned4,
};
