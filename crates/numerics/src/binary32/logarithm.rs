//! Base-2 logarithms.

use super::{NAN, SIGN, TO_INTEGER, from_bits, polynomial};

/// `(log2(1 + f) − 1.5·f) / f` for 1 + f in [√½, √2), relative error of the logarithm 5.2e-9 before rounding.
const COEFFICIENTS: [f32; 10] = from_bits([
    0xbd6a_b89b,
    0xbf38_aa38,
    0x3ef6_384b,
    0xbeb8_ad43,
    0x3e93_bf29,
    0xbe75_5e5c,
    0x3e51_830f,
    0xbe43_a665,
    0x3e3e_a52e,
    0xbde1_2dc8,
]);

/// The bits of √½, the least significand.
const LEAST: u32 = 0x3f35_04f3;

/// The logarithm of a positive finite number as a sum that loses little: `integer + (large + small)`.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    /// The exponent of the significand in [√½, √2).
    pub(super) integer: f32,
    /// 1.5·f, exact because f has at most 23 bits.
    pub(super) large: f32,
    /// What is left of log2(1 + f).
    pub(super) small: f32,
}

/// The terms of the logarithm of a positive finite number; of anything else numbers without meaning.
/// `FLUSHES` says that no denormals come.
#[inline(always)]
pub(super) fn terms<const FLUSHES: bool>(x: f32) -> Terms {
    let is_denormal = !FLUSHES && x < f32::MIN_POSITIVE;
    let normal = if is_denormal { x * 16_777_216.0 } else { x };
    let offset = if is_denormal {
        TO_INTEGER - 24.0
    } else {
        TO_INTEGER
    };
    let above = normal.to_bits().wrapping_sub(LEAST);
    let exponent = (above as i32) >> 23;
    let significand = f32::from_bits(normal.to_bits().wrapping_sub(above & 0xff80_0000));
    let f = significand - 1.0;
    // The integer of an exponent by its bits, as the conversion would give it.
    let integer = f32::from_bits(offset.to_bits().wrapping_add(exponent as u32)) - TO_INTEGER;
    Terms {
        integer,
        large: 1.5 * f,
        small: f * polynomial(&COEFFICIENTS, f),
    }
}

/// Base-2 logarithm of `x`, denormals included. 39 operations.
///
/// x is 2^n·(1 + f) with 1 + f in [√½, √2), and its logarithm n + (1.5·f + f·r(f)). Error at most 1.140 ulp (at
/// 1.39781), near 1 too. Exact for powers of two; ±0 gives −Inf, +Inf gives +Inf, numbers below zero and NaN
/// give [`NAN`].
#[must_use]
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    let terms = terms::<false>(x);
    let logarithm = terms.integer + (terms.large + terms.small);
    let logarithm = if x == 0.0 { f32::NEG_INFINITY } else { logarithm };
    positive(x, logarithm)
}

/// Base-2 logarithm of `x` where denormals are zeros: those of either sign give −Inf. 36 operations; all else
/// is as for [`log2`].
#[must_use]
#[inline(always)]
pub fn log2_flushed(x: f32) -> f32 {
    let terms = terms::<true>(x);
    let logarithm = positive(x, terms.integer + (terms.large + terms.small));
    if is_flushed(x) {
        f32::NEG_INFINITY
    } else {
        logarithm
    }
}

/// A logarithm with what +Inf, numbers below zero and NaN have in its place.
#[inline(always)]
pub(super) fn positive(x: f32, logarithm: f32) -> f32 {
    let logarithm = if x == f32::INFINITY {
        f32::INFINITY
    } else {
        logarithm
    };
    // Not `x < 0.0`, which a NaN is not.
    if x >= 0.0 { logarithm } else { NAN }
}

/// Whether an operand is zero or a denormal.
#[inline(always)]
pub(super) fn is_flushed(x: f32) -> bool {
    x.to_bits() & !SIGN < f32::MIN_POSITIVE.to_bits()
}
