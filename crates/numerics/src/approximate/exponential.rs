//! Powers of two.

use super::parts::power_of_two;

/// `ln(2)^k / k!` for k from 0 to 14: the Taylor series of 2^r, whose next term is below 2^-67 for |r| <= 1/2.
const COEFFICIENTS: [f64; 15] = [
    1.0,
    std::f64::consts::LN_2,
    0.240_226_506_959_100_72,
    0.055_504_108_664_821_58,
    0.009_618_129_107_628_477,
    0.001_333_355_814_642_844_3,
    1.540_353_039_338_161e-4,
    1.525_273_380_405_984_1e-5,
    1.321_548_679_014_431e-6,
    1.017_808_600_923_97e-7,
    7.054_911_620_801_123e-9,
    4.445_538_271_870_811_6e-10,
    2.567_843_599_348_820_5e-11,
    1.369_148_885_390_412_9e-12,
    6.778_726_354_822_546e-14,
];

/// `2^x`. Error at most 2 units in the last place; exact for integers; NaN for NaN.
pub fn exp2(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    // Beyond these the result is infinite or zero, and the scaling below would leave the exponent's range.
    let x = x.clamp(-1100.0, 1100.0);
    let integer = (x + 0.5).floor();
    let rest = x - integer;
    let mut sum = 0.0;
    for coefficient in COEFFICIENTS.iter().rev() {
        sum = sum * rest + coefficient;
    }
    // Two steps, because 2^integer itself may be infinite or denormal where the product is not.
    let half = integer as i32 / 2;
    sum * power_of_two(half) * power_of_two(integer as i32 - half)
}
