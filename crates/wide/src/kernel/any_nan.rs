//! binary32 in which any NaN may stand.

use std::ops::{Add, Div, Mul, Neg, Sub};

use quadrille_numerics::binary32;
use quadrille_numerics::lane::{Bits, Float};

/// A number of [`Ieee`](quadrille_numerics::environment::Ieee) whose NaN need not be the canonical one: no operation's
/// result depends on which NaN it reads, but for those that see bits, and before these the scalar form makes it
/// canonical. So a sum is one instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyNan(pub(super) f32);

impl Bits for AnyNan {
    type Mask = bool;

    #[inline(always)]
    fn select(mask: bool, when: AnyNan, otherwise: AnyNan) -> AnyNan {
        if mask { when } else { otherwise }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident;)*) => {
        $(impl $trait for AnyNan {
            type Output = AnyNan;

            #[inline(always)]
            fn $method(self, other: AnyNan) -> AnyNan {
                AnyNan(self.0.$method(other.0))
            }
        })*
    };
}
operators! { Add add; Sub sub; Mul mul; Div div; }

impl Neg for AnyNan {
    type Output = AnyNan;

    #[inline(always)]
    fn neg(self) -> AnyNan {
        AnyNan(f32::from_bits(self.0.to_bits() ^ 0x8000_0000))
    }
}

macro_rules! by_binary32 {
    ($($method:ident)*) => {
        $(#[inline(always)]
        fn $method(self) -> AnyNan {
            AnyNan(binary32::$method(self.0))
        })*
    };
}

impl Float for AnyNan {
    type Signed = i32;

    #[inline(always)]
    fn constant(value: f64) -> AnyNan {
        let value = value as f32;
        AnyNan(if value.is_nan() { binary32::NAN } else { value })
    }
    #[inline(always)]
    fn below_one() -> AnyNan {
        AnyNan(1.0 - f32::EPSILON / 2.0)
    }
    #[inline(always)]
    fn admit(self) -> AnyNan {
        self
    }
    #[inline(always)]
    fn magnitude(self) -> AnyNan {
        AnyNan(f32::from_bits(self.0.to_bits() & 0x7fff_ffff))
    }
    #[inline(always)]
    fn reciprocal(self) -> AnyNan {
        AnyNan(1.0 / self.0)
    }
    #[inline(always)]
    fn reciprocal_square_root(self) -> AnyNan {
        AnyNan(1.0 / self.0.sqrt())
    }
    #[inline(always)]
    fn power(self, exponent: AnyNan) -> AnyNan {
        AnyNan(binary32::power(self.0, exponent.0))
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.0.is_nan()
    }
    #[inline(always)]
    fn less(self, other: AnyNan) -> bool {
        self.0 < other.0
    }
    #[inline(always)]
    fn less_or_equal(self, other: AnyNan) -> bool {
        self.0 <= other.0
    }
    #[inline(always)]
    fn equal(self, other: AnyNan) -> bool {
        self.0 == other.0
    }
    #[inline(always)]
    fn less_in_total_order(self, other: AnyNan) -> bool {
        let key = |bits: i32| bits ^ ((bits >> 31) as u32 >> 1) as i32;
        key(self.0.to_bits() as i32) < key(other.0.to_bits() as i32)
    }
    #[inline(always)]
    fn to_signed(self) -> i32 {
        signed(self.0)
    }

    by_binary32! { floor ceiling truncate round exp2 log2 sine cosine exponent mantissa }
}

/// The integer towards zero, saturated; NaN gives 0. What the cast does, without a branch: as a cast a loop over it
/// would go lane by lane.
#[inline(always)]
pub(super) fn signed(x: f32) -> i32 {
    let bits = x.to_bits();
    let significand = bits & 0x007f_ffff | 0x0080_0000;
    // 150 is the bias and the 23 places of the fraction.
    let places = (bits >> 23 & 0xff) as i32 - 150;
    let down = significand >> ((-places).clamp(0, 31) as u32);
    let up = significand << (places.clamp(0, 8) as u32);
    let magnitude = (if places < 0 { down } else { up }) as i32;
    let value = if x < 0.0 {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    let value = if x >= 2_147_483_648.0 { i32::MAX } else { value };
    let value = if x < -2_147_483_648.0 { i32::MIN } else { value };
    if x.is_nan() { 0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::signed;

    /// source: the cast, which the language defines: towards zero, saturated, 0 of NaN
    #[test]
    fn integers_are_those_of_the_cast() {
        let edges = [
            0,
            1,
            0x007f_ffff,
            0x0080_0000,
            0x3f7f_ffff,
            0x3f80_0000,
            0x4aff_ffff,
        ];
        let edges = edges.into_iter().chain(0x4b00_0000..0x4b00_0010);
        let edges = edges
            .chain(0x4eff_fff0..0x4f00_0010)
            .chain([0x7f80_0000, 0x7f80_0001, 0x7fc0_0000]);
        let spread = (0..200_000u32).map(|at| at.wrapping_mul(0x9e37_79b1));
        for bits in edges.flat_map(|bits| [bits, bits | 0x8000_0000]).chain(spread) {
            let x = f32::from_bits(bits);
            assert_eq!(signed(x), x as i32, "{x} ({bits:#x})");
        }
    }
}
