//! What the functions are made of, so that one text of a function computes a number, or records how it is computed.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

use crate::lane::Mask;

/// A binary32 number: sums, differences and products rounded to nearest even, comparisons and choices. `f32` is one;
/// so is a value of a recorder, from which code for vectors of numbers is made.
pub trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// Its 32 bits.
    type Word: Word<Mask = Self::Mask, Real = Self>;
    /// The result of its comparisons, which are false of NaN.
    type Mask: Mask;

    /// A number that is written out.
    fn constant(value: f32) -> Self;
    /// The number of these bits.
    fn of_word(word: Self::Word) -> Self;
    /// Its bits.
    fn word(self) -> Self::Word;
    /// `self < other`
    fn less(self, other: Self) -> Self::Mask;
    /// `self <= other`
    fn less_or_equal(self, other: Self) -> Self::Mask;
    /// `self == other`
    fn equal(self, other: Self) -> Self::Mask;
    /// Whether it is no number.
    fn is_nan(self) -> Self::Mask;

    /// `when` where the mask is set, `otherwise` where it is not: a move of bits.
    #[inline(always)]
    #[must_use]
    fn select(mask: Self::Mask, when: Self, otherwise: Self) -> Self {
        Self::of_word(Self::Word::select(mask, when.word(), otherwise.word()))
    }
}

/// 32 bits, as an integer that wraps around.
pub trait Word: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    /// The result of its comparisons.
    type Mask: Mask;
    /// The numbers that have such bits.
    type Real: Real;

    /// Bits that are written out.
    fn constant(bits: u32) -> Self;
    /// The sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// All bits moved up by 0 to 31 places.
    #[must_use]
    fn shift_left(self, places: u32) -> Self;
    /// All bits moved down by 0 to 31 places, zeros above.
    #[must_use]
    fn shift_right(self, places: u32) -> Self;
    /// All bits moved down by 0 to 31 places, copies of the highest above.
    #[must_use]
    fn shift_right_signed(self, places: u32) -> Self;
    /// `self < other` as unsigned integers.
    fn below(self, other: Self) -> Self::Mask;
    /// `self == other`
    fn same(self, other: Self) -> Self::Mask;
    /// `when` where the mask is set, `otherwise` where it is not.
    #[must_use]
    fn select(mask: Self::Mask, when: Self, otherwise: Self) -> Self;
    /// The number nearest to it as a signed integer.
    fn signed_to_real(self) -> Self::Real;
}

impl Real for f32 {
    type Word = u32;
    type Mask = bool;

    #[inline(always)]
    fn constant(value: f32) -> f32 {
        value
    }
    #[inline(always)]
    fn of_word(word: u32) -> f32 {
        f32::from_bits(word)
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self.to_bits()
    }
    #[inline(always)]
    fn less(self, other: f32) -> bool {
        self < other
    }
    #[inline(always)]
    fn less_or_equal(self, other: f32) -> bool {
        self <= other
    }
    #[inline(always)]
    fn equal(self, other: f32) -> bool {
        self == other
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        f32::is_nan(self)
    }
    #[inline(always)]
    fn select(mask: bool, when: f32, otherwise: f32) -> f32 {
        if mask { when } else { otherwise }
    }
}

impl Word for u32 {
    type Mask = bool;
    type Real = f32;

    #[inline(always)]
    fn constant(bits: u32) -> u32 {
        bits
    }
    #[inline(always)]
    fn plus(self, other: u32) -> u32 {
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn minus(self, other: u32) -> u32 {
        self.wrapping_sub(other)
    }
    #[inline(always)]
    fn shift_left(self, places: u32) -> u32 {
        self << places
    }
    #[inline(always)]
    fn shift_right(self, places: u32) -> u32 {
        self >> places
    }
    #[inline(always)]
    fn shift_right_signed(self, places: u32) -> u32 {
        (self as i32 >> places) as u32
    }
    #[inline(always)]
    fn below(self, other: u32) -> bool {
        self < other
    }
    #[inline(always)]
    fn same(self, other: u32) -> bool {
        self == other
    }
    #[inline(always)]
    fn select(mask: bool, when: u32, otherwise: u32) -> u32 {
        if mask { when } else { otherwise }
    }
    #[inline(always)]
    fn signed_to_real(self) -> f32 {
        self as i32 as f32
    }
}
