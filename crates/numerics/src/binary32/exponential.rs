//! Powers of two.

use super::{NAN, TO_INTEGER, from_bits, polynomial};

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

/// Makes an integer of a number as [`TO_INTEGER`] does, and adds 227 to it in the bits of the sum: the bias of
/// an exponent and the 100 of [`SCALED`].
pub(super) const TO_BIASED_INTEGER: f32 = TO_INTEGER + 227.0;

/// 2^`x`, denormal results included. 27 operations.
///
/// 2^x is 2^k·2^f with k the nearest integer and f = x − k, which is exact. Error at most 1.083 ulp
/// (at 0.538738); 0.55 % of the finite results are not the nearest number. Exact for integers from −149 to
/// 127; x ≥ 128 gives +Inf, x below −150 +0, −Inf +0, NaN [`NAN`].
#[must_use]
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let clamped = if x > 128.0 { 128.0 } else { x };
    let clamped = if clamped < -151.0 { -151.0 } else { clamped };
    let biased = clamped + TO_BIASED_INTEGER;
    let fraction = clamped - (biased - TO_BIASED_INTEGER);
    let power = assemble(fraction, biased);
    if x.is_nan() { NAN } else { power }
}

/// 2^`x` where denormal results are +0: x below −126 gives +0. 23 operations; all else is as for [`exp2`].
#[must_use]
#[inline(always)]
pub fn exp2_flushed(x: f32) -> f32 {
    let clamped = if x > 128.0 { 128.0 } else { x };
    let integer = clamped + TO_INTEGER;
    let fraction = clamped - (integer - TO_INTEGER);
    let mantissa = polynomial(&COEFFICIENTS, fraction);
    // 2^128 is 1.0 with 128 added to its exponent, which is +Inf.
    let power = f32::from_bits(mantissa.to_bits().wrapping_add(integer.to_bits() << 23));
    let power = if x < -126.0 { 0.0 } else { power };
    if x.is_nan() { NAN } else { power }
}

/// 2^`fraction`·2^k for k from −151 to 129, where `biased` is k + [`TO_BIASED_INTEGER`].
///
/// The exponent is put on in two parts: one by an addition to bits, one by a product, whose rounding is the
/// only one that a denormal result has, and which overflows to +Inf.
#[inline(always)]
pub(super) fn assemble(fraction: f32, biased: f32) -> f32 {
    let mantissa = polynomial(&SCALED, fraction);
    let exponent = biased.to_bits();
    let half = exponent >> 1;
    // Of both halves only 9 bits are left, those of the exponent with its bias.
    let large = f32::from_bits(mantissa.to_bits().wrapping_add(half << 23));
    large * f32::from_bits(exponent.wrapping_sub(half) << 23)
}
