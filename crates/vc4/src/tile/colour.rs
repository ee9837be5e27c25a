//! Colours of 8 bits a component, and those of 5, 6 and 5 bits.

/// The matrix that a dithered store adds. The chip's was never published: this is the common ordered one of four by
/// four, in sixteenths of a step.
const DITHER: [[u32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// 565 with red in the high bits; what does not fit is cut off.
pub(super) fn to_565(colour: u32) -> u16 {
    let [red, green, blue, _] = colour.to_le_bytes().map(u16::from);
    red >> 3 << 11 | green >> 2 << 5 | blue >> 3
}

/// As [`to_565`], with the threshold of pixel (`x`, `y`) added to what is cut off.
pub(super) fn to_565_dithered(colour: u32, x: u32, y: u32) -> u16 {
    let threshold = DITHER[(y & 3) as usize][(x & 3) as usize];
    let [red, green, blue, _] = colour.to_le_bytes().map(u32::from);
    let narrow = |value: u32, cut: u32| ((value + (threshold >> (4 - cut))).min(255) >> cut) as u16;
    narrow(red, 3) << 11 | narrow(green, 2) << 5 | narrow(blue, 3)
}

/// The colour of 565 with the high bits repeated in the low ones, alpha 255.
pub(crate) fn from_565(pixel: u16) -> u32 {
    let pixel = u32::from(pixel);
    let five = |value: u32| value << 3 | value >> 2;
    let green = pixel >> 5 & 63;
    u32::from_le_bytes([
        five(pixel >> 11) as u8,
        (green << 2 | green >> 4) as u8,
        five(pixel & 31) as u8,
        255,
    ])
}

/// The mean of colours, component by component, rounded down: so the edges of the chip's frame d53.png are.
pub(super) fn mean(colours: impl Iterator<Item = u32>) -> u32 {
    let (mut sums, mut count) = ([0u32; 4], 0);
    for colour in colours {
        for (sum, byte) in sums.iter_mut().zip(colour.to_le_bytes()) {
            *sum += u32::from(byte);
        }
        count += 1;
    }
    let count: u32 = count.max(1);
    u32::from_le_bytes(sums.map(|sum| (sum / count) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: Mesa's `vc4_formats.c`: B5G6R5 as target and as texture has red in bits 15:11 and byte 0 of the tile.
    #[test]
    fn red_is_high() {
        assert_eq!(to_565(0xff00_00ff), 0xf800);
        assert_eq!(to_565(0x0000_ff00), 0x07e0);
        assert_eq!(to_565(0x00ff_0000), 0x001f);
        assert_eq!(from_565(0xf800), 0xff00_00ff);
    }

    #[test]
    fn what_was_565_stays_565() {
        for pixel in 0..=u16::MAX {
            assert_eq!(to_565(from_565(pixel)), pixel);
        }
    }

    /// Where a value is dithered, sixteen pixels have it in the mean.
    #[test]
    fn dither_keeps_the_mean() {
        let sum: u32 = (0..16)
            .map(|i| u32::from(to_565_dithered(0x84, i % 4, i / 4) >> 11))
            .sum();
        assert_eq!(sum, 16 * 0x84 / 8);
    }

    #[test]
    fn a_mean_is_rounded_down() {
        assert_eq!(mean([0xff, 0, 0, 0xff].into_iter()), 0x7f);
        assert_eq!(mean([1, 1, 1, 0].into_iter()), 0);
    }
}
