//! RCP and RCC: a seed of seven bits and two Newton steps in integers.

use super::{CANONICAL_NAN, INFINITY, SIGN, exponent, fraction, is_nan, is_zero, magnitude};

/// The seeds, `round(2^13 / (64 + i + 1/2))` for the top six fraction bits `i`.
static SEED: [u32; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let divisor = 129 + 2 * i as u32;
        table[i] = (2 * (1 << 14) + divisor) / (2 * divisor);
        i += 1;
    }
    table
};

/// 24 bits of the reciprocal of a significand that is not a power of two.
#[inline(always)]
fn newton(fraction: u32) -> u32 {
    let significand = (fraction | 0x80_0000) as u64;
    let seed = SEED[(fraction >> 17) as usize] as u64;
    // Both steps subtract less than they start from, so nothing wraps.
    let once = (((1 << 31) - seed * significand) * seed) >> 24;
    ((((1 << 37) - once * significand) * once) >> 25) as u32
}

/// RCP: the reciprocal.
///
/// A zero or denormal gives an infinity with its sign, an infinity a zero with its sign, NaN the canonical
/// NaN. Results below the normal range are zero with the sign. Powers of two are exact; the rest is off by
/// at most 2^-22.1 of its value.
#[inline(always)]
pub fn reciprocal(x: u32) -> u32 {
    let sign = x & SIGN;
    let exact = fraction(x) == 0;
    let field = if exact { 254 } else { 253 } - exponent(x) as i32;
    let tail = if exact { 0 } else { newton(fraction(x)) & 0x7f_ffff };
    let value = if field <= 0 {
        0
    } else {
        ((field as u32) << 23) | tail
    };
    let value = sign | if is_zero(x) { INFINITY } else { value };
    if is_nan(x) { CANONICAL_NAN } else { value }
}

/// RCC: the reciprocal with its magnitude clamped to 2^-64 .. 2^64.
#[inline(always)]
pub fn reciprocal_clamped(x: u32) -> u32 {
    let value = reciprocal(x);
    let clamped = (value & SIGN) | magnitude(value).clamp(0x1f80_0000, 0x5f80_0000);
    if is_nan(x) { CANONICAL_NAN } else { clamped }
}
