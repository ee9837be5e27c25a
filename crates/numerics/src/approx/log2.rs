//! The binary logarithm in double precision, for levels of detail and other internal measures.
//!
//! Opcodes in single precision do not use it as their meaning; they have their own contracts.

/// The binary logarithm of `x`, exact for powers of two, otherwise within 2⁻⁵⁰·max(1, |log2 x|) of the true
/// value.
///
/// `log2(±0)` is -∞, `log2(+∞)` is +∞; negative values and NaN give NaN.
///
/// With `x = 2^e · m` and `m` in [√½, √2], the result is `e + (2 / ln 2) · atanh((m - 1) / (m + 1))`, and the
/// series of atanh is cut where its next term is below 2⁻⁶⁰.
pub fn log2(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (scaled, shift) = if x < f64::MIN_POSITIVE {
        (x * TWO_POWER_54, -54)
    } else {
        (x, 0)
    };
    let bits = scaled.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023 + shift;
    let mut mantissa = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let z_squared = z * z;
    let mut series = 0.0;
    for term in (0..12).rev() {
        series = series * z_squared + 1.0 / f64::from(2 * term + 1);
    }
    f64::from(exponent) + std::f64::consts::LOG2_E * 2.0 * z * series
}

/// Brings a subnormal number into the normal range.
const TWO_POWER_54: f64 = 18_014_398_509_481_984.0;

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn powers_of_two_are_exact() {
        // source: the definition of the logarithm
        for exponent in -1022..=1023_i32 {
            let power = f64::from_bits(((exponent + 1023) as u64) << 52);
            assert_eq!(log2(power), f64::from(exponent));
        }
        assert_eq!(log2(f64::from_bits(1)), -1074.0);
    }

    #[test]
    fn known_constants() {
        // source: OEIS A020857 and A020862 (decimal expansions of log2 3 and log2 10; log2 1e300 is 300 times the latter)
        let known = [
            (3.0, 1.584_962_500_721_156),
            (10.0, std::f64::consts::LOG2_10),
            (std::f64::consts::SQRT_2, 0.5),
            (1e300, 996.578_428_466_208_7),
        ];
        for (x, expected) in known {
            let error = (log2(x) - expected).abs();
            assert!(
                error <= 1e-15 * f64::max(1.0, expected.abs()),
                "log2({x}) is off by {error}"
            );
        }
    }

    #[test]
    fn products_add() {
        // source: log2(a·b) = log2 a + log2 b, with a and b chosen so that the product is exact
        for a in 1..200_u32 {
            for b in [3_u32, 7, 255, 65_537] {
                let sum = log2(f64::from(a)) + log2(f64::from(b));
                assert!((log2(f64::from(a * b)) - sum).abs() < 3e-14);
            }
        }
    }

    #[test]
    fn special_values() {
        assert!(log2(-1.0).is_nan() && log2(f64::NAN).is_nan());
        assert_eq!(log2(-0.0), f64::NEG_INFINITY);
        assert_eq!(log2(f64::INFINITY), f64::INFINITY);
    }
}
