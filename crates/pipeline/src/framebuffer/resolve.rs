//! The mean of the samples of pixels: fixed point as the integers that are stored, sRGB among it, rounded to nearest, halves
//! up; floating-point numbers as their sum in the order of their numbers, divided; of integers sample 0 (GL 4.6, 18.3.1).

use quadrille_texture::format::{Field, Number};

use crate::canonical::canonical;
use crate::framebuffer::Extent;
use crate::framebuffer::buffer::Buffer;
use crate::framebuffer::cell::Cell;
use crate::framebuffer::component::{decode, encode, extract, lowest, place};
use crate::framebuffer::window::WINDOW;

/// The sums of the samples of 64 pixels.
pub(super) struct Mean<'a> {
    fields: &'a [Option<Field>; 4],
    samples: u32,
    /// Of fixed point; of integers sample 0.
    integers: [[i32; WINDOW]; 4],
    numbers: [[f32; WINDOW]; 4],
}

impl<'a> Mean<'a> {
    pub(super) fn of(fields: &'a [Option<Field>; 4]) -> Mean<'a> {
        Mean {
            fields,
            samples: 0,
            integers: [[0; WINDOW]; 4],
            numbers: [[0.0; WINDOW]; 4],
        }
    }

    /// Adds a sample of each pixel: the words of its texel.
    pub(super) fn add(&mut self, words: &[[u32; WINDOW]; 4]) {
        for (component, field) in self.fields.iter().enumerate() {
            let Some(field) = *field else { continue };
            let bits = extract(field, words);
            let integers = &mut self.integers[component];
            match field.number {
                Number::Unorm | Number::Srgb => {
                    for lane in 0..WINDOW {
                        integers[lane] += bits[lane].cast_signed();
                    }
                }
                Number::Snorm => {
                    let above = 32 - field.bits;
                    for lane in 0..WINDOW {
                        integers[lane] += (bits[lane] << above).cast_signed() >> above;
                    }
                }
                Number::Float | Number::UnsignedFloat => {
                    let mut values = [0.0; WINDOW];
                    decode(field, &bits, &mut values);
                    for lane in 0..WINDOW {
                        self.numbers[component][lane] += values[lane];
                    }
                }
                Number::Signed | Number::Unsigned if self.samples == 0 => {
                    *integers = bits.map(u32::cast_signed);
                }
                Number::Signed | Number::Unsigned => {}
            }
        }
        self.samples += 1;
    }

    /// The words of the texels that are the means.
    pub(super) fn words(&self) -> [[u32; WINDOW]; 4] {
        let mut words = [[0; WINDOW]; 4];
        // 1, 2, 4, 8 or 16.
        let shift = self.samples.ilog2();
        for (component, field) in self.fields.iter().enumerate() {
            let Some(field) = *field else { continue };
            let mut bits = self.integers[component].map(i32::cast_unsigned);
            match field.number {
                Number::Unorm | Number::Srgb | Number::Snorm => {
                    for bits in &mut bits {
                        let half = self.samples.cast_signed() / 2;
                        *bits = ((bits.cast_signed() + half) >> shift).cast_unsigned() & lowest(field.bits);
                    }
                }
                Number::Float | Number::UnsignedFloat => {
                    let means = self.numbers[component].map(|sum| canonical(sum / self.samples as f32));
                    encode(field, &means, &mut bits);
                }
                Number::Signed | Number::Unsigned => {}
            }
            let (word, shift) = place(field);
            for lane in 0..WINDOW {
                words[word][lane] |= bits[lane] << shift;
            }
        }
        words
    }
}

/// A layer with one sample a pixel: the means.
pub(super) fn resolved<C: Cell>(
    values: &Buffer<C>,
    extent: Extent,
    layer: u32,
    fields: &[Option<Field>; 4],
) -> Buffer<C> {
    let size = extent.row_values(extent.height);
    let mut pixels = Vec::with_capacity(size / extent.samples as usize);
    for block in values.0[layer as usize * size..][..size].chunks_exact(extent.block_values()) {
        let mut mean = Mean::of(fields);
        for sample in block.chunks_exact(WINDOW) {
            let mut words = [[0; WINDOW]; 4];
            for (lane, cell) in sample.iter().enumerate() {
                let texel = cell.words();
                for word in 0..4 {
                    words[word][lane] = texel[word];
                }
            }
            mean.add(&words);
        }
        let words = mean.words();
        pixels.extend((0..WINDOW).map(|lane| C::of([0, 1, 2, 3].map(|word| words[word][lane]))));
    }
    Buffer(pixels)
}
