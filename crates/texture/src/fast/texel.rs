//! Texels of 8-bit components: loads, a word a texel, then the mean.

use super::axis::{Axis, integer};
use super::{LANES, LEVELS, Plane, mix};
use crate::format::Base;
use crate::format::encoding::unorm8_of;

/// Reads the texels of a block.
pub(super) struct Reader<'a> {
    /// The components of a texel.
    pub base: Base,
    /// The texels of each level.
    pub images: &'a [&'a [u8]; LEVELS],
    /// Whether all lanes read the same level.
    pub uniform: bool,
    /// The level of each lane.
    pub level: &'a Plane<u32>,
    /// The width of each lane's level.
    pub width: &'a Plane<f32>,
}

/// A component of the texel of a lane.
#[inline(always)]
fn component(word: u32, index: u32) -> f32 {
    unorm8_of((word >> (8 * index) & 0xff).cast_signed() as f32)
}

impl Reader<'_> {
    /// The nearest texels.
    #[inline(always)]
    pub(super) fn nearest(&self, x: &Axis, y: &Axis, colors: &mut [Plane<f32>; 4]) {
        let mut texels = [0; LANES];
        self.read(&x.first, &y.first, &mut texels);
        for (index, color) in (0..).zip(colors) {
            for lane in 0..LANES {
                color[lane] = component(texels[lane], index);
            }
        }
    }

    /// The means of four texels: in x, then in y.
    #[inline(always)]
    pub(super) fn linear(&self, x: &Axis, y: &Axis, colors: &mut [Plane<f32>; 4]) {
        let mut texels = [[0; LANES]; 4];
        let places = [
            (&x.first, &y.first),
            (&x.second, &y.first),
            (&x.first, &y.second),
            (&x.second, &y.second),
        ];
        for (texels, (x, y)) in texels.iter_mut().zip(places) {
            self.read(x, y, texels);
        }
        let [low_left, low_right, high_left, high_right] = &texels;
        for (index, color) in (0..).zip(colors) {
            for lane in 0..LANES {
                let of = |texels: &Plane<u32>| component(texels[lane], index);
                let low = mix(of(low_left), of(low_right), x.fraction[lane]);
                let high = mix(of(high_left), of(high_right), x.fraction[lane]);
                color[lane] = mix(low, high, y.fraction[lane]);
            }
        }
    }

    /// The texels in these columns and rows: red in the low byte, alpha in the high one.
    #[inline(always)]
    fn read(&self, x: &Plane<u32>, y: &Plane<u32>, texels: &mut Plane<u32>) {
        let mut numbers = [0; LANES];
        for lane in 0..LANES {
            let width = integer(self.width[lane]).cast_unsigned();
            numbers[lane] = y[lane].wrapping_mul(width).wrapping_add(x[lane]);
        }
        // With a constant for the base, what it makes of components is compiled into the loop.
        macro_rules! load {
            ($($base:ident $bytes:literal)*) => {
                match self.base {
                    $(Base::$base => self.load::<$bytes>(&numbers, texels, |texel| {
                        let mut components = [0; 4];
                        components[..$bytes].copy_from_slice(&texel);
                        u32::from_le_bytes(Base::$base.expand(components, 0, 0xff))
                    }),)*
                }
            };
        }
        load!(Alpha 1 Luminance 1 LuminanceAlpha 2 Intensity 1 Red 1 Rg 2 Rgb 3 Rgba 4 Depth 1);
    }

    #[inline(always)]
    fn load<const BYTES: usize>(
        &self,
        numbers: &Plane<u32>,
        texels: &mut Plane<u32>,
        word: impl Fn([u8; BYTES]) -> u32,
    ) {
        let image = |level: u32| self.images[level as usize % LEVELS].as_chunks::<BYTES>().0;
        // Numbers of texels are inside their images.
        let at = |image: &[[u8; BYTES]], number: u32| {
            word(image.get(number as usize).copied().unwrap_or([0; BYTES]))
        };
        if self.uniform {
            let image = image(self.level[0]);
            for lane in 0..LANES {
                texels[lane] = at(image, numbers[lane]);
            }
        } else {
            for lane in 0..LANES {
                texels[lane] = at(image(self.level[lane]), numbers[lane]);
            }
        }
    }
}
