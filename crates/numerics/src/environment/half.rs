//! binary16: FP1.0's `H`, and SHORT variables.

use super::scalar::scalar_float;
use crate::approximate;
use crate::convert::{Binary, Rounding};

/// The bits of a binary16 number: round to nearest even, denormals, one canonical NaN (`0x7e00`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Half(pub u16);

impl Half {
    fn value(self) -> f64 {
        Binary::B16.decode(u64::from(self.0))
    }

    fn rounded(value: f64) -> Half {
        Half(Binary::B16.encode(value, Rounding::Nearest) as u16)
    }

    fn power_rounded(value: f64) -> Half {
        Half::rounded(value)
    }

    fn raise(base: f64, exponent: f64) -> Half {
        Half::rounded(approximate::power(base, exponent))
    }

    /// The sum of two binary16 numbers is exact in binary64, and so is the product.
    fn sum(self, other: Half) -> Half {
        Half::rounded(self.value() + other.value())
    }

    fn product(self, other: Half) -> Half {
        Half::rounded(self.value() * other.value())
    }

    fn order(self) -> i64 {
        let bits = self.0 as i16;
        i64::from(bits ^ ((bits >> 15) as u16 >> 1) as i16)
    }

    fn flipped(self) -> Half {
        Half(self.0 ^ 0x8000)
    }

    fn without_sign(self) -> Half {
        Half(self.0 & 0x7fff)
    }

    fn admitted(self) -> Half {
        self
    }
}

scalar_float!(Half, below_one Half(0x3bff));
