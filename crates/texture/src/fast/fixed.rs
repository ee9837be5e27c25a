//! Texels of fixed-point components.

use super::stored::{Texel, components, words};
use super::texel::{Pairs, Reader};
use crate::format::packed;
use crate::format::srgb::LINEAR_F32;
use crate::format::unorm8::unorm8_of;
use quadrille_numerics::level::Simd;

/// Components of 8 bits over 255, which are mixed as bytes.
#[derive(Clone, Copy)]
pub(super) struct Bytes;

/// 2^23: the bits of its sum with a byte are those of both.
pub(super) const BYTES: f32 = 8_388_608.0;

impl Texel<1> for Bytes {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        (word >> (8 * index) & 0xff).cast_signed() as f32
    }

    /// The difference of the sums with 2^23 is that of the bytes, which so need not become floats one by one.
    #[inline(always)]
    fn mixed<S: Simd>(self, [[left], [right]]: [[u32; 1]; 2], index: usize, _: usize, fraction: f32) -> f32 {
        let sum = |word: u32| f32::from_bits(word >> (8 * index) & 0xff | BYTES.to_bits());
        let (left, right) = (sum(left), sum(right));
        (left - BYTES) - fraction * (left - right)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        components!(reader, low, high, 1);
    }
}

/// Components of 8 bits with a sign over 127.
#[derive(Clone, Copy)]
pub(super) struct SignedBytes;

impl Texel<1> for SignedBytes {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        let byte = (word << (24 - 8 * index)).cast_signed() >> 24;
        at_least_minus_one(byte as f32 / 127.0)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        Bytes.load(reader, low, high);
    }
}

#[inline(always)]
fn at_least_minus_one(x: f32) -> f32 {
    if x > -1.0 { x } else { -1.0 }
}

/// sRGB, whose alpha is linear.
#[derive(Clone, Copy)]
pub(super) struct Srgb;

impl Texel<1> for Srgb {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; 1], index: usize, lane: usize) -> f32 {
        match index {
            3 => unorm8_of(Bytes.component::<S>(words, index, lane)),
            _ => LINEAR_F32[(words[0] >> (8 * index) & 0xff) as usize],
        }
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        Bytes.load(reader, low, high);
    }
}

/// Components of 16 bits over a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shorts {
    /// The bit that is the sign, if there is one.
    pub sign: u32,
    /// What stands for 1.
    pub most: f32,
}

impl Texel<2> for Shorts {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; 2], index: usize, _: usize) -> f32 {
        let extended = (short(words, index) ^ self.sign).wrapping_sub(self.sign);
        at_least_minus_one(extended.cast_signed() as f32 / self.most)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 2], high: &mut [Pairs; 2]) {
        components!(reader, low, high, 2);
    }
}

#[inline(always)]
pub(super) fn short(words: [u32; 2], index: usize) -> u32 {
    words[index / 2] >> (16 * (index % 2)) & 0xffff
}

/// Fields of a word over their largest numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    shifts: [u32; 4],
    masks: [u32; 4],
    /// What stands for 1.
    most: [f32; 4],
    bytes: u32,
}

impl Fields {
    pub(super) fn new(fields: packed::Fields, bytes: u32) -> Fields {
        let masks = fields.map(|(_, bits)| (1 << bits) - 1);
        Fields {
            shifts: fields.map(|(shift, _)| shift),
            masks,
            most: masks.map(|mask| mask.max(1) as f32),
            bytes,
        }
    }

    /// Whether the word has four bytes.
    pub(super) fn is_word(self) -> bool {
        self.bytes == 4
    }

    #[inline(always)]
    pub(super) fn field(self, word: u32, index: usize) -> u32 {
        word >> (self.shifts[index] & 31) & self.masks[index]
    }
}

impl Texel<1> for Fields {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        self.field(word, index).cast_signed() as f32 / self.most[index]
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        match self.bytes {
            2 => reader.load::<2, _>(low, high, |texel| words(&texel)),
            _ => reader.load::<4, _>(low, high, |texel| words(&texel)),
        }
    }
}
