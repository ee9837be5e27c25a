//! The 12-bit fixed point of NV_fragment_program 3.11.4.1 and 3.11.4.2.

use super::scalar::scalar_float;
use crate::approximate;

/// A number in units of 1/1024, from −2048 to 2047. Results beyond that range become its ends, NaN becomes
/// 0; there is no negative zero. Rounding is to the nearest, ties to even.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed(pub i16);

impl Fixed {
    fn value(self) -> f64 {
        f64::from(self.0) / 1024.0
    }

    fn rounded(value: f64) -> Fixed {
        // The conversion to integer gives 0 for NaN.
        Fixed((value * 1024.0).round_ties_even().clamp(-2048.0, 2047.0) as i16)
    }

    fn power_rounded(value: f64) -> Fixed {
        Fixed::rounded(value)
    }

    fn raise(base: f64, exponent: f64) -> Fixed {
        Fixed::rounded(approximate::power(base, exponent))
    }

    fn sum(self, other: Fixed) -> Fixed {
        Fixed::rounded(self.value() + other.value())
    }

    fn difference(self, other: Fixed) -> Fixed {
        Fixed::rounded(self.value() - other.value())
    }

    fn product(self, other: Fixed) -> Fixed {
        Fixed::rounded(self.value() * other.value())
    }

    fn order(self) -> i64 {
        i64::from(self.0)
    }

    fn flipped(self) -> Fixed {
        Fixed((-self.0).min(2047))
    }

    fn without_sign(self) -> Fixed {
        if self.0 < 0 { self.flipped() } else { self }
    }

    fn admitted(self) -> Fixed {
        self
    }
}

scalar_float!(Fixed, below_one Fixed(1023), difference Fixed::difference);
