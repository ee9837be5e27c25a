//! binary32 without denormals: FP1.0's `R` (NV_fragment_program 3.11.4.1).

use super::scalar::{order_of_binary32, scalar_float};
use crate::approximate;

/// A binary32 number by IEEE 754 but for denormals, which are zeros with their sign, as operands and as
/// results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flushing(pub f32);

/// The canonical NaN of binary32.
const NAN: f32 = f32::from_bits(0x7fc0_0000);

impl Flushing {
    fn value(self) -> f64 {
        f64::from(self.admitted().0)
    }

    fn rounded(value: f64) -> Flushing {
        let value = value as f32;
        Flushing(if value.is_nan() { NAN } else { value }).admitted()
    }

    fn power_rounded(value: f64) -> Flushing {
        Flushing::rounded(value)
    }

    fn raise(base: f64, exponent: f64) -> Flushing {
        Flushing::rounded(approximate::power(base, exponent))
    }

    fn sum(self, other: Flushing) -> Flushing {
        Flushing::rounded(self.value() + other.value())
    }

    fn product(self, other: Flushing) -> Flushing {
        Flushing::rounded(self.value() * other.value())
    }

    fn order(self) -> i64 {
        order_of_binary32(self.admitted().0)
    }

    fn flipped(self) -> Flushing {
        Flushing(f32::from_bits(self.0.to_bits() ^ 0x8000_0000))
    }

    fn without_sign(self) -> Flushing {
        Flushing(f32::from_bits(self.0.to_bits() & 0x7fff_ffff))
    }

    fn admitted(self) -> Flushing {
        if self.0.is_subnormal() {
            Flushing(f32::from_bits(self.0.to_bits() & 0x8000_0000))
        } else {
            self
        }
    }
}

scalar_float!(Flushing, below_one Flushing(1.0 - f32::EPSILON / 2.0));
