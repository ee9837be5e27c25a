//! The common part of every kind of number: a choice by a mask.

use std::ops::{BitAnd, BitOr, Not};

/// The result of a comparison: one truth value per lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The same truth value in every lane.
    fn constant(value: bool) -> Self;
}

impl Mask for bool {
    fn constant(value: bool) -> bool {
        value
    }
}

/// A number of any kind, or several of them side by side.
pub trait Bits: Copy {
    /// The result of its comparisons.
    type Mask: Mask;

    /// `when` where the mask is set, `otherwise` where it is not; both are evaluated. A move of bits.
    #[must_use]
    fn select(mask: Self::Mask, when: Self, otherwise: Self) -> Self;
}
