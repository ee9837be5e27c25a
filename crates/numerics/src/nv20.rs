//! The number system of the GeForce 3 vertex processor (NV20), exact to the bit.
//!
//! Everything here works on bit patterns (`u32`), because the machine's operations are defined on them: a
//! MOV keeps the payload of a NaN, and MIN orders NaNs. The bodies are free of branches and calls, so a
//! loop over lanes that calls one becomes vector code ([`lanes`]); there is one definition for both.
//!
//! The arithmetic is that of the silicon, not of NV_vertex_program section 2.14.1.11, which promises less:
//! products are truncated, sums are aligned to the largest exponent with five guard bits and no sticky bit,
//! overflow gives the largest finite number, and the special functions come from seed tables.
//! No instruction word and no register is known here.

pub mod compare;
pub mod expansion;
pub mod exponential;
pub mod lanes;
pub mod light;
pub mod logarithm;
pub mod multiply;
pub mod reciprocal;
pub mod square_root;
pub mod sum;
pub mod vector;

/// The one NaN that arithmetic makes.
pub const CANONICAL_NAN: u32 = 0x7fff_ffff;
/// The largest finite magnitude, where overflow ends.
pub const LARGEST: u32 = 0x7f7f_ffff;
/// Positive infinity.
pub const INFINITY: u32 = 0x7f80_0000;
/// 1.0.
pub const ONE: u32 = 0x3f80_0000;
/// The sign bit.
pub const SIGN: u32 = 0x8000_0000;

/// The eight exponent bits.
#[inline(always)]
const fn exponent(x: u32) -> u32 {
    (x >> 23) & 0xff
}

/// The 23 stored bits of the significand.
#[inline(always)]
const fn fraction(x: u32) -> u32 {
    x & 0x7f_ffff
}

/// The value without its sign.
#[inline(always)]
const fn magnitude(x: u32) -> u32 {
    x & !SIGN
}

/// Whether the exponent field is 0: zero, or a denormal that most operations take for zero.
#[inline(always)]
const fn is_zero(x: u32) -> bool {
    magnitude(x) < 0x80_0000
}

/// Whether it is a NaN, quiet or not.
#[inline(always)]
const fn is_nan(x: u32) -> bool {
    magnitude(x) > INFINITY
}

/// Puts a number together: an exponent field of 0 or less gives zero, one of 255 or more the largest finite
/// number, both with the sign. `significand` holds 24 bits, the top one set.
#[inline(always)]
const fn pack(sign: u32, exponent: i32, significand: u32) -> u32 {
    let inside = ((exponent as u32) << 23).wrapping_add(significand & 0x7f_ffff);
    let low = if exponent <= 0 { 0 } else { inside };
    sign | if exponent >= 255 { LARGEST } else { low }
}
