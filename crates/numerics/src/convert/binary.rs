//! Binary floating-point formats: decoding, and encoding with any of the four rounding modes.

/// The rounding of a number between two representable ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// To the nearest, ties to the even one (`ROUND`).
    #[default]
    Nearest,
    /// Towards +∞ (`CEIL`).
    Up,
    /// Towards −∞ (`FLR`).
    Down,
    /// Towards zero (`TRUNC`).
    TowardZero,
}

/// An IEEE 754 binary format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Binary {
    /// Bits of the fraction.
    pub fraction: u32,
    /// Bits of the exponent.
    pub exponent: u32,
}

impl Binary {
    /// binary16.
    pub const B16: Binary = Binary {
        fraction: 10,
        exponent: 5,
    };
    /// binary32.
    pub const B32: Binary = Binary {
        fraction: 23,
        exponent: 8,
    };
    /// binary64.
    pub const B64: Binary = Binary {
        fraction: 52,
        exponent: 11,
    };

    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    const fn sign(self) -> u64 {
        1 << (self.fraction + self.exponent)
    }

    /// The bits of +∞.
    pub const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The bits of the canonical NaN: quiet, positive, no payload.
    pub const fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    /// The value of the bits, exact; every NaN gives one NaN.
    pub fn decode(self, bits: u64) -> f64 {
        let fraction = bits & ((1 << self.fraction) - 1);
        let biased = (bits & self.infinity()) >> self.fraction;
        let magnitude = if biased == self.infinity() >> self.fraction {
            if fraction != 0 {
                return f64::NAN;
            }
            f64::INFINITY
        } else {
            let hidden = if biased == 0 { 0 } else { 1 << self.fraction };
            let exponent = biased.max(1) as i32 - self.bias() - self.fraction as i32;
            // Two steps keep each factor a normal number.
            let half = exponent / 2;
            (fraction | hidden) as f64 * power_of_two(half) * power_of_two(exponent - half)
        };
        if bits & self.sign() != 0 {
            -magnitude
        } else {
            magnitude
        }
    }

    /// The bits of a binary64 number rounded to this format.
    pub fn encode(self, value: f64, rounding: Rounding) -> u64 {
        if value.is_nan() {
            return self.nan();
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let biased = (bits >> 52 & 0x7ff) as i32;
        let negative = value.is_sign_negative();
        if biased == 0x7ff {
            return self.infinity() | self.signed(negative);
        }
        let hidden = if biased == 0 { 0 } else { 1 << 52 };
        self.encode_parts(negative, fraction | hidden, biased.max(1) - 1075, rounding)
    }

    /// The bits of an integer rounded to this format.
    pub fn encode_integer(self, value: i128, rounding: Rounding) -> u64 {
        self.encode_parts(value < 0, value.unsigned_abs() as u64, 0, rounding)
    }

    /// The bits of `±mantissa · 2^exponent`, rounded.
    fn encode_parts(self, negative: bool, mantissa: u64, exponent: i32, rounding: Rounding) -> u64 {
        let sign = self.signed(negative);
        if mantissa == 0 {
            return sign;
        }
        let leading = 63 - mantissa.leading_zeros() as i32 + exponent;
        let unbiased = leading.max(1 - self.bias());
        // The weight of the last place of the result is 2^(unbiased − fraction).
        let dropped = unbiased - self.fraction as i32 - exponent;
        let (kept, rest, half) = match dropped {
            ..=0 => (mantissa << -dropped, 0, 1),
            1..=63 => (
                mantissa >> dropped,
                mantissa & ((1 << dropped) - 1),
                1 << (dropped - 1),
            ),
            64 => (0, mantissa, 1 << 63),
            // All of it is dropped, and it is less than half of the last place.
            _ => (0, 1, u64::MAX),
        };
        let away = match rounding {
            Rounding::Nearest => rest > half || rest == half && kept & 1 == 1,
            Rounding::Up => rest != 0 && !negative,
            Rounding::Down => rest != 0 && negative,
            Rounding::TowardZero => false,
        };
        // The hidden bit of `kept` adds 1 to the exponent field; a carry out of the fraction adds another.
        let magnitude = (((unbiased + self.bias() - 1) as u64) << self.fraction) + kept + u64::from(away);
        if magnitude < self.infinity() {
            return magnitude | sign;
        }
        let infinite = match rounding {
            Rounding::Nearest => true,
            Rounding::Up => !negative,
            Rounding::Down => negative,
            Rounding::TowardZero => false,
        };
        sign | (self.infinity() - u64::from(!infinite))
    }

    const fn signed(self, negative: bool) -> u64 {
        if negative { self.sign() } else { 0 }
    }
}

fn power_of_two(n: i32) -> f64 {
    crate::approximate::parts::power_of_two(n)
}
