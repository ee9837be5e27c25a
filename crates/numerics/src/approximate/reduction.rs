//! Reduction of an angle to a quadrant and an angle within ±π/4, exact enough for every binary64 number.

use super::parts::power_of_two;

/// 2/π, its first 1216 binary places, most significant word first.
const TWO_OVER_PI: [u64; 19] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];

/// An angle as `quadrant · π/2 + rest`.
pub(super) struct Reduced {
    /// Which quarter turn, 0 to 3.
    pub(super) quadrant: u32,
    /// The rest, within ±π/4.
    pub(super) rest: f64,
}

/// Reduces a finite angle. The rest has a relative error below 2^-51.
pub(super) fn reduce(angle: f64) -> Reduced {
    if angle.abs() < std::f64::consts::FRAC_PI_4 {
        return Reduced {
            quadrant: 0,
            rest: angle,
        };
    }
    let bits = angle.to_bits();
    let mantissa = bits & 0x000f_ffff_ffff_ffff | 1 << 52;
    // |angle| = mantissa · 2^exponent, where exponent is at least −53.
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    // Places of 2/π that only add whole turns are left out; 192 places follow that matter.
    let skipped = (exponent - 2).max(0);
    let product = multiply(mantissa, window(skipped as usize));
    // The binary point of the product lies this many bits above its lowest.
    let point = (192 + skipped - exponent) as u32;
    let whole = shift_left(product, 254 - point)[0] >> 62;
    let fraction = shift_left(product, 256 - point);
    // Read as signed, a fraction of a half and above is what is missing to the next quadrant.
    let signed = (u128::from(fraction[0]) << 64 | u128::from(fraction[1])) as i128;
    let quadrant = (whole as u32 + u32::from(signed < 0)) & 3;
    let rest = signed as f64 * power_of_two(-128) * std::f64::consts::FRAC_PI_2;
    if angle < 0.0 {
        Reduced {
            quadrant: quadrant.wrapping_neg() & 3,
            rest: -rest,
        }
    } else {
        Reduced { quadrant, rest }
    }
}

/// The 192 binary places of 2/π after the first `skipped`, most significant word first.
fn window(skipped: usize) -> [u64; 3] {
    let (word, bit) = (skipped / 64, skipped % 64);
    std::array::from_fn(|i| {
        let pair = u128::from(TWO_OVER_PI[word + i]) << 64 | u128::from(TWO_OVER_PI[word + i + 1]);
        (pair << bit >> 64) as u64
    })
}

/// The 256-bit product, most significant word first.
fn multiply(factor: u64, words: [u64; 3]) -> [u64; 4] {
    let mut product = [0; 4];
    let mut carry = 0;
    for i in (0..3).rev() {
        let sum = u128::from(factor) * u128::from(words[i]) + u128::from(carry);
        product[i + 1] = sum as u64;
        carry = (sum >> 64) as u64;
    }
    product[0] = carry;
    product
}

/// Shifts a 256-bit number left by fewer than 128 bits and keeps its two upper words.
fn shift_left(words: [u64; 4], by: u32) -> [u64; 2] {
    let (word, bit) = ((by / 64) as usize, by % 64);
    std::array::from_fn(|i| {
        let pair = u128::from(words[word + i]) << 64 | u128::from(words[word + i + 1]);
        (pair << bit >> 64) as u64
    })
}
