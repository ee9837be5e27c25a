//! From coordinates to the texels that a filter reads along one axis: [`crate::wrap`] in a pass.

use super::{LANES, Plane};

/// 1.5 · 2^23: a sum with a number below 2^22 is that number rounded to an integer, which is in the low bits.
const INTEGERS: f32 = 12_582_912.0;

/// The texels of each lane along one axis.
pub(super) struct Axis {
    /// The first texel.
    pub first: Plane<u32>,
    /// The second texel, for LINEAR.
    pub second: Plane<u32>,
    /// The weight of the second texel.
    pub fraction: Plane<f32>,
}

/// The greatest integer that is not above a number below 2^22, also as an integer.
#[inline(always)]
pub(super) fn floor(x: f32) -> (f32, i32) {
    let rounded = x + INTEGERS;
    let nearest = rounded - INTEGERS;
    let above = nearest > x;
    let floor = if above { nearest - 1.0 } else { nearest };
    (floor, integer_of_sum(rounded).wrapping_sub(i32::from(above)))
}

/// The integer that a number is.
#[inline(always)]
pub(super) fn integer(x: f32) -> i32 {
    integer_of_sum(x + INTEGERS)
}

#[inline(always)]
fn integer_of_sum(sum: f32) -> i32 {
    sum.to_bits().wrapping_sub(INTEGERS.to_bits()).cast_signed()
}

/// `s - floor(s)`, and 0 for infinities and NaN, as their positions are.
///
/// The distance to the nearest integer is exact, and so one rounding is left, that of the sum with 1, whose exact value
/// is that of the difference.
#[inline(always)]
fn repeated(s: f32) -> f32 {
    const FRACTIONS: f32 = 8_388_608.0;
    let magnitude = s.abs();
    let nearest = (magnitude + FRACTIONS) - FRACTIONS;
    let distance = magnitude - nearest;
    let distance = if s < 0.0 { -distance } else { distance };
    let fraction = if distance < 0.0 { distance + 1.0 } else { distance };
    if magnitude < FRACTIONS { fraction } else { 0.0 }
}

impl Axis {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Axis {
            first: [0; LANES],
            second: [0; LANES],
            fraction: [0.0; LANES],
        }
    }

    /// Whether the second texel of each lane is the next one.
    #[inline(always)]
    pub(super) fn is_adjacent(&self) -> bool {
        let texels = self.first.iter().zip(&self.second);
        texels.fold(0, |all, (first, second)| all | (second.wrapping_sub(*first) ^ 1)) == 0
    }

    /// The nearest texels of coordinates on axes of so many texels.
    #[inline(always)]
    pub(super) fn nearest<const REPEAT: bool>(&mut self, coordinates: &Plane<f32>, sizes: &Plane<f32>) {
        for lane in 0..LANES {
            let (s, size) = (coordinates[lane], sizes[lane]);
            let last = integer(size) - 1;
            self.first[lane] = if REPEAT {
                // From 0 to the size, which is the first texel of the next copy.
                let (_, texel) = floor(repeated(s) * size);
                if texel > last { 0 } else { texel }
            } else {
                // Outside the texel is the same wherever the position is.
                let (_, texel) = floor(clamped(s * size, 0.0, size));
                texel.min(last)
            }
            .cast_unsigned();
        }
    }

    /// The two texels around coordinates on axes of so many texels, and their weights.
    #[inline(always)]
    pub(super) fn linear<const REPEAT: bool>(&mut self, coordinates: &Plane<f32>, sizes: &Plane<f32>) {
        const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
        for lane in 0..LANES {
            let (s, size) = (coordinates[lane], sizes[lane]);
            let shifted = if REPEAT {
                repeated(s) * size - 0.5
            } else {
                // From here on outwards both texels are the one at the edge, whose mean is that whatever the weights.
                clamped(s * size - 0.5, -1.0, size)
            };
            let (whole, texel) = floor(shifted);
            let fraction = shifted - whole;
            self.fraction[lane] = if fraction < BELOW_ONE { fraction } else { BELOW_ONE };
            let (next, last) = (texel + 1, integer(size) - 1);
            let (first, second) = if REPEAT {
                // The first is -1 at least, the second the size at most.
                (
                    if texel < 0 { last } else { texel },
                    if next > last { 0 } else { next },
                )
            } else {
                (texel.max(0).min(last), next.max(0).min(last))
            };
            self.first[lane] = first.cast_unsigned();
            self.second[lane] = second.cast_unsigned();
        }
    }
}

/// A number between two limits; NaN is the lower one.
#[inline(always)]
pub(super) fn clamped(x: f32, low: f32, high: f32) -> f32 {
    let raised = if x > low { x } else { low };
    if raised < high { raised } else { high }
}
