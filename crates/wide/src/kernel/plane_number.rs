//! How the numbers of each environment lie in the words of a plane.

use quadrille_numerics::convert::Binary;
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Vp1};
use quadrille_numerics::lane::Float;

use super::any_nan::AnyNan;
use crate::plane::Element;

/// A number as a register holds it.
pub(super) trait PlaneNumber: Copy {
    /// The word.
    type Word: Element;
    /// Whether its arithmetic is made of vector instructions. Loops over other numbers go lane by lane on every level,
    /// and are compiled once.
    const WIDE: bool;
    /// The same of sums, products and comparisons alone.
    const WIDE_SUMS: bool = Self::WIDE;
    /// The number of a word.
    fn load(word: Self::Word) -> Self;
    /// Its word.
    fn store(self) -> Self::Word;
}

macro_rules! plane_numbers {
    ($($type:ty, $word:ty, $wide:literal $(sums $sums:literal)?, |$load:ident| $loaded:expr, |$store:ident| $stored:expr;)*) => {
        $(impl PlaneNumber for $type {
            type Word = $word;
            const WIDE: bool = $wide;
            $(const WIDE_SUMS: bool = $sums;)?

            #[inline(always)]
            fn load($load: $word) -> $type {
                $loaded
            }
            #[inline(always)]
            fn store(self) -> $word {
                let $store = self;
                $stored
            }
        })*
    };
}

plane_numbers! {
    AnyNan, u32, true, |word| AnyNan(f32::from_bits(word)), |number| number.0.to_bits();
    Flushing, u32, true, |word| Flushing(f32::from_bits(word)), |number| number.0.to_bits();
    Vp1, u32, false sums true, |word| Vp1(f32::from_bits(word)), |number| number.0.to_bits();
    // The registers of FP1.0 hold the numbers of the shorter formats as binary32.
    Half, u32, false, |word| Half::constant(f64::from(f32::from_bits(word))), |number| half(number);
    Fixed, u32, false, |word| Fixed::constant(f64::from(f32::from_bits(word))), |number| (f32::from(number.0) / 1024.0).to_bits();
    Double, u64, true, |word| Double(f64::from_bits(word)), |number| number.0.to_bits();
    i32, u32, true, |word| word as i32, |number| number as u32;
    u32, u32, true, |word| word, |number| number;
    i64, u64, true, |word| word as i64, |number| number as u64;
    u64, u64, true, |word| word, |number| number;
}

/// A binary16 number as the bits of a binary32 number.
fn half(number: Half) -> u32 {
    let wide = Binary::B16.decode(u64::from(number.0)) as f32;
    if wide.is_nan() {
        0x7fc0_0000
    } else {
        wide.to_bits()
    }
}
