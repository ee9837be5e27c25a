//! The three floats of RGB9_E5, which share an exponent (EXT_texture_shared_exponent).

/// Bits of a mantissa.
const MANTISSA: u32 = 9;
/// What is added to an exponent.
const BIAS: i32 = 15;
/// The largest biased exponent.
const LARGEST: i32 = 31;

/// The components of a word: `mantissa * 2^(exponent - 15 - 9)`, exact in binary32.
pub(super) fn decode(word: u32) -> [f32; 3] {
    let exponent = (word >> 27).cast_signed() - BIAS - MANTISSA as i32;
    let scale = f32::from_bits(((exponent + 127) as u32) << 23);
    [0, 9, 18].map(|shift| (word >> shift & 0x1ff) as f32 * scale)
}

/// The word of components, each clamped to 0 and the largest number, by the algorithm of section 3.8.x, with its powers of
/// two and logarithms taken from the exponent, so exact.
pub(super) fn encode(components: [f64; 3]) -> u32 {
    const MOST: f64 = 65_408.0;
    // NaN is 0.
    let clamped = components.map(|value| if value > 0.0 { value.min(MOST) } else { 0.0 });
    let greatest = clamped.into_iter().fold(0.0, f64::max);
    let preliminary = (-BIAS - 1).max(floor_log2(greatest)) + 1 + BIAS;
    let scaled = |value: f64, exponent: i32| (value / power(exponent - BIAS - MANTISSA as i32) + 0.5).floor();
    let exponent = match scaled(greatest, preliminary) == f64::from(1 << MANTISSA) {
        true => preliminary + 1,
        false => preliminary,
    };
    debug_assert!((0..=LARGEST).contains(&exponent), "MOST has the largest exponent");
    let [red, green, blue] = clamped.map(|value| scaled(value, exponent) as u32);
    (exponent as u32) << 27 | blue << 18 | green << 9 | red
}

/// `⌊log2 x⌋` of a number that is not negative; far below every exponent for 0 and denormals.
fn floor_log2(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

/// 2^exponent.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_in_its_smallest_form_survives() {
        // source: EXT_texture_shared_exponent section 3.8.x: a number is written with the smallest exponent that holds it
        for exponent in 0..32_u32 {
            for mantissas in [[256, 0, 1], [511, 511, 511], [300, 256, 2]] {
                let word = exponent << 27 | mantissas[2] << 18 | mantissas[1] << 9 | mantissas[0];
                assert_eq!(encode(decode(word).map(f64::from)), word);
            }
        }
    }

    #[test]
    fn the_largest_number_and_those_beyond() {
        // source: EXT_texture_shared_exponent: sharedexp_max = 511/512 * 2^16 = 65408; negative numbers and NaN become 0
        assert_eq!(decode(0xffff_ffff), [65_408.0; 3]);
        assert_eq!(encode([1e9, -1.0, f64::NAN]), 31 << 27 | 511);
        // The second column of its example of a mantissa that rounds up to 512: 1023.75 needs the exponent of 1024.
        assert_eq!(decode(encode([1023.9, 0.0, 0.0])), [1024.0, 0.0, 0.0]);
    }
}
