//! The truncating multiplier.

use super::{CANONICAL_NAN, INFINITY, SIGN, exponent, fraction, is_nan, is_zero, magnitude, pack};

/// The product, truncated to 24 bits.
///
/// Zero or a denormal times anything, infinities and NaNs too, is +0. Otherwise a NaN gives the canonical
/// NaN, an infinity an infinity, underflow a zero with the sign of the product and overflow the largest
/// finite number.
#[inline(always)]
pub const fn multiply(a: u32, b: u32) -> u32 {
    let sign = (a ^ b) & SIGN;
    let product = (fraction(a) | 0x80_0000) as u64 * (fraction(b) | 0x80_0000) as u64;
    // 24 or 25 bits remain; the carry moves the exponent.
    let high = (product >> 23) as u32;
    let carry = high >> 24;
    let significand = if carry != 0 { high >> 1 } else { high };
    let finite = pack(
        sign,
        exponent(a) as i32 + exponent(b) as i32 - 127 + carry as i32,
        significand,
    );
    let infinite = magnitude(a) >= INFINITY || magnitude(b) >= INFINITY;
    let value = if infinite { sign | INFINITY } else { finite };
    let value = if is_nan(a) | is_nan(b) {
        CANONICAL_NAN
    } else {
        value
    };
    if is_zero(a) | is_zero(b) { 0 } else { value }
}
