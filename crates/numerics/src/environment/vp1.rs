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
/// The bit of the sign.
const SIGN: u32 = 0x8000_0000;

impl Vp1 {
    #[inline(always)]
    fn value(self) -> f64 {
        f64::from(self.admitted().0)
    }

    /// Without a branch, so that loops over it become vector code.
    #[inline(always)]
    fn rounded(value: f64) -> Vp1 {
        let bits = value.to_bits();
        // What binary32 holds of the significand.
        let magnitude = f64::from_bits(bits & !0x1fff_ffff).abs();
        let is_over = (magnitude > f64::from(f32::MAX)) & (magnitude < f64::INFINITY);
        let magnitude = if is_over { f64::from(f32::MAX) } else { magnitude };
        let is_normal = magnitude >= f64::from(f32::MIN_POSITIVE);
        // By a mask: of a choice the compiler would make a branch again.
        let word = (magnitude as f32).to_bits() & u32::from(is_normal).wrapping_neg();
        let word = word | (bits >> 32) as u32 & SIGN;
        Vp1(if value.is_nan() { NAN } else { f32::from_bits(word) })
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

    #[inline(always)]
    fn sum(self, other: Vp1) -> Vp1 {
        let (a, b) = (self.value(), other.value());
        let sum = a + b;
        // What the binary64 sum lost (Knuth's two-sum, exact): where it was rounded away from zero, the
        // binary64 number below it truncates to the right binary32 number.
        let from_b = sum - a;
        let lost = (a - (sum - from_b)) + (b - from_b);
        let is_away = (lost != 0.0) & ((lost < 0.0) != (sum < 0.0)) & (sum.abs() < f64::INFINITY);
        Vp1::rounded(f64::from_bits(sum.to_bits().wrapping_sub(is_away.into())))
    }

    #[inline(always)]
    fn product(self, other: Vp1) -> Vp1 {
        let (a, b) = (self.value(), other.value());
        let is_other = (a != 0.0) & (b != 0.0);
        let word = Vp1::rounded(a * b).0.to_bits() & u32::from(is_other).wrapping_neg();
        Vp1(f32::from_bits(word))
    }

    fn order(self) -> i64 {
        order_of_binary32(self.admitted().0)
    }

    #[inline(always)]
    fn flipped(self) -> Vp1 {
        Vp1(f32::from_bits(self.0.to_bits() ^ SIGN))
    }

    #[inline(always)]
    fn without_sign(self) -> Vp1 {
        Vp1(f32::from_bits(self.0.to_bits() & !SIGN))
    }

    #[inline(always)]
    fn admitted(self) -> Vp1 {
        let bits = self.0.to_bits();
        // Zeros keep their sign too.
        let is_tiny = bits & 0x7f80_0000 == 0;
        Vp1(f32::from_bits(if is_tiny { bits & SIGN } else { bits }))
    }
}

scalar_float!(Vp1, below_one Vp1(1.0 - f32::EPSILON / 2.0));

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_vertex_program 2.14.1.11, by another way: the nearest binary32 number, or the one before it where that
    /// lies beyond
    fn toward_zero(value: f64) -> f32 {
        if value.is_nan() {
            return NAN;
        }
        let nearest = value as f32;
        let is_beyond = f64::from(nearest).abs() > value.abs();
        let bits = nearest.to_bits() - u32::from(is_beyond);
        let is_tiny = bits & 0x7f80_0000 == 0;
        f32::from_bits(if is_tiny { bits & SIGN } else { bits })
    }

    #[test]
    fn results_are_rounded_to_zero() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        let edges = [
            0.0,
            -0.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::from(f32::MAX),
            -f64::from(f32::MAX) * 1.000_000_01,
            1e300,
            f64::from(f32::MIN_POSITIVE),
            f64::from(f32::MIN_POSITIVE) * (1.0 - 1e-12),
            -1e-40,
            1e-320,
        ];
        let spread = (0..200_000).map(|at| match at % 3 {
            0 => f64::from_bits(next()),
            // Near the ends of binary32.
            1 => f64::from_bits(next() >> 2 & 0x8fff_ffff_ffff_ffff | 0x3800_0000_0000_0000),
            _ => f64::from(f32::from_bits(next() as u32)) * (1.0 + f64::from(at) * 1e-12),
        });
        for value in edges.into_iter().chain(spread) {
            let found = Vp1::rounded(value).0;
            assert_eq!(found.to_bits(), toward_zero(value).to_bits(), "{value:e}");
        }
    }

    /// source: the same; what binary64 holds exactly needs no care
    #[test]
    fn sums_and_products() {
        let mut state = 7_u64;
        let mut next = |near: bool| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = (state >> 32) as u32;
            let word = if near {
                bits & 0x80ff_ffff | 0x3f80_0000
            } else {
                bits
            };
            Vp1(f32::from_bits(word))
        };
        for at in 0..200_000 {
            let (a, b) = (next(at % 2 == 0), next(at % 2 == 0));
            let (x, y) = (a.value(), b.value());
            let product = if x == 0.0 || y == 0.0 {
                0.0
            } else {
                toward_zero(x * y)
            };
            assert_eq!(a.product(b).0.to_bits(), product.to_bits(), "{a:?} {b:?}");
            // Of exponents that lie near each other.
            if (x / y).abs() < 1e7 && (y / x).abs() < 1e7 {
                assert_eq!(a.sum(b).0.to_bits(), toward_zero(x + y).to_bits(), "{a:?} {b:?}");
            }
        }
        // A tiny addend takes the larger number a step towards zero, or leaves it.
        let (one, tiny) = (Vp1(1.0), Vp1(1e-30));
        assert_eq!(one.sum(tiny).0, 1.0);
        assert_eq!(one.sum(tiny.flipped()).0, 1.0 - f32::EPSILON / 2.0);
        assert_eq!(one.flipped().sum(tiny).0, f32::EPSILON / 2.0 - 1.0);
    }
}
