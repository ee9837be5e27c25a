//! binary16 in 32-bit words, without branches: loops over it become vector code, which those over the conversions of the
//! crate `half` do not.

/// The exponent of 1 in binary32 less that in binary16, in place.
const BIAS: u32 = (127 - 15) << 23;
/// 2^-14, the least normal number of binary16, as binary32.
const LEAST_NORMAL: u32 = (127 - 14) << 23;
/// 2^16, as binary32: from half a unit below it on binary16 has infinity.
const TOO_LARGE: u32 = (127 + 16) << 23;
const INFINITY: u32 = 255 << 23;

/// The nearest binary16, halves to even, in the low bits. NaN stays one, and is quiet.
#[inline(always)]
pub(crate) fn to_half(value: f32) -> u32 {
    let bits = value.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let normal = (magnitude + 0xfff + (magnitude >> 13 & 1)).wrapping_sub(BIAS) >> 13;
    // In the sum the last place is 2^-24, as in the numbers of binary16 that are not normal.
    let small = (f32::from_bits(magnitude) + 0.5)
        .to_bits()
        .wrapping_sub(0.5f32.to_bits());
    let nan = 0x7e00 | magnitude >> 13 & 0x3ff;
    let finite = if magnitude < LEAST_NORMAL { small } else { normal };
    let number = if magnitude < TOO_LARGE { finite } else { 0x7c00 };
    let word = if magnitude > INFINITY { nan } else { number };
    word | bits >> 16 & 0x8000
}

/// The value of a binary16, whose bits are the low ones of a word that has no others. NaN becomes quiet.
#[inline(always)]
pub(crate) fn from_half(word: u32) -> f32 {
    let magnitude = (word & 0x7fff) << 13;
    let normal = magnitude + BIAS;
    let small = (f32::from_bits(magnitude + LEAST_NORMAL) - f32::from_bits(LEAST_NORMAL)).to_bits();
    let special = magnitude | INFINITY | if magnitude > 31 << 23 { 1 << 22 } else { 0 };
    let finite = if magnitude < 1 << 23 { small } else { normal };
    let bits = if magnitude < 31 << 23 { finite } else { special };
    f32::from_bits(bits | (word & 0x8000) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the crate `half`, for all of binary16
    #[test]
    fn every_half_has_its_value() {
        for bits in 0..=u16::MAX {
            let wanted = half::f16::from_bits(bits).to_f32().to_bits();
            assert_eq!(from_half(bits.into()).to_bits(), wanted, "{bits:x}");
        }
    }

    /// source: the crate `half`, over numbers of every size and all near where the result changes
    #[test]
    fn numbers_have_the_nearest_half() {
        let between = (0..0x7c00u16).flat_map(|bits| {
            let middle =
                (half::f16::from_bits(bits).to_f64() + half::f16::from_bits(bits + 1).to_f64()) / 2.0;
            let middle = if bits == 0x7bff { 65520.0 } else { middle as f32 };
            middle.to_bits() - 2..=middle.to_bits() + 2
        });
        for bits in between
            .chain((0..1 << 31).step_by(4099))
            .chain(INFINITY - 3..INFINITY + 3)
        {
            for bits in [bits, bits | 1 << 31] {
                let wanted = half::f16::from_f32(f32::from_bits(bits)).to_bits();
                assert_eq!(to_half(f32::from_bits(bits)), u32::from(wanted), "{bits:x}");
            }
        }
    }
}
