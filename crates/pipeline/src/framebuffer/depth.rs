//! Depths as 24-bit numbers (GL 2.1, 2.11.1).

/// The largest 24-bit depth, which stands for 1.
pub(crate) const MAX_24: u32 = (1 << 24) - 1;

/// A depth in [0, 1] as a 24-bit number, rounded to nearest.
pub(crate) fn to_24(depth: f32) -> u32 {
    (f64::from(depth) * f64::from(MAX_24) + 0.5) as u32
}

/// The depth of a 24-bit number.
pub(crate) fn from_24(value: u32) -> f32 {
    (f64::from(value) / f64::from(MAX_24)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, 2.11.1: the value 1 is represented as 2^m − 1, 0 as 0; each value survives.
    #[test]
    fn fixed_depths_survive() {
        assert_eq!((to_24(0.0), to_24(1.0)), (0, MAX_24));
        for value in [1, 2, 4095, 1 << 20, MAX_24 / 2, MAX_24 - 1] {
            let depth = f64::from(value) / f64::from(MAX_24);
            let error = (f64::from(from_24(value)) - depth).abs();
            assert!(error <= f64::from(f32::EPSILON) / 4.0);
        }
    }
}
