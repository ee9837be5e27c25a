//! Sine and cosine.

use super::reduction::{Reduced, reduce};

/// `(−1)^k / (2k+1)!`: the Taylor series of the sine over its argument, whose next term is below 2^-70.
const SINE: [f64; 9] = [
    1.0,
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];

/// `(−1)^k / (2k)!`: the Taylor series of the cosine, whose next term is below 2^-62.
const COSINE: [f64; 9] = [
    1.0,
    -1.0 / 2.0,
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
];

/// Sine of an angle in radians, reduced over the full range. Error at most 4 units in the last place; ±0 gives
/// ±0; infinities and NaN give NaN.
pub fn sine(angle: f64) -> f64 {
    if !angle.is_finite() {
        return f64::NAN;
    }
    let Reduced { quadrant, rest } = reduce(angle);
    quarter(quadrant, rest)
}

/// Cosine of an angle in radians, reduced over the full range. Error at most 4 units in the last place;
/// infinities and NaN give NaN.
pub fn cosine(angle: f64) -> f64 {
    if !angle.is_finite() {
        return f64::NAN;
    }
    let Reduced { quadrant, rest } = reduce(angle);
    quarter((quadrant + 1) & 3, rest)
}

/// Sine of `quadrant · π/2 + rest`.
fn quarter(quadrant: u32, rest: f64) -> f64 {
    let square = rest * rest;
    let series = |coefficients: &[f64; 9]| {
        coefficients
            .iter()
            .rev()
            .fold(0.0, |sum, coefficient| sum * square + coefficient)
    };
    match quadrant {
        0 => rest * series(&SINE),
        1 => series(&COSINE),
        2 => -(rest * series(&SINE)),
        _ => -series(&COSINE),
    }
}
