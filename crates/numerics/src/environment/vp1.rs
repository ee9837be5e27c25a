//! binary32 by NV_vertex_program 2.14.1.11: VP1.0, VSP1.0 and VP1.1.
//!
//! This is what the specification demands, not what the NV20 does to the bit; that is `nv20`.

use crate::approximate;

use super::scalar::{order_of_binary32, scalar_float};

/// A binary32 number as the specification of VP1.0 has it: results are rounded to zero, so that finite
/// arithmetic never overflows to an infinity (powers of two do); ±0 times anything is +0, even infinities and NaN; denormals are
/// zeros with their sign, as operands and as results; NaN is +NaN.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vp1(pub f32);

/// The canonical NaN of binary32.
const NAN: f32 = f32::from_bits(0x7fc0_0000);

impl Vp1 {
    fn value(self) -> f64 {
        f64::from(self.admitted().0)
    }

    fn rounded(value: f64) -> Vp1 {
        if value.is_nan() {
            return Vp1(NAN);
        }
        let nearest = value as f32;
        let toward_zero = if f64::from(nearest).abs() > value.abs() {
            f32::from_bits(nearest.to_bits() - 1)
        } else {
            nearest
        };
        Vp1(toward_zero).admitted()
    }

    /// EXP and LIT overflow to +Inf (2.14.1.10.15), unlike arithmetic.
    fn power_rounded(value: f64) -> Vp1 {
        Vp1::rounded(if value > f64::from(f32::MAX) {
            f64::INFINITY
        } else {
            value
        })
    }

    /// The product in `2^(exponent · log2 base)` is this environment's, so that anything to the zeroth is 1.
    fn raise(base: f64, exponent: f64) -> Vp1 {
        Vp1::power_rounded(if exponent == 0.0 {
            1.0
        } else {
            approximate::power(base, exponent)
        })
    }

    fn sum(self, other: Vp1) -> Vp1 {
        let (a, b) = (self.value(), other.value());
        let sum = a + b;
        if !sum.is_finite() {
            return Vp1::rounded(sum);
        }
        // What the binary64 sum lost (Knuth's two-sum, exact): where it was rounded away from zero, the
        // binary64 number below it truncates to the right binary32 number.
        let from_b = sum - a;
        let lost = (a - (sum - from_b)) + (b - from_b);
        if lost != 0.0 && (lost < 0.0) != (sum < 0.0) {
            Vp1::rounded(f64::from_bits(sum.to_bits() - 1))
        } else {
            Vp1::rounded(sum)
        }
    }

    fn product(self, other: Vp1) -> Vp1 {
        let (a, b) = (self.value(), other.value());
        if a == 0.0 || b == 0.0 {
            Vp1(0.0)
        } else {
            Vp1::rounded(a * b)
        }
    }

    fn order(self) -> i64 {
        order_of_binary32(self.admitted().0)
    }

    fn flipped(self) -> Vp1 {
        Vp1(f32::from_bits(self.0.to_bits() ^ 0x8000_0000))
    }

    fn without_sign(self) -> Vp1 {
        Vp1(f32::from_bits(self.0.to_bits() & 0x7fff_ffff))
    }

    fn admitted(self) -> Vp1 {
        if self.0.is_subnormal() {
            Vp1(f32::from_bits(self.0.to_bits() & 0x8000_0000))
        } else {
            self
        }
    }
}

scalar_float!(Vp1, below_one Vp1(1.0 - f32::EPSILON / 2.0));
