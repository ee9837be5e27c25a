//! The block adder: two, three or four terms aligned to the largest exponent and added at once.

use super::{CANONICAL_NAN, INFINITY, SIGN, exponent, is_zero, magnitude, pack};

/// Guard bits below the significand that survive the alignment.
const GUARD: u32 = 5;

/// The sum of all terms.
///
/// Each term is shifted to the largest exponent of all and truncated there; the terms are then added
/// exactly, and the result is truncated to 24 bits. There is no sticky bit, and the order of the terms does
/// not matter. A denormal takes part with exponent 0 and without a hidden bit. Any NaN, or infinities of
/// both signs, give the canonical NaN; an exact 0 is +0.
#[inline(always)]
pub fn sum<const N: usize>(terms: [u32; N]) -> u32 {
    const { assert!(N <= 4, "four terms of 29 bits fit 31 bits") };
    let mut largest = 0;
    for term in terms {
        largest = largest.max(magnitude(term));
    }
    let top = largest >> 23;
    let mut total = 0i32;
    let mut infinities = [false; 2];
    for term in terms {
        let hidden = if is_zero(term) { 0 } else { 0x80_0000 };
        let significand = (term & 0x7f_ffff) | hidden;
        let aligned = (significand << GUARD) >> (top - exponent(term)).min(31);
        let negative = (term as i32) >> 31;
        total += (aligned as i32 ^ negative) - negative;
        infinities[0] |= term == INFINITY;
        infinities[1] |= term == SIGN | INFINITY;
    }
    let sign = total as u32 & SIGN;
    let finite = normalise(sign, top, total.unsigned_abs());
    let value = if infinities[0] { INFINITY } else { finite };
    let value = if infinities[1] { SIGN | INFINITY } else { value };
    let invalid = (infinities[0] & infinities[1]) | (largest > INFINITY);
    if invalid { CANONICAL_NAN } else { value }
}

/// Truncates `total`, whose bit 28 weighs as much as the hidden bit at exponent `top`, to 24 bits.
#[inline(always)]
fn normalise(sign: u32, top: u32, total: u32) -> u32 {
    // The exponent of a conversion to float counts leading zeros in vector code. Clearing each bit below a
    // set one keeps the conversion from rounding up to the next power of two.
    let thinned = total & !(total >> 1);
    let length = ((thinned as i32 as f32).to_bits() >> 23) as i32 - 126;
    let shifted = total << ((32 - length) & 31) as u32;
    let value = pack(sign, top as i32 + length - 29, shifted >> 8);
    if total == 0 { 0 } else { value }
}
