//! Texels: loads, a word a texel, then the mean of their components or of what comparisons of depths give.

use super::axis::{Axis, BORDER, integer};
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
    /// The word of the border, where it may be read.
    pub border: Option<u32>,
    /// The texels of each image.
    pub images: &'a [&'a [u8]],
    /// Whether all lanes read the same image.
    pub uniform: bool,
    /// The image of each lane.
    pub image: &'a Plane<u32>,
    /// The width of each lane's level.
    pub width: &'a Plane<f32>,
}

/// The number of a texel that no image has.
const BEYOND: u32 = 1 << 31;

/// The words of two texels of each lane, side by side: those that a filter reads in a row.
pub(super) type Pairs = Plane<[u32; 2]>;

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
        rows: &mut [Pairs; 2],
        colors: &mut [Plane<f32>; 4],
    ) {
        let most = match self.stored {
            Stored::Bytes => return self.mean(x, y, rows, colors, |word, index, _| component(word, index)),
            Stored::Srgb => {
                return self.mean(x, y, rows, colors, |word, index, _| srgb_component(word, index));
            }
            Stored::Depth16 => 65_535.0,
            Stored::Depth24 | Stored::Depth24AboveStencil => 16_777_215.0,
            Stored::Depth32 => u32::MAX as f32,
        };
        let [depths, ..] = colors;
        let depths = std::array::from_mut(depths);
        match outcomes {
            None => self.mean(x, y, rows, depths, |word, _, _| word as f32 / most),
            Some(outcomes) => self.mean(x, y, rows, depths, |word, _, lane| {
                outcomes.compare(reference[lane], word as f32 / most)
            }),
        }
    }

    /// The means of components, which are made of the word of a texel.
    #[inline(always)]
    fn mean<const COMPONENTS: usize>(
        &self,
        x: &Axis,
        y: &Axis,
        rows: &mut [Pairs; 2],
        colors: &mut [Plane<f32>; COMPONENTS],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        match self.filter {
            MagnificationFilter::Nearest => self.nearest(x, y, &mut rows[0], colors, component),
            MagnificationFilter::Linear => self.linear(x, y, rows, colors, component),
        }
    }

    /// The nearest texels.
    #[inline(always)]
    fn nearest<const COMPONENTS: usize>(
        &self,
        x: &Axis,
        y: &Axis,
        row: &mut Pairs,
        colors: &mut [Plane<f32>; COMPONENTS],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        self.read::<1, 0>(&x.first, &y.first, row);
        for lane in 0..LANES {
            for (index, color) in (0..).zip(&mut *colors) {
                color[lane] = component(row[lane][0], index, lane);
            }
        }
    }

    /// The means of four texels: in x, then in y.
    #[inline(always)]
    fn linear<const COMPONENTS: usize>(
        &self,
        x: &Axis,
        y: &Axis,
        rows: &mut [Pairs; 2],
        colors: &mut [Plane<f32>; COMPONENTS],
        component: impl Fn(u32, u32, usize) -> f32,
    ) {
        let [low, high] = rows;
        if x.is_adjacent() {
            self.read::<2, 0>(&x.first, &y.first, low);
            self.read::<2, 0>(&x.first, &y.second, high);
        } else {
            self.read::<1, 0>(&x.first, &y.first, low);
            self.read::<1, 1>(&x.second, &y.first, low);
            self.read::<1, 0>(&x.first, &y.second, high);
            self.read::<1, 1>(&x.second, &y.second, high);
        }
        for lane in 0..LANES {
            let ([low_left, low_right], [high_left, high_right]) = (low[lane], high[lane]);
            for (index, color) in (0..).zip(&mut *colors) {
                let of = |texel: u32| component(texel, index, lane);
                let low = mix(of(low_left), of(low_right), x.fraction[lane]);
                let high = mix(of(high_left), of(high_right), x.fraction[lane]);
                color[lane] = mix(low, high, y.fraction[lane]);
            }
        }
    }

    /// The texels in these columns and rows, or with `COUNT` 2 those to the right of them too, from place `FIRST` of each
    /// pair on: red in the low byte, alpha in the high one; or depths.
    #[inline(always)]
    fn read<const COUNT: usize, const FIRST: usize>(&self, x: &Plane<u32>, y: &Plane<u32>, row: &mut Pairs) {
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            let width = integer(self.width[lane]).cast_unsigned();
            numbers[lane] = y[lane].wrapping_mul(width).wrapping_add(x[lane]);
        }
        if self.border.is_some() {
            for lane in 0..LANES {
                let is_border = (x[lane] == BORDER) | (y[lane] == BORDER);
                numbers[lane] = if is_border { BEYOND } else { numbers[lane] };
            }
        }
        // With a constant for the base, what it makes of components is compiled into the loop.
        macro_rules! load {
            ($($base:ident $bytes:literal)*) => {
                match self.base {
                    $(Base::$base => self.load::<$bytes, COUNT, FIRST>(&numbers, row, |texel| {
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
                return self
                    .load::<2, COUNT, FIRST>(&numbers, row, |texel| u32::from(u16::from_le_bytes(texel)));
            }
            Stored::Depth24 => {
                return self
                    .load::<4, COUNT, FIRST>(&numbers, row, |texel| u32::from_le_bytes(texel) & 0xff_ffff);
            }
            Stored::Depth24AboveStencil => {
                return self.load::<4, COUNT, FIRST>(&numbers, row, |texel| u32::from_le_bytes(texel) >> 8);
            }
            Stored::Depth32 => return self.load::<4, COUNT, FIRST>(&numbers, row, u32::from_le_bytes),
        }
        load!(Alpha 1 Luminance 1 LuminanceAlpha 2 Intensity 1 Red 1 Rg 2 Rgb 3 Rgba 4);
    }

    /// Not inlined: for vector instructions of the machine this becomes gathers, which take longer than the loads.
    #[inline(never)]
    fn load<const BYTES: usize, const COUNT: usize, const FIRST: usize>(
        &self,
        numbers: &Plane<u32>,
        row: &mut Pairs,
        word: impl Fn([u8; BYTES]) -> u32,
    ) {
        let image = |number: u32| match self.images.get(number as usize) {
            Some(image) => image.as_chunks::<BYTES>().0,
            None => &[],
        };
        let border = self.border.unwrap_or(0);
        let mut read = |image: &[[u8; BYTES]], lane: usize| {
            let number = numbers[lane] as usize;
            // Numbers of texels are inside their images, unless they stand for the border.
            let found = image.get(number..number + COUNT);
            let found: Option<&[[u8; BYTES]; COUNT]> = found.and_then(<[_]>::first_chunk);
            let (left, right) = match found {
                Some(found) => (word(found[0]), word(found[COUNT - 1])),
                None => (border, border),
            };
            if COUNT == 2 {
                row[lane] = [left, right];
            } else {
                row[lane][FIRST] = left;
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
