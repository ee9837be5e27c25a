//! The number system of the VideoCore IV QPU: ALU operations, packs and the special function unit, to the bit.
//!
//! One element at a time, on 32-bit patterns, in [`float`], [`integer`], [`bytes`], [`pack`], [`unpack`] and
//! [`sfu`]; sixteen at a time, with the same results, in [`lanes`]. No encoding and no register is known here.
//!
//! The machine has no NaN, no denormals and no rounding but truncation: an operand with exponent 255 counts as
//! an infinity of its sign, one with exponent 0 as +0. Source: vectors measured on hardware and published with
//! doe300/VC4C; where nothing was measured the item says so.

pub mod bytes;
pub mod float;
pub mod integer;
pub mod lanes;
pub mod pack;
pub mod sfu;
pub mod unpack;

/// The result of an ALU operation of one element: 32 bits and the carry flag.
///
/// The other two flags follow from the result: Z is `value == 0`, N is bit 31.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The result as a bit pattern, before packing.
    pub value: u32,
    /// The C flag.
    pub carry: bool,
}

impl Outcome {
    /// A result and its carry flag.
    pub const fn new(value: u32, carry: bool) -> Outcome {
        Outcome { value, carry }
    }
}
