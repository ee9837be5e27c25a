//! EXP: powers of two from a table of 32 straight segments, and the floor that ARL shares with it.

use super::{CANONICAL_NAN, INFINITY, ONE, exponent, fraction, is_nan, is_zero, magnitude};

/// `(2^(i/32) - 1) * 2^14`, as the silicon holds it; the last entry closes the last segment.
static BASE: [u32; 33] = [
    0, 359, 725, 1100, 1483, 1874, 2274, 2683, 3100, 3527, 3963, 4408, 4863, 5329, 5804, 6290, 6787, 7294,
    7812, 8342, 8884, 9437, 10002, 10580, 11171, 11774, 12391, 13020, 13665, 14322, 14995, 15684, 16383,
];

/// `floor(x * 2^13)`, saturated to 32 bits; 0 for a magnitude below 2^-23. Means nothing for a NaN.
#[inline(always)]
pub const fn fixed(x: u32) -> i32 {
    let significand = (fraction(x) | 0x80_0000) as i32;
    let negative = (x as i32) >> 31;
    let signed = (significand ^ negative) - negative;
    let shift = exponent(x) as i32 - 137;
    let right = if shift < -31 { 31 } else { -shift & 31 };
    let small = signed >> right;
    let large = signed << (shift & 7);
    let value = if shift < 0 { small } else { large };
    let limit = i32::MAX ^ negative;
    let value = if shift > 7 { limit } else { value };
    if exponent(x) < 104 { 0 } else { value }
}

/// The floor that ARL loads and EXP splits its argument at.
///
/// Magnitudes below 2^-23 count as 0, so the floor of -1e-10 is 0. Out-of-range values and infinities
/// saturate; a NaN gives the value of an infinity of its sign.
#[inline(always)]
pub const fn floor(x: u32) -> i32 {
    fixed(x) >> 13
}

/// Two to the power `fixed / 2^13`: 0 below 2^-126, +Inf from 2^128 on, else exponent and table.
#[inline(always)]
pub(super) fn power(fixed: i32) -> u32 {
    let segment = (fixed >> 8) as usize & 31;
    let base = BASE[segment];
    let slope = BASE[segment + 1] - base;
    let tail = 2 * (256 * base + slope * (fixed as u32 & 255));
    with_exponent(fixed >> 13, tail)
}

/// `2^whole` with the fraction bits `tail`, zero or infinite outside the normal range.
#[inline(always)]
const fn with_exponent(whole: i32, tail: u32) -> u32 {
    let inside = ((whole.wrapping_add(127) as u32) << 23) | tail;
    let low = if whole <= -127 { 0 } else { inside };
    if whole >= 128 { INFINITY } else { low }
}

/// EXP.x: two to the power of the floor. +Inf for a NaN.
#[inline(always)]
pub const fn whole_power(x: u32) -> u32 {
    let value = with_exponent(floor(x), 0);
    if is_nan(x) { INFINITY } else { value }
}

/// EXP.y: the part above the floor.
///
/// Exact but for -1 < x < 0, where 1 - |x| is rounded down to a multiple of 2^-23; a magnitude below 2^-23 gives 1.0
/// there. A NaN passes untouched.
#[inline(always)]
pub fn part_above_floor(x: u32) -> u32 {
    let negative = (x as i32) >> 31;
    let significand = (fraction(x) | 0x80_0000) as i32;
    let signed = (significand ^ negative) - negative;
    let shift = exponent(x) as i32 - 127;
    // In units of 2^-23, rounded down; bits above the point fall out at the top or are masked away.
    let below = signed >> if shift < -31 { 31 } else { -shift & 31 };
    let above = if shift > 22 { 0 } else { signed << (shift & 31) };
    let steps = if shift < 0 { below } else { above } & 0x7f_ffff;
    let steps = if shift < -23 { 0x80_0000 } else { steps };
    let value = (steps as f32 * (1.0 / 8_388_608.0)).to_bits();
    let value = if negative == 0 && shift < 0 { x } else { value };
    let value = if is_zero(x) || magnitude(x) == INFINITY {
        0
    } else {
        value
    };
    if is_nan(x) { x } else { value }
}

/// EXP.z: two to the power of `x`, good to twelve bits. A NaN gives the canonical NaN.
#[inline(always)]
pub fn whole_and_part(x: u32) -> u32 {
    if is_nan(x) { CANONICAL_NAN } else { power(fixed(x)) }
}

/// EXP: `(2^floor(x), x - floor(x), 2^x, 1)`.
#[inline(always)]
pub fn exponential(x: u32) -> [u32; 4] {
    [whole_power(x), part_above_floor(x), whole_and_part(x), ONE]
}
