//! What the bits of a texel mean, as the unit answers it.

use super::TextureType;

/// The channels of a texel or of a filtered value, red first: bytes, or halves as their bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Texel {
    /// Four bytes, which one word holds with red in the lowest.
    Bytes([u8; 4]),
    /// Four halves of words, which two words hold: red and green, blue and alpha.
    Halves([u16; 4]),
}

impl Texel {
    /// The words that come to r4, the first first.
    pub const fn words(self) -> [u32; 2] {
        match self {
            Texel::Bytes(bytes) => [u32::from_le_bytes(bytes), 0],
            Texel::Halves([r, g, b, a]) => [r as u32 | (g as u32) << 16, b as u32 | (a as u32) << 16],
        }
    }
}

/// A number of `bits` bits as a byte: repeated until the byte is full, so that the largest is 255.
pub(crate) const fn widen(value: u32, bits: u32) -> u8 {
    let value = value & ((1 << bits) - 1);
    match bits {
        1 => (value * 255) as u8,
        4 => (value * 17) as u8,
        5 => (value << 3 | value >> 2) as u8,
        6 => (value << 2 | value >> 4) as u8,
        _ => value as u8,
    }
}

impl TextureType {
    /// The texel that `bits` are; `None` for the types whose texels share what is stored: ETC1 and YUYV422R.
    #[inline]
    pub const fn texel(self, bits: u64) -> Option<Texel> {
        let low = bits as u32;
        let bytes = match self {
            TextureType::Rgba8888 | TextureType::Rgba32R => low.to_le_bytes(),
            TextureType::Rgbx8888 => (low | 0xff00_0000).to_le_bytes(),
            TextureType::Rgba4444 => [
                widen(low >> 12, 4),
                widen(low >> 8, 4),
                widen(low >> 4, 4),
                widen(low, 4),
            ],
            TextureType::Rgba5551 => [
                widen(low >> 11, 5),
                widen(low >> 6, 5),
                widen(low >> 1, 5),
                widen(low, 1),
            ],
            TextureType::Rgb565 => [widen(low >> 11, 5), widen(low >> 5, 6), widen(low, 5), 255],
            TextureType::Luminance => {
                let l = low as u8;
                [l, l, l, 255]
            }
            TextureType::Alpha => [0, 0, 0, low as u8],
            TextureType::LumAlpha => {
                let l = low as u8;
                [l, l, l, (low >> 8) as u8]
            }
            TextureType::S8 => [low as u8, 0, 0, 0],
            TextureType::Bw1 => {
                let l = widen(low, 1);
                [l, l, l, 255]
            }
            TextureType::A4 => [0, 0, 0, widen(low, 4)],
            TextureType::A1 => [0, 0, 0, widen(low, 1)],
            TextureType::S16F | TextureType::S16 => return Some(Texel::Halves([low as u16, 0, 0, 0])),
            TextureType::Rgba64 => {
                return Some(Texel::Halves([
                    bits as u16,
                    (bits >> 16) as u16,
                    (bits >> 32) as u16,
                    (bits >> 48) as u16,
                ]));
            }
            TextureType::Etc1 | TextureType::Yuyv422R => return None,
        };
        Some(Texel::Bytes(bytes))
    }
}
