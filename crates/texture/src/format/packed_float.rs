//! The unsigned floats of 11 and 10 bits in R11F_G11F_B10F (EXT_packed_float).

use half::f16;

/// An unsigned float of 5 exponent bits and `mantissa_bits` (EXT_packed_float section 2.1.A).
pub(super) fn decode(bits: u32, mantissa_bits: u32) -> f32 {
    // The layout is that of a half float without sign and with a shorter mantissa.
    f16::from_bits((bits << (10 - mantissa_bits)) as u16).to_f32()
}

/// The unsigned float nearest to `value` by truncation; negative values give 0, large ones the largest finite
/// number (EXT_packed_float section 2.1.A leaves the rounding open).
pub(super) fn encode(value: f64, mantissa_bits: u32) -> u32 {
    let shift = 10 - mantissa_bits;
    let largest_finite = 0x7bff_u32 >> shift;
    if value.is_nan() {
        return 0x7e00 >> shift;
    }
    if value <= 0.0 {
        return 0;
    }
    if value == f64::INFINITY {
        return 0x7c00 >> shift;
    }
    let decode = |bits: u32| f64::from(decode(bits, mantissa_bits));
    if value >= decode(largest_finite) {
        return largest_finite;
    }
    let mut low = 0;
    let mut high = largest_finite;
    while high - low > 1 {
        let middle = (low + high) / 2;
        if decode(middle) <= value {
            low = middle
        } else {
            high = middle
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_values_survive_and_the_largest_are_right() {
        // source: EXT_packed_float section 2.1.A: 65024 and 64512 are the largest finite values
        assert_eq!(decode(0x7bf, 6), 65_024.0);
        assert_eq!(decode(0x3df, 5), 64_512.0);
        assert_eq!(encode(1e9, 6), 0x7bf);
        for bits in 0..0x7c0 {
            assert_eq!(encode(decode(bits, 6).into(), 6), bits);
        }
    }
}
