//! From coordinates to the texels that a filter reads along one axis: [`crate::wrap`] in a pass. [`super::mode`] has
//! the wrap modes.

use super::key::WrapMode;
use super::mode::{
    AcrossFaces, HalfBorder, Mirrored, MirroredHalfBorder, MirroredToBorder, MirroredToEdge, Mode, Repeat,
    ToBorder, ToEdge,
};
use super::{LANES, Plane, is_wide};
use crate::MagnificationFilter;
use quadrille_numerics::level::Simd;

/// Stands for a texel outside the image, whose colour is the border's: beyond all texels, and next to none.
pub(super) const BORDER: u32 = 1 << 30;

/// 1.5 · 2^23: a sum with a number below 2^22 is that number rounded to an integer, which is in the low bits.
const INTEGERS: f32 = 12_582_912.0;

/// The texels of an axis in each lane.
pub(super) trait Sizes: Copy {
    /// How many there are.
    fn size(self, lane: usize) -> f32;

    /// How many there are for 1 of the coordinate: as many, or 1 where coordinates count texels.
    fn scale(self, lane: usize) -> f32;
}

/// The same for all lanes.
#[derive(Clone, Copy)]
pub(super) struct OneSize {
    pub size: f32,
    pub scale: f32,
}

impl Sizes for OneSize {
    #[inline(always)]
    fn size(self, _: usize) -> f32 {
        self.size
    }

    #[inline(always)]
    fn scale(self, _: usize) -> f32 {
        self.scale
    }
}

/// Those of levels, along which coordinates go from 0 to 1.
impl Sizes for &Plane<f32> {
    #[inline(always)]
    fn size(self, lane: usize) -> f32 {
        self[lane]
    }

    #[inline(always)]
    fn scale(self, lane: usize) -> f32 {
        self[lane]
    }
}

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
pub(super) fn floor<S: Simd>(x: f32) -> (f32, i32) {
    if is_wide::<S>() {
        let floor = x.floor();
        return (floor, integer(floor));
    }
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

    /// The texels that a filter reads.
    #[inline(always)]
    pub(super) fn locate<S: Simd>(
        &mut self,
        filter: MagnificationFilter,
        wrap: WrapMode,
        coordinates: &Plane<f32>,
        sizes: impl Sizes,
    ) {
        macro_rules! wrapped {
            ($($mode:ident)*) => {
                match (filter, wrap) {
                    $((MagnificationFilter::Nearest, WrapMode::$mode) => {
                        self.nearest::<S, $mode>(coordinates, sizes);
                    }
                    (MagnificationFilter::Linear, WrapMode::$mode) => {
                        self.linear::<S, $mode>(coordinates, sizes);
                    })*
                }
            };
        }
        wrapped!(Repeat Mirrored ToEdge AcrossFaces ToBorder HalfBorder MirroredToEdge MirroredToBorder MirroredHalfBorder);
    }

    /// The nearest texels of coordinates.
    #[inline(always)]
    fn nearest<S: Simd, M: Mode>(&mut self, coordinates: &Plane<f32>, sizes: impl Sizes) {
        for lane in 0..LANES {
            let size = sizes.size(lane);
            let position = M::position::<S>(coordinates[lane], sizes.scale(lane), size);
            let (whole, texel) = floor::<S>(position);
            self.first[lane] = M::nearest(texel, position - whole, integer(size)).cast_unsigned();
        }
    }

    /// The two texels around coordinates, and their weights.
    #[inline(always)]
    fn linear<S: Simd, M: Mode>(&mut self, coordinates: &Plane<f32>, sizes: impl Sizes) {
        const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
        for lane in 0..LANES {
            let size = sizes.size(lane);
            let shifted = M::shifted::<S>(coordinates[lane], sizes.scale(lane), size);
            let (whole, texel) = floor::<S>(shifted);
            let fraction = shifted - whole;
            self.fraction[lane] = if fraction < BELOW_ONE { fraction } else { BELOW_ONE };
            let size = integer(size);
            self.first[lane] = M::left(texel, size).cast_unsigned();
            self.second[lane] = M::right(texel + 1, size).cast_unsigned();
        }
    }

    /// The layers that coordinates select: [`crate::filter::nearest_layer`], clamped to those there are.
    #[inline(always)]
    pub(super) fn layers<S: Simd>(&mut self, coordinates: &Plane<f32>, layers: f32) {
        let last = integer(layers) - 1;
        for lane in 0..LANES {
            let coordinate = clamped(coordinates[lane], -1.0, layers);
            let (whole, layer) = floor::<S>(coordinate);
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
