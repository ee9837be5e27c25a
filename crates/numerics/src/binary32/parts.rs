//! Exponent and mantissa.

use super::{INFINITY, NAN, SIGN};

/// `floor(log2(|x|))`. Exact, of denormals too; ±0 gives −Inf, ±Inf gives +Inf, NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn exponent(x: f32) -> f32 {
    let magnitude = f32::from_bits(x.to_bits() & !SIGN);
    let (normal, bias) = normal(magnitude);
    let exponent = ((normal.to_bits() >> 23) as i32 - bias) as f32;
    let exponent = if magnitude == 0.0 {
        f32::NEG_INFINITY
    } else {
        exponent
    };
    let exponent = if magnitude == f32::INFINITY {
        f32::INFINITY
    } else {
        exponent
    };
    if x.is_nan() { NAN } else { exponent }
}

/// `|x| / 2^exponent(x)`, in [1, 2). Exact, of denormals too; zeros and infinities give 1, NaN gives [`NAN`].
#[must_use]
#[inline(always)]
pub fn mantissa(x: f32) -> f32 {
    let (normal, _) = normal(f32::from_bits(x.to_bits() & !SIGN));
    let fraction = normal.to_bits() & !INFINITY;
    let mantissa = f32::from_bits(fraction | 1.0_f32.to_bits());
    if x.is_nan() { NAN } else { mantissa }
}

/// A magnitude scaled out of the denormals, and the bias that its exponent then has.
#[inline(always)]
fn normal(magnitude: f32) -> (f32, i32) {
    let is_denormal = magnitude < f32::MIN_POSITIVE;
    let normal = if is_denormal {
        magnitude * 16_777_216.0
    } else {
        magnitude
    };
    let bias = if is_denormal { 127 + 24 } else { 127 };
    (normal, bias)
}
