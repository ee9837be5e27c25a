//! Rounding to integers, by additions: not every processor has an instruction for it.

use super::{NAN, SIGN};

/// Numbers of this magnitude and above are integers; adding it to a smaller one rounds that to an integer.
const INTEGERS: f32 = 8_388_608.0;

/// The nearest integer, ties to even. Exact; keeps the sign, of zeros too, and infinities; NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn round(x: f32) -> f32 {
    finish(x, signed(x, nearest(x)))
}

/// The largest integer not above `x`. Exact; keeps zeros and infinities with their sign; NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    let nearest = signed(x, nearest(x));
    let excess = if nearest > x { 1.0 } else { 0.0 };
    finish(x, nearest - excess)
}

/// The smallest integer not below `x`. Exact; keeps zeros and infinities with their sign, and numbers above −1
/// and below 0 give −0; NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn ceiling(x: f32) -> f32 {
    let negated = f32::from_bits(x.to_bits() ^ SIGN);
    let nearest = signed(negated, nearest(x));
    let excess = if nearest > negated { 1.0 } else { 0.0 };
    finish(x, f32::from_bits((nearest - excess).to_bits() ^ SIGN))
}

/// The integer next to `x` towards zero. Exact; keeps the sign, of zeros too, and infinities; NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn truncate(x: f32) -> f32 {
    let nearest = nearest(x);
    let excess = if nearest > magnitude(x) { 1.0 } else { 0.0 };
    finish(x, signed(x, nearest - excess))
}

/// The integer nearest to the magnitude, where that is below [`INTEGERS`].
#[inline(always)]
fn nearest(x: f32) -> f32 {
    (magnitude(x) + INTEGERS) - INTEGERS
}

#[inline(always)]
fn magnitude(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & !SIGN)
}

/// A magnitude with the sign of `x`.
#[inline(always)]
fn signed(x: f32, magnitude: f32) -> f32 {
    f32::from_bits(magnitude.to_bits() | x.to_bits() & SIGN)
}

/// The result for a number with a fraction; others are what they are.
#[inline(always)]
fn finish(x: f32, rounded: f32) -> f32 {
    let result = if magnitude(x) >= INTEGERS { x } else { rounded };
    if x.is_nan() { NAN } else { result }
}
