//! Reduction of an angle to a quadrant and an angle within about ±π/4.

use super::{Real, SIGN, TO_INTEGER, magnitude};

/// The magnitude of an angle as a number of quarter turns and a rest.
pub(super) struct Reduced<R: Real> {
    /// The number of quarter turns; its two lowest bits count.
    pub(super) quadrant: R::Word,
    /// What is left, in radians.
    pub(super) rest: R,
}

const TWO_OVER_PI: f32 = f32::from_bits(0x3f22_f983);

/// π/2 as a sum. The first two have 8 and 9 bits, so that their products with an integer below 2^15 are exact, and so
/// are the differences; the next would be 5.4e-15.
const HALF_PI: [f32; 3] = [
    f32::from_bits(0x3fc9_0000),
    f32::from_bits(0x39fd_8000),
    f32::from_bits(0x34a8_885a),
];

/// Reduces the magnitude of an angle below 2^15 (Cody and Waite).
#[inline(always)]
pub(super) fn reduce_small<R: Real>(angle: R) -> Reduced<R> {
    let angle = magnitude(angle);
    let to_integer = R::constant(TO_INTEGER);
    let turns = angle * R::constant(TWO_OVER_PI) + to_integer;
    let count = turns - to_integer;
    let [first, second, third] = HALF_PI.map(R::constant);
    let rest = (angle - count * first) - count * second;
    Reduced {
        quadrant: turns.word(),
        rest: rest - count * third,
    }
}

/// The binary places of 2/π, most significant word first, after a word of zeros.
const PLACES: [u32; 8] = [
    0x0000_0000,
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
];

/// π/2·2^-12 as a sum, the first of 8 bits, and π/2·2^-36.
const UPPER_UNIT: [f32; 2] = [f32::from_bits(0x39c9_0000), f32::from_bits(0x33fd_aa22)];
const LOWER_UNIT: f32 = f32::from_bits(0x2dc9_0fdb);

/// Reduces the magnitude of a finite angle of 2^15 and above (Payne and Hanek): the product with 96 places
/// of 2/π, those before them being whole turns.
#[inline(always)]
pub(super) fn reduce_large(angle: f32) -> Reduced<f32> {
    let bits = angle.to_bits() & !SIGN;
    let significand = u64::from(bits & 0x007f_ffff | 0x0080_0000);
    // The exponent field is 142 to 254 for the angles that this is for; the others must not leave the table.
    let skipped = (bits >> 23).clamp(120, 254) - 120;
    let (word, shift) = ((skipped >> 5) as usize, skipped & 31);
    // The mask changes nothing; it says that there are no other words, so that a loop over lanes has no branch.
    let places = |j: usize| {
        let [first, second] = [word + j, word + j + 1].map(|at| u64::from(PLACES[at & 7]));
        let pair = first << 32 | second;
        pair << shift >> 32
    };
    // In quarter turns, 62 places of fraction.
    let product = ((significand * places(0)) << 32)
        .wrapping_add(significand * places(1))
        .wrapping_add((significand * places(2)) >> 32);
    // Read as signed, a fraction of a half and above is what is missing to the next quarter turn.
    let quadrant = (product >> 62) as u32 + (product >> 61 & 1) as u32;
    let fraction = (product << 2) as i64;
    // 12 bits and 24 bits: the conversions and the product of the upper part are exact.
    let upper = (fraction >> 52) as i32 as f32;
    let lower = (fraction >> 28 & 0x00ff_ffff) as i32 as f32;
    Reduced {
        quadrant,
        rest: upper * UPPER_UNIT[0] + (lower * LOWER_UNIT + upper * UPPER_UNIT[1]),
    }
}
