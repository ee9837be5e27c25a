//! Formats of depth buffers, and what comes out of buffers and goes into them, row by row.

use quadrille_texture::Format;
use quadrille_texture::format::Field;

use crate::framebuffer::cell::words_of;
use crate::framebuffer::component::{fields, lowest, number};

/// Format of a colour buffer: one of those that are [renderable](Format::is_color_renderable).
pub type ColorFormat = Format;

/// Format of the depth buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthFormat {
    /// 16-bit fixed-point.
    Depth16,
    /// 24-bit fixed-point.
    Depth24,
    /// 32-bit fixed-point.
    Depth32,
    /// binary32.
    Depth32F,
}

impl DepthFormat {
    /// Bytes of a pixel.
    pub fn bytes(self) -> u64 {
        match self {
            DepthFormat::Depth16 => 2,
            DepthFormat::Depth24 | DepthFormat::Depth32 | DepthFormat::Depth32F => 4,
        }
    }

    /// The largest integer of a fixed-point format.
    pub fn largest(self) -> Option<u32> {
        match self {
            DepthFormat::Depth16 => Some(0xffff),
            DepthFormat::Depth24 => Some(0xff_ffff),
            DepthFormat::Depth32 => Some(u32::MAX),
            DepthFormat::Depth32F => None,
        }
    }
}

/// Pixels of a colour buffer, one for each sample, in the format's own encoding, as texels of images.
#[derive(Clone, PartialEq, Debug)]
pub struct Pixels {
    format: Format,
    bytes: Vec<u8>,
}

/// Depths of a depth buffer.
#[derive(Clone, PartialEq, Debug)]
pub enum Depths {
    /// Fixed-point, of as many bits as the format has.
    Fixed(Vec<u32>),
    /// binary32.
    Float(Vec<f32>),
}

impl Pixels {
    /// Pixels of a format, from [`Format::texel_bytes`] bytes each; bytes after the last whole one are dropped.
    pub fn new(format: Format, mut bytes: Vec<u8>) -> Pixels {
        bytes.truncate(bytes.len() / format.texel_bytes() * format.texel_bytes());
        Pixels { format, bytes }
    }

    /// Four bytes a pixel, of 8-bit fixed point.
    pub fn rgba8(pixels: Vec<[u8; 4]>) -> Pixels {
        Pixels::new(Format::Rgba8, pixels.into_flattened())
    }

    /// Four numbers of binary32 a pixel.
    pub fn rgba32f(pixels: &[[f32; 4]]) -> Pixels {
        let numbers = pixels.as_flattened().iter();
        Pixels::new(
            Format::Rgba32F,
            numbers.flat_map(|number| number.to_le_bytes()).collect(),
        )
    }

    /// Its format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The encoded pixels, one behind the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of values: one for each sample of a pixel.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.format.texel_bytes()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A pixel by number, as [`Framebuffer::color`](crate::Framebuffer::color) has it.
    pub fn get(&self, at: usize) -> [f32; 4] {
        self.numbers(at).map(|number| number as f32)
    }

    /// A pixel by number; integers are exact.
    pub fn numbers(&self, at: usize) -> [f64; 4] {
        numbers_of(self.format, self.words(at))
    }

    /// The bits of a pixel.
    pub(super) fn words(&self, at: usize) -> [u32; 4] {
        let size = self.format.texel_bytes();
        words_of(&self.bytes[at * size..][..size])
    }
}

/// The encoding of a texel, from its bits.
pub(super) fn texel_of(format: Format, words: [u32; 4]) -> Vec<u8> {
    let bytes = words.into_iter().flat_map(u32::to_le_bytes);
    bytes.take(format.texel_bytes()).collect()
}

/// The components of a texel, from its bits: (0, 0, 0, 1) where the format has none; those of sRGB as they are stored.
pub(super) fn numbers_of(format: Format, words: [u32; 4]) -> [f64; 4] {
    numbers_by(&fields(format, false), words)
}

/// The same by fields.
pub(super) fn numbers_by(fields: &[Option<Field>; 4], words: [u32; 4]) -> [f64; 4] {
    let mut numbers = [0.0, 0.0, 0.0, 1.0];
    for (component, field) in numbers.iter_mut().zip(fields) {
        if let Some(field) = field {
            let bits = words[(field.shift / 32) as usize] >> (field.shift % 32) & lowest(field.bits);
            *component = number(*field, bits);
        }
    }
    numbers
}

/// A component in 8-bit fixed point: clamped, times 255, rounded to nearest, halves to even (GL 2.1, 2.14.9). NaN gives 0.
pub(crate) fn to_unorm8(value: f32) -> u8 {
    nearest_level(value) as u8
}

/// The same in the lowest byte of a word whose other bits are of no value, by operations of which loops become vector
/// code: a conversion of the processor would keep them from that.
#[inline(always)]
pub(crate) fn nearest_level(value: f32) -> u32 {
    // Of NaN both comparisons are false.
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 1.0 { value } else { 1.0 };
    // From 2^23 on binary32 has integers only: the sum is rounded to one.
    (value * 255.0 + 8_388_608.0).to_bits()
}

/// The value of a component in 8-bit fixed point.
#[cfg(test)]
pub(crate) fn from_unorm8(value: u8) -> f32 {
    f32::from(value) / 255.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: arithmetic; 8-bit values are k/255 and every one survives the way there and back.
    #[test]
    fn bytes_survive() {
        for byte in 0..=255 {
            assert_eq!(to_unorm8(from_unorm8(byte)), byte);
        }
        assert_eq!(to_unorm8(f32::NAN), 0);
        assert_eq!(to_unorm8(2.0), 255);
    }

    /// source: the conversion of docs/numbers.md, by another way: binary64 holds every product of binary32 as it is
    #[test]
    fn levels_are_the_nearest() {
        let halfway = (0..256u16).map(|k| ((f32::from(k) + 0.5) / 255.0).to_bits());
        let near = halfway.flat_map(|bits| bits - 1000..bits + 1000);
        for value in near.chain((0..=u32::MAX).step_by(4999)).map(f32::from_bits) {
            let within = if value.is_nan() {
                0.0
            } else {
                value.clamp(0.0, 1.0)
            };
            let product = f64::from((f64::from(within) * 255.0) as f32);
            assert_eq!(
                f64::from(to_unorm8(value)),
                product.round_ties_even(),
                "{value:e}"
            );
        }
    }
}
