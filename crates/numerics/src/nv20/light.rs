//! LIT: the coefficients of the lighting equation.

use super::{CANONICAL_NAN, INFINITY, ONE, SIGN, exponential, is_nan, is_zero, logarithm};

/// LIT.y: the diffuse coefficient, 0 if the sign bit of `x` is set, else `x` untouched.
#[inline(always)]
pub const fn diffuse(x: u32) -> u32 {
    if x & SIGN != 0 { 0 } else { x }
}

/// LIT.z: the specular coefficient `y^w` for a positive `x`, with `w` clamped to [-128, 128 - 2^-13].
#[inline(always)]
pub fn specular(x: u32, y: u32, w: u32) -> u32 {
    let exponent = exponential::fixed(w).clamp(-0x10_0000, 0xf_ffff);
    // The product of both fixed numbers, rounded down; the part that the whole contributes is exact.
    let (whole, tail) = logarithm::fixed(y);
    let below = (i64::from(tail) * i64::from(exponent)) >> 26;
    let product = whole * exponent + below as i32;
    let negative = w & SIGN != 0;
    let value = exponential::power(product);
    let grows = if negative { 0 } else { INFINITY };
    let value = if y == INFINITY { grows } else { value };
    let base_is_zero = y & SIGN != 0 || is_zero(y);
    let value = if base_is_zero { INFINITY - grows } else { value };
    let value = if is_nan(y) | is_nan(w) {
        CANONICAL_NAN
    } else {
        value
    };
    let value = if is_zero(w) { ONE } else { value };
    if x & SIGN != 0 || is_zero(x) { 0 } else { value }
}

/// LIT: `(1, max(x, 0), y^w, 1)`, or `(1, 0, 0, 1)` where `x` is not positive.
#[inline(always)]
pub fn light([x, y, _, w]: [u32; 4]) -> [u32; 4] {
    [ONE, diffuse(x), specular(x, y, w), ONE]
}
