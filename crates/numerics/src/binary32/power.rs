//! Powers of any base.

use super::NAN;
use super::exponential::{TO_BIASED_INTEGER, assemble};
use super::logarithm::{Terms, is_flushed, positive, terms};

/// The upper 12 bits of a significand: products of two such numbers are exact.
const UPPER: u32 = 0xffff_f000;

/// `base` to the power of `exponent`: `exp2(exponent · log2(base))`, denormals included. 78 operations.
///
/// The logarithm is kept as the sum of two numbers and so is its product with the exponent. Relative error at
/// most 2^-18 (2^-18.156 is the largest of 9e8 samples, at 1.39911^−257.206), of denormal results half an ulp
/// more. Powers of two to integers are exact; `power(x, 1)` is `x` for 99.4 % of x, else its neighbour.
///
/// By the definition 0^0, Inf^0 and 1^±Inf are [`NAN`], as is anything of a base below zero or a NaN; −0 is
/// read as +0; 0^y is +0 for y > 0 and +Inf for y < 0; Inf^y the other way round.
#[must_use]
#[inline(always)]
pub fn power(base: f32, exponent: f32) -> f32 {
    let terms = terms::<false>(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let special = if base == 0.0 { f32::NEG_INFINITY } else { logarithm };
    raised(terms, logarithm, positive(base, special), exponent)
}

/// [`power`] where denormals are zeros, as operands and as results. 80 operations.
///
/// It is [`power`]'s result that is found to be a denormal, so that within 2^-18 of the least normal number its error
/// decides.
#[must_use]
#[inline(always)]
pub fn power_flushed(base: f32, exponent: f32) -> f32 {
    let terms = terms::<true>(base);
    let logarithm = terms.integer + terms.large + terms.small;
    let special = positive(base, logarithm);
    let special = if is_flushed(base) {
        f32::NEG_INFINITY
    } else {
        special
    };
    let exponent = if is_flushed(exponent) { 0.0 } else { exponent };
    let power = raised(terms, logarithm, special, exponent);
    if power < f32::MIN_POSITIVE { 0.0 } else { power }
}

/// 2 to the power of `exponent` times a logarithm: its terms, their sum, and the sum with the values that special
/// bases have.
///
/// The product with `special`, which is rounded, decides about special values and results far out of range; every
/// other result comes from the product of the terms, overflow and denormals too.
#[inline(always)]
fn raised(terms: Terms, logarithm: f32, special: f32, exponent: f32) -> f32 {
    let Terms {
        integer,
        large,
        small,
    } = terms;
    let upper = f32::from_bits(logarithm.to_bits() & UPPER);
    let lower = ((integer - upper) + large) + small;
    let product = exponent * special;
    let exponent_upper = f32::from_bits(exponent.to_bits() & UPPER);
    let exponent_lower = exponent - exponent_upper;
    let product_upper = exponent_upper * upper;
    let product_lower = exponent_lower * upper + exponent * lower;
    let biased = product + TO_BIASED_INTEGER;
    let fraction = (product_upper - (biased - TO_BIASED_INTEGER)) + product_lower;
    let power = assemble(fraction, biased);
    let power = if product >= 129.0 { f32::INFINITY } else { power };
    let power = if product < -151.0 { 0.0 } else { power };
    if product.is_nan() { NAN } else { power }
}
