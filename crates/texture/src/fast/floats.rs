//! Texels whose components are floats, and those that become floats or integers where they are read.

use super::fixed::short;
use super::stored::{Texel, components, words};
use super::texel::{Pairs, Reader};
use crate::Encoding;
use quadrille_numerics::level::Simd;

/// The floats of RGB9_E5: mantissas times a power of two.
#[derive(Clone, Copy)]
pub(super) struct SharedExponent;

impl Texel<1> for SharedExponent {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        // A mantissa of 9 bits times 2^(exponent - 15 - 9).
        let scale = f32::from_bits(((word >> 27) + 127 - 24) << 23);
        let mantissa = word >> (9 * index) & 0x1ff;
        mantissa.cast_signed() as f32 * scale
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        reader.load::<4, _>(low, high, |texel| words(&texel));
    }
}

/// Half floats, also those that R11F_G11F_B10F has parts of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halves {
    Components,
    Packed,
}

impl Texel<2> for Halves {
    const IS_FINITE: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; 2], index: usize, _: usize) -> f32 {
        half(short(words, index))
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 2], high: &mut [Pairs; 2]) {
        match self {
            Halves::Components => components!(reader, low, high, 2),
            Halves::Packed => reader.load::<4, _>(low, high, |texel| {
                let word = u32::from_le_bytes(texel);
                // The layout is that of a half float without sign and with a shorter mantissa.
                let (red, green, blue) = (word & 0x7ff, word >> 11 & 0x7ff, word >> 22);
                [red << 4 | green << 20, blue << 5]
            }),
        }
    }
}

/// The number of a half float: exact, but that a NaN may be another.
#[inline(always)]
fn half(bits: u32) -> f32 {
    // The least exponent of numbers that are not denormal, in both formats.
    const LEAST: u32 = 113 << 23;
    let sign = (bits & 0x8000) << 16;
    let magnitude = (bits & 0x7fff) << 13;
    let normal = magnitude + (112 << 23);
    let infinite = magnitude + (224 << 23);
    // A number with the mantissa of the denormal one, less the 1 that it does not have.
    let denormal = (f32::from_bits(magnitude + LEAST) - f32::from_bits(LEAST)).to_bits();
    let large = if magnitude >= 0x1f << 23 { infinite } else { normal };
    let bits = if magnitude < 1 << 23 { denormal } else { large };
    f32::from_bits(bits | sign)
}

/// Floats.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singles {
    Components,
    /// Those that other texels become where they are read.
    Decoded(Encoding),
    /// The bits of integers, which are not mixed.
    Integers(Encoding),
}

/// Loads texels of so many bytes by their decoder, and the words of the border as they are.
macro_rules! decoded {
    ($encoding:ident, $reader:ident, $low:ident, $high:ident, $words:expr, [$($bytes:literal)*]) => {
        match $encoding.bytes($reader.components) {
            $($bytes => $reader.load_decoded::<$bytes, _>($low, $high, |texel| $words(&texel)),)*
            _ => {}
        }
    };
}

pub(super) use decoded;

impl Texel<4> for Singles {
    const IS_FINITE: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; 4], index: usize, _: usize) -> f32 {
        f32::from_bits(words[index])
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 4], high: &mut [Pairs; 4]) {
        match self {
            Singles::Components => components!(reader, low, high, 4),
            // With a constant for the encoding its decoder is compiled into the loop.
            Singles::Decoded(Encoding::Unorm8) => {
                let words = |texel: &[u8]| Encoding::Unorm8.decode(texel).map(f32::to_bits);
                components!(reader, low, high, 1, load_decoded, words);
            }
            Singles::Decoded(encoding) => {
                let words = |texel: &[u8]| encoding.decode(texel).map(f32::to_bits);
                decoded!(encoding, reader, low, high, words, [1 2 3 4 6 8 12 16]);
            }
            Singles::Integers(encoding) => {
                let words = |texel: &[u8]| encoding.decode_integer(texel);
                decoded!(encoding, reader, low, high, words, [1 2 3 4 6 8 12 16]);
            }
        }
    }
}
