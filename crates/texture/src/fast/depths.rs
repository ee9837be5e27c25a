//! Depths, as they are or compared.

use super::Plane;
use super::floats::decoded;
use super::stored::{Texel, words};
use super::texel::{Pairs, Reader};
use crate::{CompareFunction, Encoding};
use quadrille_numerics::level::Simd;

/// Depths over a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// Bits below the depth.
    pub shift: u32,
    /// What stands for 1: all bits of the depth.
    pub most: u32,
    /// Bytes of the word, 2 or 4.
    pub bytes: u32,
}

impl Texel<1> for Depths {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], _: usize, _: usize) -> f32 {
        (word >> (self.shift & 31) & self.most) as f32 / self.most as f32
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        match self.bytes {
            2 => reader.load::<2, _>(low, high, |texel| words(&texel)),
            _ => reader.load::<4, _>(low, high, |texel| words(&texel)),
        }
    }
}

/// Depths that are floats.
#[derive(Clone, Copy, Debug)]
pub(super) enum FloatDepths {
    Words,
    AboveStencil,
    /// Those that others become where they are read.
    Decoded(Encoding),
}

impl FloatDepths {
    /// Whether they are words of four bytes in memory.
    pub(super) fn is_word(self) -> bool {
        match self {
            FloatDepths::Words => true,
            FloatDepths::AboveStencil | FloatDepths::Decoded(_) => false,
        }
    }
}

impl Texel<1> for FloatDepths {
    const IS_FINITE: bool = false;

    #[inline(always)]
    fn component<S: Simd>(self, [word]: [u32; 1], _: usize, _: usize) -> f32 {
        f32::from_bits(word)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; 1], high: &mut [Pairs; 1]) {
        match self {
            FloatDepths::Words => reader.load::<4, _>(low, high, |texel| words(&texel)),
            FloatDepths::AboveStencil => {
                reader.load::<8, _>(low, high, |texel| words(&texel[..4]));
            }
            FloatDepths::Decoded(encoding) => {
                let words = |texel: &[u8]| [encoding.decode(texel)[0].to_bits()];
                decoded!(encoding, reader, low, high, words, [2 4 8]);
            }
        }
    }
}

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

/// Depths that are compared with a reference.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a, T> {
    pub depths: T,
    pub outcomes: Outcomes,
    pub reference: &'a Plane<f32>,
}

impl<const WORDS: usize, T: Texel<WORDS>> Texel<WORDS> for Compared<'_, T> {
    const IS_FINITE: bool = true;

    #[inline(always)]
    fn component<S: Simd>(self, words: [u32; WORDS], index: usize, lane: usize) -> f32 {
        let depth = self.depths.component::<S>(words, index, lane);
        self.outcomes.compare(self.reference[lane], depth)
    }

    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; WORDS], high: &mut [Pairs; WORDS]) {
        self.depths.load(reader, low, high);
    }
}
