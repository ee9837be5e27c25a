//! Powers of any base.

use super::exponential::{LEAST, TO_BIASED_INTEGER, assemble};
use super::logarithm::{Terms, is_flushed, positive, terms};
use super::{Real, Word, unless_nan};

/// The upper 12 bits of a significand: products of two such numbers are exact.
const UPPER: u32 = 0xffff_f000;

/// `base` to the power of `exponent`: `exp2(exponent · log2(base))`, denormals included. 78 operations.
///
/// The logarithm is kept as the sum of two numbers and so is its product with the exponent. Relative error at
/// most 2^-18 (2^-18.156 is the largest of 9e8 samples, at 1.39911^−257.206), of denormal results half an ulp
/// more. Powers of two to integers are exact; `power(x, 1)` is `x` for 99.4 % of x, else its neighbour.
///
/// By the definition 0^0, Inf^0 and 1^±Inf are [`NAN`](super::NAN), as is anything of a base below zero or a NaN; −0 is
/// read as +0; 0^y is +0 for y > 0 and +Inf for y < 0; Inf^y the other way round.
#[must_use]
#[inline(always)]
pub fn power<R: Real>(base: R, exponent: R) -> R {
    let terms = terms::<R, false>(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let is_zero = base.equal(R::constant(0.0));
    let special = R::select(is_zero, R::constant(f32::NEG_INFINITY), logarithm);
    assembled(terms, logarithm, positive(base, special), exponent)
}

/// [`power`] where denormals are zeros, as operands and as results. 80 operations.
///
/// It is [`power`]'s result that is found to be a denormal, so that within 2^-18 of the least normal number its error
/// decides.
#[must_use]
#[inline(always)]
pub fn power_flushed<R: Real>(base: R, exponent: R) -> R {
    let terms = terms::<R, true>(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let special = positive(base, logarithm);
    let zero = R::constant(0.0);
    let special = R::select(is_flushed(base), R::constant(f32::NEG_INFINITY), special);
    let exponent = R::select(is_flushed(exponent), zero, exponent);
    let power = assembled(terms, logarithm, special, exponent);
    R::select(power.less(R::constant(f32::MIN_POSITIVE)), zero, power)
}

/// 2 to the power of `exponent` times a logarithm: its terms, their sum, and the sum with the values that special
/// bases have.
///
/// The product with `special`, which is rounded, decides about special values and results far out of range; every
/// other result comes from the product of the terms, overflow and denormals too.
#[inline(always)]
fn assembled<R: Real>(terms: Terms<R>, logarithm: R, special: R, exponent: R) -> R {
    let product = exponent * special;
    let to_integer = R::constant(TO_BIASED_INTEGER);
    let biased = product + to_integer;
    let fraction = raised(terms, logarithm, exponent, biased - to_integer);
    unless_nan(product, unless_out_of_range(product, assemble(fraction, biased)))
}

/// What `exponent` times a logarithm, its terms and their sum, has above an integer near to it.
#[inline(always)]
pub(super) fn raised<R: Real>(terms: Terms<R>, logarithm: R, exponent: R, integer: R) -> R {
    let upper_bits = R::Word::constant(UPPER);
    let upper = R::of_word(logarithm.word() & upper_bits);
    let lower = ((terms.integer - upper) + terms.large) + terms.small;
    let exponent_upper = R::of_word(exponent.word() & upper_bits);
    let exponent_lower = exponent - exponent_upper;
    let product_upper = exponent_upper * upper;
    let product_lower = exponent_lower * upper + exponent * lower;
    (product_upper - integer) + product_lower
}

/// A power, but for what overflows and underflows by far, as the rounded product of exponent and logarithm says.
#[inline(always)]
fn unless_out_of_range<R: Real>(product: R, power: R) -> R {
    let is_over = R::constant(129.0).less_or_equal(product);
    let power = R::select(is_over, R::constant(f32::INFINITY), power);
    let is_under = product.less(R::constant(LEAST));
    R::select(is_under, R::constant(0.0), power)
}
