//! LOG: logarithms to base two from a table of 32 straight segments.

use super::{INFINITY, ONE, SIGN, exponent, fraction, is_nan, is_zero, magnitude};

/// `log2(1 + i/32) * 2^18`, as the silicon holds it; the last entry closes the last segment.
static BASE: [u32; 33] = [
    0, 11702, 22973, 33939, 44589, 54950, 65056, 74856, 84430, 93767, 102879, 111777, 120470, 128969, 137279,
    145412, 153374, 161170, 168811, 176299, 183642, 190844, 197914, 204853, 211667, 218359, 224937, 231401,
    237757, 244008, 250155, 256213, 262143,
];

/// The logarithm of a magnitude in two parts: the whole, and 2^26 times what is above it. Means nothing for
/// zeros, infinities and NaNs.
#[inline(always)]
pub(super) fn fixed(x: u32) -> (i32, u32) {
    let segment = (fraction(x) >> 18) as usize;
    let slope = BASE[segment + 1] - BASE[segment];
    let tail = 256 * BASE[segment] + slope * ((fraction(x) >> 10) & 255);
    (exponent(x) as i32 - 127, tail)
}

/// LOG.x: the exponent as a number. -Inf for zero, +Inf for infinity, a NaN without its sign.
#[inline(always)]
pub fn whole(x: u32) -> u32 {
    let value = (exponent(x) as i32 - 127) as f32;
    special(x, value.to_bits())
}

/// LOG.y: the significand in [1, 2). 1 for zero and infinity, a NaN without its sign.
#[inline(always)]
pub const fn significand(x: u32) -> u32 {
    let value = if is_zero(x) { ONE } else { ONE | fraction(x) };
    if is_nan(x) { magnitude(x) } else { value }
}

/// LOG.z: the logarithm of the magnitude, good to twelve bits. -Inf for zero, +Inf for infinity, a NaN
/// without its sign.
#[inline(always)]
pub fn whole_and_part(x: u32) -> u32 {
    // 34 bits are exact in a double, and dropping its low 29 bits truncates to 24.
    let (whole, tail) = fixed(x);
    let exact = f64::from(whole) + f64::from(tail as i32) * (1.0 / 67_108_864.0);
    let truncated = f64::from_bits(exact.to_bits() & !0x1fff_ffff) as f32;
    special(x, truncated.to_bits())
}

/// Replaces the results for zero, infinity and NaN.
#[inline(always)]
const fn special(x: u32, value: u32) -> u32 {
    let value = if is_zero(x) { SIGN | INFINITY } else { value };
    if magnitude(x) >= INFINITY {
        magnitude(x)
    } else {
        value
    }
}

/// LOG: `(exponent, significand, log2|x|, 1)`.
#[inline(always)]
pub fn logarithm(x: u32) -> [u32; 4] {
    [whole(x), significand(x), whole_and_part(x), ONE]
}
