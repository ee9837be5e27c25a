//! The functions that take numbers apart, where a processor does that by one instruction: the same bits as those
//! beside this module, NaN aside, in fewer operations. Special values need no choices, as the parts of a zero, an
//! infinity and a NaN are such that sums and products of them give what is due.

use super::exponential::{LEAST, TO_BIASED_INTEGER, mantissa_of_power};
use super::logarithm::{LEAST_SIGNIFICAND, Terms, of_parts};
use super::power::raised;
use super::{NAN, Real, magnitude};

/// Numbers whose exponent and significand are one operation each. Which NaN these give is open.
pub trait Exponents: Real {
    /// `floor(log2(|self|))`, of denormals too; ±0 gives −Inf, ±Inf gives +Inf.
    #[must_use]
    fn exponent(self) -> Self;
    /// `self / 2^exponent` in [1, 2); ±0 and +Inf give 1, numbers below zero a NaN.
    #[must_use]
    fn significand(self) -> Self;
    /// `self · 2^floor(by)`, rounded once to nearest even; a zero by +Inf and an infinity by −Inf give a NaN, but a quiet
    /// NaN by +Inf gives +Inf and by −Inf +0 (Intel's manual, VSCALEFPS).
    #[must_use]
    fn scale(self, by: Self) -> Self;
    /// The nearest integer, ties to even.
    #[must_use]
    fn nearest(self) -> Self;
    /// What [`nearest`](Exponents::nearest) leaves: `self − nearest`, of infinities +0.
    #[must_use]
    fn beside_nearest(self) -> Self;
}

impl Exponents for f32 {
    #[inline(always)]
    fn exponent(self) -> f32 {
        super::exponent(self)
    }

    #[inline(always)]
    fn significand(self) -> f32 {
        if self < 0.0 { NAN } else { super::mantissa(self) }
    }

    #[inline]
    fn scale(self, by: f32) -> f32 {
        if by.is_nan() {
            return NAN;
        }
        if by.is_infinite() {
            let power = if by > 0.0 { f32::INFINITY } else { 0.0 };
            let is_quiet = self.is_nan() && self.to_bits() & 0x0040_0000 != 0;
            return if is_quiet { power } else { self * power };
        }
        // Beyond 400 either way any number is out of range; within, the product in binary64 is exact.
        let exponent = by.floor().clamp(-400.0, 400.0) as i64;
        let power = f64::from_bits(((exponent + 1023) as u64) << 52);
        (f64::from(self) * power) as f32
    }

    #[inline(always)]
    fn nearest(self) -> f32 {
        self.round_ties_even()
    }

    #[inline(always)]
    fn beside_nearest(self) -> f32 {
        if self.is_infinite() {
            0.0
        } else {
            self - self.nearest()
        }
    }
}

/// [`exp2`](super::exp2). 15 operations.
///
/// That takes the other integer halfway between two; the power is the same to the bit.
#[must_use]
#[inline(always)]
pub fn exp2<R: Exponents>(x: R) -> R {
    mantissa_of_power(x.beside_nearest()).scale(x.nearest())
}

/// [`log2`](super::log2). 30 operations.
#[must_use]
#[inline(always)]
pub fn log2<R: Exponents>(x: R) -> R {
    let terms = terms(x);
    terms.integer + (terms.large + terms.small)
}

/// [`power`](super::power). 61 operations.
#[must_use]
#[inline(always)]
pub fn power<R: Exponents>(base: R, exponent: R) -> R {
    let terms = terms(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let product = exponent * logarithm;
    // The integer that the other function takes.
    let to_integer = R::constant(TO_BIASED_INTEGER);
    let integer = (product + to_integer) - to_integer;
    let fraction = raised(terms, logarithm, exponent, integer);
    // Far out of range a fraction means nothing, and the integer alone overflows, or is 0.
    let is_out = R::constant(-LEAST).less_or_equal(magnitude(product));
    let fraction = R::select(is_out, R::constant(0.0), fraction);
    mantissa_of_power(fraction).scale(integer)
}

/// The terms of a logarithm, of special values too: of a zero and of +Inf the integer alone is not 0, of numbers below
/// zero and of NaN each is a NaN.
#[inline(always)]
fn terms<R: Exponents>(x: R) -> Terms<R> {
    let (exponent, significand) = (x.exponent(), x.significand());
    // What is above [√½, √2) is halved.
    let is_above = R::constant(2.0 * f32::from_bits(LEAST_SIGNIFICAND)).less_or_equal(significand);
    let integer = R::select(is_above, exponent + R::constant(1.0), exponent);
    let significand = R::select(is_above, significand * R::constant(0.5), significand);
    of_parts(integer, significand)
}
