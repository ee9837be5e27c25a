//! Exponent and mantissa.

use super::{INFINITY, Real, Word, magnitude, unless_nan};

/// `floor(log2(|x|))`. Exact, of denormals too; ±0 gives −Inf, ±Inf gives +Inf, NaN gives [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn exponent<R: Real>(x: R) -> R {
    let magnitude = magnitude(x);
    let (normal, bias) = normal(magnitude);
    let exponent = normal.word().shift_right(23).minus(bias).signed_to_real();
    let [zero, infinity, below_all] = [0.0, f32::INFINITY, f32::NEG_INFINITY].map(R::constant);
    let exponent = R::select(magnitude.equal(zero), below_all, exponent);
    let exponent = R::select(magnitude.equal(infinity), infinity, exponent);
    unless_nan(x, exponent)
}

/// `|x| / 2^exponent(x)`, in [1, 2). Exact, of denormals too; zeros and infinities give 1, NaN gives [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn mantissa<R: Real>(x: R) -> R {
    let (normal, _) = normal(magnitude(x));
    let fraction = normal.word() & R::Word::constant(!INFINITY);
    unless_nan(x, R::of_word(fraction | R::constant(1.0).word()))
}

/// A magnitude scaled out of the denormals, and the bias that its exponent then has.
#[inline(always)]
fn normal<R: Real>(magnitude: R) -> (R, R::Word) {
    let is_denormal = magnitude.less(R::constant(f32::MIN_POSITIVE));
    let normal = R::select(is_denormal, magnitude * R::constant(16_777_216.0), magnitude);
    let [denormal, bias] = [127 + 24, 127].map(R::Word::constant);
    (normal, R::Word::select(is_denormal, denormal, bias))
}
