//! The mean of the samples of pixels: fixed point as the integers that are stored, sRGB among it, rounded to nearest, halves
//! up; floating-point numbers as their sum in the order of their numbers, divided; of integers sample 0 (GL 4.6, 18.3.1).

use quadrille_numerics::level::{Level, Pass};
use quadrille_texture::format::{Field, Number};

use crate::canonical::canonical;
use crate::framebuffer::Extent;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::{Buffer, ColorBuffer};
use crate::framebuffer::cell::{Cell, map_cells};
use crate::framebuffer::component::{self, decode, encode, extract_of, lowest, texels_of};
use crate::framebuffer::window::{Aligned, WINDOW};
use crate::inter_stage::plane::BLOCK;

/// A layer with one sample a pixel: the means of the pixels of a rectangle, at least.
pub(super) fn resolved(color: &ColorBuffer, extent: Extent, layer: u32, bounds: Bounds) -> ColorBuffer {
    let format = color.format;
    // Of sRGB the bytes that are stored.
    let fields = component::fields(format, false);
    let cells = map_cells!(&color.cells, values => means(values, extent, layer, &fields, bounds));
    ColorBuffer { format, cells }
}

fn means<C: Cell>(
    values: &Buffer<C>,
    extent: Extent,
    layer: u32,
    fields: &[Option<Field>; 4],
    bounds: Bounds,
) -> Buffer<C> {
    let level = Level::best();
    let one = Extent {
        samples: 1,
        layers: 1,
        ..extent
    };
    let mut pixels = Buffer::new(one, C::default());
    let bounds = bounds.intersect(Bounds::of(extent.width, extent.height));
    if bounds.is_empty() {
        return pixels;
    }
    let blocks = |from: i32, to: i32| from as u32 / u32::from(BLOCK)..(to as u32).div_ceil(BLOCK.into());
    for row in blocks(bounds.y0, bounds.y1) {
        for column in blocks(bounds.x0, bounds.x1) {
            let block = &values[extent.block_at([column, row], layer)..][..extent.block_values()];
            if let Some(to) = pixels[one.block_at([column, row], 0)..].first_chunk_mut() {
                level.run(Mean {
                    samples: block.as_chunks().0,
                    fields,
                    to,
                });
            }
        }
    }
    pixels
}

/// The means of the samples of a block.
struct Mean<'a, C> {
    /// For each sample its texels. There are 1, 2, 4, 8 or 16.
    samples: &'a [[C; WINDOW]],
    fields: &'a [Option<Field>; 4],
    to: &'a mut [C; WINDOW],
}

impl<C: Cell> Mean<'_, C> {
    #[inline(always)]
    fn of(&self, field: Field, bits: &mut [u32; WINDOW]) {
        match field.number {
            Number::Unorm | Number::Srgb => self.of_integers(field, bits, 0),
            Number::Snorm => self.of_integers(field, bits, 32 - field.bits),
            Number::Float | Number::UnsignedFloat => {
                let mut means = [0.0; WINDOW];
                for texels in self.samples {
                    let mut values = [0.0; WINDOW];
                    decode(field, &extract_of(field, texels), &mut values);
                    for lane in 0..WINDOW {
                        means[lane] += values[lane];
                    }
                }
                for mean in &mut means {
                    *mean = canonical(*mean / self.samples.len() as f32);
                }
                encode(field, &means, bits);
            }
            Number::Signed | Number::Unsigned => *bits = extract_of(field, &self.samples[0]),
        }
    }

    /// Of integers whose sign is so many bits below the highest.
    #[inline(always)]
    fn of_integers(&self, field: Field, bits: &mut [u32; WINDOW], above: u32) {
        let count = self.samples.len() as u32;
        let mut sums = [count.cast_signed() / 2; WINDOW];
        for texels in self.samples {
            let bits = extract_of(field, texels);
            for lane in 0..WINDOW {
                sums[lane] += (bits[lane] << above).cast_signed() >> above;
            }
        }
        for lane in 0..WINDOW {
            bits[lane] = (sums[lane] >> count.ilog2()).cast_unsigned() & lowest(field.bits);
        }
    }
}

impl<C: Cell> Pass for Mean<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut bits = Aligned([[0; WINDOW]; 4]);
        for component in 0..4 {
            if let Some(field) = self.fields[component] {
                self.of(field, &mut bits.0[component]);
            }
        }
        texels_of(self.fields, &bits.0, self.to);
    }
}
