//! Units of the last place of binary32: the measure of results of programs and of pictures of floats.

/// The distance of two numbers in steps of binary32; zeros are one number, and so are all NaN.
pub(crate) fn ulps(a: f32, b: f32) -> u32 {
    if a == b || (a.is_nan() && b.is_nan()) {
        return 0;
    }
    if a.is_nan() || b.is_nan() {
        return u32::MAX;
    }
    // Bits of numbers below zero count downwards.
    let place = |value: f32| match value.to_bits() as i32 {
        bits if bits < 0 => i64::from(i32::MIN) - i64::from(bits),
        bits => i64::from(bits),
    };
    u32::try_from(place(a).abs_diff(place(b))).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_the_last_place_are_counted_across_zero() {
        // source: IEEE 754 binary32: the neighbours of zero are ±2^-149
        assert_eq!(ulps(f32::from_bits(1), -f32::from_bits(1)), 2);
        assert_eq!(ulps(0.0, -0.0), 0);
        assert_eq!(ulps(1.0, 1.0 + f32::EPSILON), 1);
        assert_eq!(ulps(f32::NAN, f32::NAN), 0);
        assert_eq!(ulps(f32::NAN, 1.0), u32::MAX);
        assert_eq!(ulps(f32::MIN, f32::MAX), 2 * f32::MAX.to_bits());
    }
}
