//! Sums of weighted texels.

use quadrille_numerics::qpu::pack::to_half;
use quadrille_numerics::qpu::unpack::from_half;

use super::Texel;

/// The sum of texels of one kind, whose weights are parts of `1 << bits` and sum to that: bytes rounded to nearest once,
/// halves summed as floats in order and rounded once.
#[inline]
pub(super) fn weigh<const N: usize>(texels: [Texel; N], weights: [u32; N], bits: u32) -> Texel {
    if let Texel::Halves(_) = texels[0] {
        return weigh_halves(texels, weights, bits);
    }
    let half = (1 << bits) >> 1;
    let mut sums = [half; 4];
    for (texel, weight) in texels.into_iter().zip(weights) {
        if let Texel::Bytes(bytes) = texel {
            for (sum, byte) in sums.iter_mut().zip(bytes) {
                *sum += u32::from(byte) * weight;
            }
        }
    }
    Texel::Bytes(sums.map(|sum| (sum >> bits) as u8))
}

#[inline(never)]
fn weigh_halves<const N: usize>(texels: [Texel; N], weights: [u32; N], bits: u32) -> Texel {
    let unit = 1.0 / (1u32 << bits) as f32;
    let mut sums = [0f32; 4];
    for (texel, weight) in texels.into_iter().zip(weights) {
        if let Texel::Halves(halves) = texel
            && weight > 0
        {
            for (sum, half) in sums.iter_mut().zip(halves) {
                *sum += f32::from_bits(from_half(half)) * (weight as f32 * unit);
            }
        }
    }
    Texel::Halves(sums.map(|sum| to_half(sum.to_bits())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_rounded_once() {
        let texels = [[0, 1, 2, 255], [1, 2, 255, 255], [0, 1, 0, 255], [1, 2, 0, 255]].map(Texel::Bytes);
        let quarter = weigh(texels, [1 << 14; 4], 16);
        assert_eq!(quarter, Texel::Bytes([1, 2, 64, 255]), "0.5, 1.5, 64.25 and 255");
        let one = weigh(texels, [0, 0, 1 << 16, 0], 16);
        assert_eq!(one, texels[2]);
        let halves = [[0x3c00, 0, 0, 0xfc00], [0x4000, 0, 0, 0x3c00]].map(Texel::Halves);
        assert_eq!(
            weigh(halves, [128, 128], 8),
            Texel::Halves([0x3e00, 0, 0, 0xfc00]),
            "1.5"
        );
        assert_eq!(weigh(halves, [0, 256], 8), halves[1], "weight 0 adds nothing");
    }
}
