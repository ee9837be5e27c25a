//! Base-2 logarithms.

use super::{NAN, Real, TO_INTEGER, Word, from_bits, magnitude, polynomial};

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
pub(super) const LEAST_SIGNIFICAND: u32 = 0x3f35_04f3;

/// The logarithm of a positive finite number as a sum that loses little: `integer + (large + small)`.
#[derive(Clone, Copy)]
pub(super) struct Terms<R> {
    /// The exponent of the significand in [√½, √2).
    pub(super) integer: R,
    /// 1.5·f, exact because f has at most 23 bits.
    pub(super) large: R,
    /// What is left of log2(1 + f).
    pub(super) small: R,
}

/// The terms of the logarithm of a positive finite number; of anything else numbers without meaning.
/// `FLUSHES` says that no denormals come.
#[inline(always)]
pub(super) fn terms<R: Real, const FLUSHES: bool>(x: R) -> Terms<R> {
    let to_integer = R::constant(TO_INTEGER);
    let (normal, offset) = if FLUSHES {
        (x, to_integer)
    } else {
        let is_denormal = x.less(R::constant(f32::MIN_POSITIVE));
        let normal = R::select(is_denormal, x * R::constant(16_777_216.0), x);
        let offset = R::select(is_denormal, R::constant(TO_INTEGER - 24.0), to_integer);
        (normal, offset)
    };
    let above = normal.word().minus(R::Word::constant(LEAST_SIGNIFICAND));
    let exponent = above.shift_right_signed(23);
    let significand = normal.word().minus(above & R::Word::constant(0xff80_0000));
    // The integer of an exponent by its bits, as the conversion would give it.
    let integer = R::of_word(offset.word().plus(exponent)) - to_integer;
    of_parts(integer, R::of_word(significand))
}

/// The terms of the logarithm of `significand`·2^`integer`, the significand in [√½, √2).
#[inline(always)]
pub(super) fn of_parts<R: Real>(integer: R, significand: R) -> Terms<R> {
    let f = significand - R::constant(1.0);
    Terms {
        integer,
        large: R::constant(1.5) * f,
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
pub fn log2<R: Real>(x: R) -> R {
    let terms = terms::<R, false>(x);
    let logarithm = terms.integer + (terms.large + terms.small);
    let is_zero = x.equal(R::constant(0.0));
    positive(x, R::select(is_zero, R::constant(f32::NEG_INFINITY), logarithm))
}

/// Base-2 logarithm of `x` where denormals are zeros: those of either sign give −Inf. 36 operations; all else
/// is as for [`log2`].
#[must_use]
#[inline(always)]
pub fn log2_flushed<R: Real>(x: R) -> R {
    let terms = terms::<R, true>(x);
    let logarithm = positive(x, terms.integer + (terms.large + terms.small));
    R::select(is_flushed(x), R::constant(f32::NEG_INFINITY), logarithm)
}

/// A logarithm with what +Inf, numbers below zero and NaN have in its place.
#[inline(always)]
pub(super) fn positive<R: Real>(x: R, logarithm: R) -> R {
    let infinity = R::constant(f32::INFINITY);
    let logarithm = R::select(x.equal(infinity), infinity, logarithm);
    // Not `x < 0.0`, which a NaN is not.
    R::select(R::constant(0.0).less_or_equal(x), logarithm, R::constant(NAN))
}

/// Whether an operand is zero or a denormal.
#[inline(always)]
pub(super) fn is_flushed<R: Real>(x: R) -> R::Mask {
    magnitude(x)
        .word()
        .below(R::Word::constant(f32::MIN_POSITIVE.to_bits()))
}
