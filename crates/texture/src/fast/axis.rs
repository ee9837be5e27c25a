//! From coordinates to the texels that a filter reads along one axis: [`crate::wrap`] in a pass.

use super::{LANES, Plane};

/// Stands for a texel outside the image, whose colour is the border's: beyond all texels, and next to none.
pub(super) const BORDER: u32 = 1 << 30;

/// A wrap mode, of which the passes are made.
pub(super) trait Mode {
    /// The position of a coordinate on an axis of so many texels, not far outside. `scale` is the size, or 1 where
    /// coordinates count texels.
    fn position(s: f32, scale: f32, size: f32) -> f32;

    /// The texel at a position, of which so much is left behind its integer.
    fn nearest(texel: i32, rest: f32, size: i32) -> i32;

    /// The position less a half, within what both texels are the same beyond.
    fn shifted(s: f32, scale: f32, size: f32) -> f32 {
        Self::position(s, scale, size) - 0.5
    }

    /// One of the two texels around a position.
    fn around(texel: i32, size: i32) -> i32;
}

/// REPEAT.
pub(super) struct Repeat;

impl Mode for Repeat {
    #[inline(always)]
    fn position(s: f32, scale: f32, _: f32) -> f32 {
        repeated(s) * scale
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        // From 0 to the size, which is the first texel of the next copy.
        if texel > size - 1 { 0 } else { texel }
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        // The first is -1 at least, the second the size at most.
        let texel = if texel < 0 { size - 1 } else { texel };
        if texel > size - 1 { 0 } else { texel }
    }
}

/// MIRRORED_REPEAT.
pub(super) struct Mirrored;

impl Mode for Mirrored {
    #[inline(always)]
    fn position(s: f32, scale: f32, _: f32) -> f32 {
        mirrored(s) * scale
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        let reflected = 2 * size - texel - i32::from(rest != 0.0);
        (if texel > size - 1 { reflected } else { texel }).min(size - 1)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        // From -1 to twice the size, which are both the first texel.
        (if texel > size - 1 {
            2 * size - 1 - texel
        } else {
            texel
        })
        .max(0)
    }
}

/// CLAMP_TO_EDGE, and CLAMP where no texels are mixed.
pub(super) struct ToEdge;

impl Mode for ToEdge {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        // Outside the texel is the same wherever the position is.
        clamped(s * scale, 0.0, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        texel.min(size - 1)
    }

    #[inline(always)]
    fn shifted(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards both texels are the one at the edge, whose mean is that whatever the weights.
        clamped(s * scale - 0.5, -1.0, size)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        texel.max(0).min(size - 1)
    }
}

/// That of seamless cube maps where texels are mixed: -1 and the size stand for texels of other faces.
pub(super) struct AcrossFaces;

impl Mode for AcrossFaces {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        clamped(or_zero(s * scale), 0.0, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        ToEdge::nearest(texel, rest, size)
    }

    #[inline(always)]
    fn around(texel: i32, _: i32) -> i32 {
        texel
    }
}

/// CLAMP_TO_BORDER.
pub(super) struct ToBorder;

impl Mode for ToBorder {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards all is border.
        clamped(or_zero(s * scale), -2.0, size + 2.0)
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }
}

/// CLAMP where texels are mixed: outside, half of the one at the edge and half of the border.
pub(super) struct HalfBorder;

impl Mode for HalfBorder {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        clamped(s * scale, 0.0, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        texel.min(size - 1)
    }

    #[inline(always)]
    fn shifted(s: f32, scale: f32, size: f32) -> f32 {
        clamped(s * scale - 0.5, -0.5, size - 0.5)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }
}

/// MIRROR_CLAMP_TO_EDGE, and MIRROR_CLAMP where no texels are mixed.
pub(super) struct MirroredToEdge;

impl Mode for MirroredToEdge {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        MirroredToBorder::position(s, scale, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        reflected(texel, rest).min(size - 1)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        reflected(texel, 0.5).min(size - 1)
    }
}

/// MIRROR_CLAMP_TO_BORDER.
pub(super) struct MirroredToBorder;

impl Mode for MirroredToBorder {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards all is border, or the texel at the edge.
        clamped(or_zero(s * scale), -size - 2.0, size + 2.0)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        inside_or_border(reflected(texel, rest), size)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        inside_or_border(reflected(texel, 0.5), size)
    }
}

/// MIRROR_CLAMP where texels are mixed: outside, half of the one at the edge and half of the border.
pub(super) struct MirroredHalfBorder;

impl Mode for MirroredHalfBorder {
    #[inline(always)]
    fn position(s: f32, scale: f32, size: f32) -> f32 {
        MirroredToEdge::position(s, scale, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        MirroredToEdge::nearest(texel, rest, size)
    }

    #[inline(always)]
    fn shifted(s: f32, scale: f32, size: f32) -> f32 {
        clamped(or_zero(s * scale) - 0.5, -size - 0.5, size - 0.5)
    }

    #[inline(always)]
    fn around(texel: i32, size: i32) -> i32 {
        inside_or_border(reflected(texel, 0.5), size)
    }
}

/// The texel mirrored at 0; that of an integer position is the one that lay on its right.
#[inline(always)]
fn reflected(texel: i32, rest: f32) -> i32 {
    let mirrored = -texel - i32::from(rest != 0.0);
    if texel < 0 { mirrored } else { texel }
}

#[inline(always)]
fn or_zero(position: f32) -> f32 {
    if position.is_nan() { 0.0 } else { position }
}

#[inline(always)]
fn inside_or_border(texel: i32, size: i32) -> i32 {
    if texel.cast_unsigned() < size.cast_unsigned() {
        texel
    } else {
        BORDER.cast_signed()
    }
}

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

/// `s - 2 floor(s / 2)`, and 0 for infinities and NaN.
#[inline(always)]
fn mirrored(s: f32) -> f32 {
    const INTEGERS: f32 = 8_388_608.0;
    let half = 0.5 * s;
    let magnitude = half.abs();
    let nearest = (magnitude + INTEGERS) - INTEGERS;
    let nearest = if half < 0.0 { -nearest } else { nearest };
    let floor = if nearest > half { nearest - 1.0 } else { nearest };
    if magnitude < INTEGERS {
        s - 2.0 * floor
    } else {
        0.0
    }
}

impl Axis {
    #[inline(always)]
    pub(super) const fn new() -> Self {
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

    /// The nearest texels of coordinates on axes of so many texels; the axes are `scales` long in coordinates.
    #[inline(always)]
    pub(super) fn nearest<M: Mode>(
        &mut self,
        coordinates: &Plane<f32>,
        scales: &Plane<f32>,
        sizes: &Plane<f32>,
    ) {
        for lane in 0..LANES {
            let size = sizes[lane];
            let position = M::position(coordinates[lane], scales[lane], size);
            let (whole, texel) = floor(position);
            self.first[lane] = M::nearest(texel, position - whole, integer(size)).cast_unsigned();
        }
    }

    /// The two texels around coordinates on axes of so many texels, and their weights.
    #[inline(always)]
    pub(super) fn linear<M: Mode>(
        &mut self,
        coordinates: &Plane<f32>,
        scales: &Plane<f32>,
        sizes: &Plane<f32>,
    ) {
        const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
        for lane in 0..LANES {
            let size = sizes[lane];
            let shifted = M::shifted(coordinates[lane], scales[lane], size);
            let (whole, texel) = floor(shifted);
            let fraction = shifted - whole;
            self.fraction[lane] = if fraction < BELOW_ONE { fraction } else { BELOW_ONE };
            let size = integer(size);
            self.first[lane] = M::around(texel, size).cast_unsigned();
            self.second[lane] = M::around(texel + 1, size).cast_unsigned();
        }
    }

    /// The layers that coordinates select: [`crate::filter::nearest_layer`], clamped to those there are.
    #[inline(always)]
    pub(super) fn layers(&mut self, coordinates: &Plane<f32>, layers: f32) {
        let last = integer(layers) - 1;
        for lane in 0..LANES {
            let coordinate = clamped(coordinates[lane], -1.0, layers);
            let (whole, layer) = floor(coordinate);
            let nearest = layer + i32::from(coordinate - whole >= 0.5);
            self.first[lane] = nearest.max(0).min(last).cast_unsigned();
        }
    }
}

/// A number between two limits; NaN is the lower one.
#[inline(always)]
pub(super) fn clamped(x: f32, low: f32, high: f32) -> f32 {
    let raised = if x > low { x } else { low };
    if raised < high { raised } else { high }
}
