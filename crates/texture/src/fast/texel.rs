//! Texels: loads, a word a texel, then the mean of their components or of what comparisons of depths give.

use super::axis::{Axis, integer};
use super::key::Stored;
use super::{LANES, Plane, mix};
use crate::format::Base;
use crate::format::encoding::unorm8_of;
use crate::format::srgb::LINEAR_F32;
use crate::{CompareFunction, MagnificationFilter};

/// Which outcomes of a comparison give 1: [`crate::shadow::compare`] without a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes {
    less: bool,
    equal: bool,
    greater: bool,
    /// NaN.
    unordered: bool,
}

impl Outcomes {
    pub(super) fn of(function: CompareFunction) -> Outcomes {
        let [less, equal, greater, unordered] = match function {
            CompareFunction::Lequal => [true, true, false, false],
            CompareFunction::Gequal => [false, true, true, false],
            CompareFunction::Less => [true, false, false, false],
            CompareFunction::Greater => [false, false, true, false],
            CompareFunction::Equal => [false, true, false, false],
            CompareFunction::Notequal => [true, false, true, true],
            CompareFunction::Always => [true; 4],
            CompareFunction::Never => [false; 4],
        };
        Outcomes {
            less,
            equal,
            greater,
            unordered,
        }
    }

    #[inline(always)]
    fn compare(self, reference: f32, depth: f32) -> f32 {
        let passes = (reference < depth) & self.less
            | (reference == depth) & self.equal
            | (reference > depth) & self.greater
            | (reference.is_nan() | depth.is_nan()) & self.unordered;
        if passes { 1.0 } else { 0.0 }
    }
}

/// Reads the texels of a block.
pub(super) struct Reader<'a> {
    /// The components of a texel.
    pub base: Base,
    /// What they are stored as.
    pub stored: Stored,
    /// The filter.
    pub filter: MagnificationFilter,
    /// The texels of each image.
    pub images: &'a [&'a [u8]],
    /// Whether all lanes read the same image.
    pub uniform: bool,
    /// The image of each lane.
    pub image: &'a Plane<u32>,
    /// The width of each lane's level.
    pub width: &'a Plane<f32>,
}

/// A component of the texel of a lane.
#[inline(always)]
fn component(word: u32, index: u32) -> f32 {
    unorm8_of((word >> (8 * index) & 0xff).cast_signed() as f32)
}

/// The same of a texel in sRGB, whose alpha is not.
#[inline(always)]
fn srgb_component(word: u32, index: u32) -> f32 {
    match index {
        3 => component(word, index),
        _ => LINEAR_F32[(word >> (8 * index) & 0xff) as usize],
    }
}

impl Reader<'_> {
    /// The colours of a block; of depths, in the first component, what comparisons give where there are `outcomes`.
    #[inline(always)]
    pub(super) fn filtered(
        &self,
        x: &Axis,
        y: &Axis,
        outcomes: Option<Outcomes>,
        reference: &Plane<f32>,
        texels: &mut [Plane<u32>; 4],
        colors: &mut [Plane<f32>; 4],
    ) {
        let most = match self.stored {
            Stored::Bytes => return self.mean(x, y, texels, colors, |word, index, _| component(word, index)),
            Stored::Srgb => {
                return self.mean(x, y, texels, colors, |word, index, _| srgb_component(word, index));
            }
            Stored::Depth16 => 65_535.0,
            Stored::Depth24 | Stored::Depth24AboveStencil => 16_777_215.0,
            Stored::Depth32 => u32::MAX as f32,
        };
        let depths = &mut colors[..1];
        match outcomes {
            None => self.mean(x, y, texels, depths, |word, _, _| word as f32 / most),
            Some(outcomes) => self.mean(x, y, texels, depths, |word, _, lane| {
                outcomes.compare(reference[lane], word as f32 / most)
            }),
        }
    }

    /// The means of components, which are made of the word of a texel.
    #[inline(always)]
    fn mean(
        &self,
        x: &Axis,
        y: &Axis,
        texels: &mut [Plane<u32>; 4],
        colors: &mut [Plane<f32>],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        match self.filter {
            MagnificationFilter::Nearest => self.nearest(x, y, &mut texels[0], colors, component),
            MagnificationFilter::Linear => self.linear(x, y, texels, colors, component),
        }
    }

    /// The nearest texels.
    #[inline(always)]
    fn nearest(
        &self,
        x: &Axis,
        y: &Axis,
        texels: &mut Plane<u32>,
        colors: &mut [Plane<f32>],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        self.read(&x.first, &y.first, [texels]);
        for (index, color) in (0..).zip(colors) {
            for lane in 0..LANES {
                color[lane] = component(texels[lane], index, lane);
            }
        }
    }

    /// The means of four texels: in x, then in y.
    #[inline(always)]
    fn linear(
        &self,
        x: &Axis,
        y: &Axis,
        texels: &mut [Plane<u32>; 4],
        colors: &mut [Plane<f32>],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        let [low_left, low_right, high_left, high_right] = texels;
        if x.is_adjacent() {
            self.read(&x.first, &y.first, [low_left, low_right]);
            self.read(&x.first, &y.second, [high_left, high_right]);
        } else {
            self.read(&x.first, &y.first, [low_left]);
            self.read(&x.second, &y.first, [low_right]);
            self.read(&x.first, &y.second, [high_left]);
            self.read(&x.second, &y.second, [high_right]);
        }
        for (index, color) in (0..).zip(colors) {
            for lane in 0..LANES {
                let of = |texels: &Plane<u32>| component(texels[lane], index, lane);
                let low = mix(of(low_left), of(low_right), x.fraction[lane]);
                let high = mix(of(high_left), of(high_right), x.fraction[lane]);
                color[lane] = mix(low, high, y.fraction[lane]);
            }
        }
    }

    /// The texels in these columns and rows, and those to the right of them: red in the low byte, alpha in the high one;
    /// or depths.
    #[inline(always)]
    fn read<const COUNT: usize>(&self, x: &Plane<u32>, y: &Plane<u32>, mut texels: [&mut Plane<u32>; COUNT]) {
        let texels = &mut texels;
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            let width = integer(self.width[lane]).cast_unsigned();
            numbers[lane] = y[lane].wrapping_mul(width).wrapping_add(x[lane]);
        }
        // With a constant for the base, what it makes of components is compiled into the loop.
        macro_rules! load {
            ($($base:ident $bytes:literal)*) => {
                match self.base {
                    $(Base::$base => self.load::<$bytes, COUNT>(&numbers, texels, |texel| {
                        let mut components = [0; 4];
                        components[..$bytes].copy_from_slice(&texel);
                        u32::from_le_bytes(Base::$base.expand(components, 0, 0xff))
                    }),)*
                    // Depths are read above.
                    Base::Depth | Base::DepthStencil | Base::Stencil => {}
                }
            };
        }
        match self.stored {
            Stored::Bytes | Stored::Srgb => {}
            Stored::Depth16 => {
                return self.load::<2, COUNT>(&numbers, texels, |texel| u32::from(u16::from_le_bytes(texel)));
            }
            Stored::Depth24 => {
                return self
                    .load::<4, COUNT>(&numbers, texels, |texel| u32::from_le_bytes(texel) & 0xff_ffff);
            }
            Stored::Depth24AboveStencil => {
                return self.load::<4, COUNT>(&numbers, texels, |texel| u32::from_le_bytes(texel) >> 8);
            }
            Stored::Depth32 => return self.load::<4, COUNT>(&numbers, texels, u32::from_le_bytes),
        }
        load!(Alpha 1 Luminance 1 LuminanceAlpha 2 Intensity 1 Red 1 Rg 2 Rgb 3 Rgba 4);
    }

    /// Not inlined: for vector instructions of the machine this becomes gathers, which take longer than the loads.
    #[inline(never)]
    fn load<const BYTES: usize, const COUNT: usize>(
        &self,
        numbers: &Plane<u32>,
        texels: &mut [&mut Plane<u32>; COUNT],
        word: impl Fn([u8; BYTES]) -> u32,
    ) {
        let image = |number: u32| match self.images.get(number as usize) {
            Some(image) => image.as_chunks::<BYTES>().0,
            None => &[],
        };
        let mut read = |image: &[[u8; BYTES]], lane: usize| {
            let rest = image.get(numbers[lane] as usize..);
            // Numbers of texels are inside their images.
            let found = rest.and_then(|rest| rest.first_chunk::<COUNT>());
            let found = found.unwrap_or(&[[0; BYTES]; COUNT]);
            for (texels, bytes) in texels.iter_mut().zip(found) {
                texels[lane] = word(*bytes);
            }
        };
        if self.uniform {
            let image = image(self.image[0]);
            (0..LANES).for_each(|lane| read(image, lane));
        } else {
            (0..LANES).for_each(|lane| read(image(self.image[lane]), lane));
        }
    }
}
