//! RSQ: a seed of seven bits and two Newton steps in integers.

use super::{CANONICAL_NAN, INFINITY, exponent, fraction, is_nan, is_zero, magnitude};

/// The seeds, `min(127, round(128 / sqrt(m)))`, where `m` is the middle of a 64th of [1, 2) for the first
/// half and of [2, 4) for the second.
static SEED: [u32; 128] = {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 128 {
        // m = middle / 128, so 128 / sqrt(m) = sqrt(2^21 / middle); rounded to n where
        // (2n - 1)^2 * middle <= 2^23 is last true.
        let middle = if i < 64 {
            129 + 2 * i
        } else {
            2 * (129 + 2 * (i - 64))
        } as u32;
        let mut n = 1;
        while (2 * n + 1) * (2 * n + 1) * middle <= 1 << 23 {
            n += 1;
        }
        table[i] = if n > 127 { 127 } else { n };
        i += 1;
    }
    table
};

/// RSQ: the reciprocal of the square root of the magnitude.
///
/// A zero or denormal gives +Inf, an infinity +0, NaN the canonical NaN. Even powers of two come out one
/// unit low: RSQ(1) is 0x3f7fffff.
#[inline(always)]
pub fn reciprocal_square_root(x: u32) -> u32 {
    let even = (exponent(x) & 1) ^ 1;
    let significand = ((fraction(x) | 0x80_0000) << even) as u64;
    let index = (even << 6) | (fraction(x) >> 17);
    let seed = SEED[index as usize] as u64;
    let once = (((3 << 37) - seed * seed * significand) * seed) >> 32;
    let twice = (((3 << 49) - once * once * significand) * once) >> 39;
    let field = 126 - (exponent(x) as i32 - 127 - even as i32) / 2;
    let value = ((field as u32) << 23) | (twice as u32 & 0x7f_ffff);
    let value = if magnitude(x) == INFINITY { 0 } else { value };
    let value = if is_zero(x) { INFINITY } else { value };
    if is_nan(x) { CANONICAL_NAN } else { value }
}
