//! Base-2 logarithm, and the power built on it.

use super::exponential::exp2;
use super::parts::{exponent, mantissa};

/// `2 / ln(2)`.
const TWO_OVER_LN_2: f64 = 2.885_390_081_777_926_8;

/// `log2(x)`. Error at most 2 units in the last place of the larger of result and 2^-1; exact for powers of
/// two. ±0 gives −Inf, values below zero and NaN give NaN.
pub fn log2(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (mantissa, exponent) = split(x);
    // log2(m) = 2/ln2 · atanh((m−1)/(m+1)); with m in [√½, √2] the quotient is at most 0.172.
    let f = (mantissa - 1.0) / (mantissa + 1.0);
    let square = f * f;
    let mut sum = 0.0;
    // 0.172^2 to the 12th is below 2^-60.
    for k in (0..12).rev() {
        sum = sum * square + 1.0 / f64::from(2 * k + 1);
    }
    f64::from(exponent) + TWO_OVER_LN_2 * (f * sum)
}

/// `exp2(raised_to * log2(base))` in binary64, special values included: 0^0 is 2^(0·−Inf), NaN.
pub fn power(base: f64, raised_to: f64) -> f64 {
    exp2(raised_to * log2(base))
}

/// A positive finite number as a mantissa in [√½, √2] and an exponent.
fn split(x: f64) -> (f64, i32) {
    let (mantissa, exponent) = (mantissa(x), exponent(x));
    if mantissa > std::f64::consts::SQRT_2 {
        (mantissa * 0.5, exponent + 1)
    } else {
        (mantissa, exponent)
    }
}

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
