//! binary64: the 64-bit float types of NV_gpu_program_fp64.

use super::scalar::scalar_float;
use crate::approximate;

/// A binary64 number by IEEE 754. Its elementary functions have the error that
/// [`approximate`](crate::approximate) states; no language has them in 64 bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Double(pub f64);

/// The canonical NaN of binary64.
const NAN: f64 = f64::from_bits(0x7ff8_0000_0000_0000);

impl Double {
    #[inline]
    fn value(self) -> f64 {
        self.0
    }

    #[inline]
    fn rounded(value: f64) -> Double {
        Double(if value.is_nan() { NAN } else { value })
    }

    #[inline]
    fn power_rounded(value: f64) -> Double {
        Double::rounded(value)
    }

    #[inline]
    fn raise(base: f64, exponent: f64) -> Double {
        Double::rounded(approximate::power(base, exponent))
    }

    #[inline]
    fn sum(self, other: Double) -> Double {
        Double::rounded(self.0 + other.0)
    }

    #[inline]
    fn product(self, other: Double) -> Double {
        Double::rounded(self.0 * other.0)
    }

    #[inline]
    fn order(self) -> i64 {
        let bits = self.0.to_bits() as i64;
        bits ^ ((bits >> 63) as u64 >> 1) as i64
    }

    #[inline]
    fn flipped(self) -> Double {
        Double(f64::from_bits(self.0.to_bits() ^ 1 << 63))
    }

    #[inline]
    fn without_sign(self) -> Double {
        Double(f64::from_bits(self.0.to_bits() & !(1 << 63)))
    }

    #[inline]
    fn admitted(self) -> Double {
        self
    }
}

scalar_float!(Double, below_one Double(1.0 - f64::EPSILON / 2.0));
