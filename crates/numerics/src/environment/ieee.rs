//! binary32 by IEEE 754: VP2.0, the ARB languages, NV_gpu_program4 and 5.

use crate::approximate;

use super::scalar::{order_of_binary32, scalar_float};

/// A binary32 number under IEEE 754: round to nearest even, denormals, one canonical NaN.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ieee(pub f32);

/// The canonical NaN of binary32.
const NAN: f32 = f32::from_bits(0x7fc0_0000);

impl Ieee {
    fn canonical(value: f32) -> Ieee {
        Ieee(if value.is_nan() { NAN } else { value })
    }

    fn value(self) -> f64 {
        f64::from(self.0)
    }

    fn rounded(value: f64) -> Ieee {
        Ieee::canonical(value as f32)
    }

    fn power_rounded(value: f64) -> Ieee {
        Ieee::rounded(value)
    }

    fn raise(base: f64, exponent: f64) -> Ieee {
        Ieee::rounded(approximate::power(base, exponent))
    }

    fn sum(self, other: Ieee) -> Ieee {
        Ieee::canonical(self.0 + other.0)
    }

    fn product(self, other: Ieee) -> Ieee {
        Ieee::canonical(self.0 * other.0)
    }

    fn order(self) -> i64 {
        order_of_binary32(self.0)
    }

    fn flipped(self) -> Ieee {
        Ieee(f32::from_bits(self.0.to_bits() ^ 0x8000_0000))
    }

    fn without_sign(self) -> Ieee {
        Ieee(f32::from_bits(self.0.to_bits() & 0x7fff_ffff))
    }

    fn admitted(self) -> Ieee {
        self
    }
}

scalar_float!(Ieee, below_one Ieee(1.0 - f32::EPSILON / 2.0));
