//! Powers of two.

use super::{Real, TO_INTEGER, Word, from_bits, polynomial, unless_nan};

/// 2^f for f in [-1/2, 1/2], relative error 4.3e-9 before rounding; the first is 1, so that integers are exact.
const COEFFICIENTS: [f32; 7] = from_bits([
    0x3f80_0000,
    0x3f31_7218,
    0x3e75_fdee,
    0x3d63_57a0,
    0x3c1d_9679,
    0x3aaf_96fc,
    0x3921_3797,
]);

/// The same times 2^-100: then the exponent of the power can be added in two parts that are both positive.
const SCALED: [f32; 7] = from_bits([
    0x0d80_0000,
    0x0d31_7218,
    0x0c75_fdee,
    0x0b63_57a0,
    0x0a1d_9679,
    0x08af_96fc,
    0x0721_3797,
]);

/// Powers from this exponent on are +Inf.
pub(super) const MOST: f32 = 128.0;
/// Powers of this exponent and below are +0.
pub(super) const LEAST: f32 = -151.0;

/// Makes an integer of a number as [`TO_INTEGER`] does, and adds 227 to it in the bits of the sum: the bias of
/// an exponent and the 100 of [`SCALED`].
pub(super) const TO_BIASED_INTEGER: f32 = TO_INTEGER + 227.0;

/// 2^`x`, denormal results included. 27 operations.
///
/// 2^x is 2^k·2^f with k the nearest integer and f = x − k, which is exact. Error at most 1.083 ulp
/// (at 0.538738); 0.55 % of the finite results are not the nearest number. Exact for integers from −149 to
/// 127; x ≥ 128 gives +Inf, x below −150 +0, −Inf +0, NaN [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn exp2<R: Real>(x: R) -> R {
    let [most, least, to_integer] = [MOST, LEAST, TO_BIASED_INTEGER].map(R::constant);
    let clamped = R::select(most.less(x), most, x);
    let clamped = R::select(clamped.less(least), least, clamped);
    let biased = clamped + to_integer;
    let fraction = clamped - (biased - to_integer);
    unless_nan(x, assemble(fraction, biased))
}

/// 2^`x` where denormal results are +0: x below −126 gives +0. 23 operations; all else is as for [`exp2`].
#[must_use]
#[inline(always)]
pub fn exp2_flushed<R: Real>(x: R) -> R {
    let [most, least, to_integer] = [MOST, -126.0, TO_INTEGER].map(R::constant);
    let clamped = R::select(most.less(x), most, x);
    let integer = clamped + to_integer;
    let fraction = clamped - (integer - to_integer);
    let mantissa = mantissa_of_power(fraction);
    // 2^128 is 1.0 with 128 added to its exponent, which is +Inf.
    let power = R::of_word(mantissa.word().plus(integer.word().shift_left(23)));
    unless_nan(x, R::select(x.less(least), R::constant(0.0), power))
}

/// 2^`fraction` for a fraction of about ±1/2.
#[inline(always)]
pub(super) fn mantissa_of_power<R: Real>(fraction: R) -> R {
    polynomial(&COEFFICIENTS, fraction)
}

/// 2^`fraction`·2^k for k from −151 to 129, where `biased` is k + [`TO_BIASED_INTEGER`].
///
/// The exponent is put on in two parts: one by an addition to bits, one by a product, whose rounding is the
/// only one that a denormal result has, and which overflows to +Inf.
#[inline(always)]
pub(super) fn assemble<R: Real>(fraction: R, biased: R) -> R {
    let mantissa = polynomial(&SCALED, fraction);
    let exponent = biased.word();
    let half = exponent.shift_right(1);
    // Of both halves only 9 bits are left, those of the exponent with its bias.
    let large = R::of_word(mantissa.word().plus(half.shift_left(23)));
    large * R::of_word(exponent.minus(half).shift_left(23))
}
