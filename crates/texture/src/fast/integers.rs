//! Texels of integers, which are not mixed. A component is the bits of one.

use super::fixed::{Bytes, Fields, short};
use super::stored::{Texel, components, words};
use super::texel::{Pairs, Reader};
use quadrille_numerics::level::Simd;

/// Integers of 8 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntegerBytes {
    /// The bit that is the sign, if there is one.
    pub sign: u32,
}

impl Texel<1> for IntegerBytes {
    const IS_FINITE: bool = true;
    const IS_MIXED: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        extended(word >> (8 * index) & 0xff, self.sign)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        Bytes.load(reader, low, high);
    }
}

/// Integers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntegerShorts {
    /// The bit that is the sign, if there is one.
    pub sign: u32,
}

impl Texel<2> for IntegerShorts {
    const IS_FINITE: bool = true;
    const IS_MIXED: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; 2], index: usize, _: usize) -> f32 {
        extended(short(words, index), self.sign)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 2], high: &mut [Pairs; 2]) {
        components!(reader, low, high, 2);
    }
}

#[inline(always)]
fn extended(bits: u32, sign: u32) -> f32 {
    f32::from_bits((bits ^ sign).wrapping_sub(sign))
}

/// Integers in the fields of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntegerFields(pub Fields);

impl Texel<1> for IntegerFields {
    const IS_FINITE: bool = true;
    const IS_MIXED: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], index: usize, _: usize) -> f32 {
        f32::from_bits(self.0.field(word, index))
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        self.0.load(reader, low, high);
    }
}
