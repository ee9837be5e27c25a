//! The functions that take numbers apart, where a processor does that by one instruction: the same bits as those
//! beside this module, NaN aside, in fewer operations. Special values need no choices, as the parts of a zero, an
//! infinity and a NaN are such that sums and products of them give what is due.

use super::exponential::{LEAST, MOST, TO_BIASED_INTEGER, mantissa_of_power};
use super::logarithm::{LEAST_SIGNIFICAND, Terms, of_parts};
use super::power::{raised, unless_out_of_range};
use super::{NAN, Real};

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
}

/// [`exp2`](super::exp2). 20 operations.
#[must_use]
#[inline(always)]
pub fn exp2<R: Exponents>(x: R) -> R {
    let [most, least] = [MOST, LEAST].map(R::constant);
    let clamped = R::select(most.less(x), most, x);
    let clamped = R::select(clamped.less(least), least, clamped);
    let integer = integer(clamped);
    mantissa_of_power(clamped - integer).scale(integer)
}

/// [`log2`](super::log2). 30 operations.
#[must_use]
#[inline(always)]
pub fn log2<R: Exponents>(x: R) -> R {
    let terms = terms(x);
    terms.integer + (terms.large + terms.small)
}

/// [`power`](super::power). 62 operations.
#[must_use]
#[inline(always)]
pub fn power<R: Exponents>(base: R, exponent: R) -> R {
    let terms = terms(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let product = exponent * logarithm;
    let integer = integer(product);
    let fraction = raised(terms, logarithm, exponent, integer);
    unless_out_of_range(product, mantissa_of_power(fraction).scale(integer))
}

/// The integer that the other functions take as that of a power's exponent.
#[inline(always)]
fn integer<R: Real>(x: R) -> R {
    let to_integer = R::constant(TO_BIASED_INTEGER);
    (x + to_integer) - to_integer
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
