//! The eighteen types of texels.

use crate::layout::ElementSize;

macro_rules! types {
    ($($(#[$meta:meta])* $variant:ident = $code:literal, $name:literal, $size:ident, $words:literal;)*) => {
        /// A type of texels. Channels are named from the most significant bit of a 16-bit texel and from the first byte
        /// of a larger one.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum TextureType { $($(#[$meta])* $variant,)* }

        impl TextureType {
            /// Every type, by code.
            pub const ALL: &'static [TextureType] = &[$(TextureType::$variant),*];

            /// The type that a code of five bits stands for; none from 18 on.
            pub const fn from_code(code: u8) -> Option<TextureType> {
                match code { $($code => Some(TextureType::$variant),)* _ => None }
            }

            /// Its code.
            pub const fn code(self) -> u8 {
                match self { $(TextureType::$variant => $code,)* }
            }

            /// The manual's name, lower case.
            pub const fn name(self) -> &'static str {
                match self { $(TextureType::$variant => $name,)* }
            }

            /// The size of what is stored as one: a texel, or a block of [`TextureType::block`] by as many.
            pub const fn size(self) -> ElementSize {
                match self { $(TextureType::$variant => ElementSize::$size,)* }
            }

            /// Results that a look-up gives: loads into r4.
            pub const fn words(self) -> usize {
                match self { $(TextureType::$variant => $words,)* }
            }
        }
    };
}

types! {
    /// Red in the first byte.
    Rgba8888 = 0, "rgba8888", Bits32, 1;
    /// As RGBA8888; alpha is 1 whatever the fourth byte holds.
    Rgbx8888 = 1, "rgbx8888", Bits32, 1;
    /// Red in the most significant bits.
    Rgba4444 = 2, "rgba4444", Bits16, 1;
    /// Red in the most significant bits, alpha in the least.
    Rgba5551 = 3, "rgba5551", Bits16, 1;
    /// Red in the most significant bits; alpha is 1.
    Rgb565 = 4, "rgb565", Bits16, 1;
    /// Red, green and blue are the byte; alpha is 1.
    Luminance = 5, "luminance", Bits8, 1;
    /// Alpha is the byte; red, green and blue are 0.
    Alpha = 6, "alpha", Bits8, 1;
    /// Luminance in the first byte, alpha in the second.
    LumAlpha = 7, "lumalpha", Bits16, 1;
    /// Ericsson Texture Compression in blocks of 4 by 4; alpha is 1.
    Etc1 = 8, "etc1", Bits64, 1;
    /// A half.
    S16F = 9, "s16f", Bits16, 1;
    /// A byte.
    S8 = 10, "s8", Bits8, 1;
    /// An integer of 16 bits, which is never filtered.
    S16 = 11, "s16", Bits16, 1;
    /// Black or white; alpha is 1.
    Bw1 = 12, "bw1", Bits1, 1;
    /// Alpha in four bits; red, green and blue are 0.
    A4 = 13, "a4", Bits4, 1;
    /// Alpha in one bit; red, green and blue are 0.
    A1 = 14, "a1", Bits1, 1;
    /// Four halves, which come as two results.
    Rgba64 = 15, "rgba64", Bits64, 2;
    /// RGBA8888 in rows.
    Rgba32R = 16, "rgba32r", Bits32, 1;
    /// Two texels in four bytes Y, U, Y, V, in rows.
    Yuyv422R = 17, "yuyv422r", Bits16, 1;
}

impl TextureType {
    /// Texels on a side of what is stored as one: 4 for ETC1, 1 for all others.
    pub const fn block(self) -> u32 {
        match self {
            TextureType::Etc1 => 4,
            _ => 1,
        }
    }

    /// Elements of a row that are stored together: 2 for YUYV, whose pairs share U and V, 1 for all others.
    pub const fn group(self) -> u32 {
        if matches!(self, TextureType::Yuyv422R) {
            2
        } else {
            1
        }
    }

    /// Whether texels lie in rows whatever the size; all others are tiled.
    pub const fn is_raster(self) -> bool {
        matches!(self, TextureType::Rgba32R | TextureType::Yuyv422R)
    }

    /// Whether texels may be blended by a filter.
    pub const fn is_filtered(self) -> bool {
        !matches!(self, TextureType::S16)
    }

    /// Whether results are halves of words rather than bytes.
    pub const fn has_halves(self) -> bool {
        matches!(self, TextureType::S16F | TextureType::S16 | TextureType::Rgba64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_go_both_ways() {
        for code in 0..32 {
            let found = TextureType::from_code(code);
            assert_eq!(found.map(TextureType::code), (code < 18).then_some(code));
        }
        assert_eq!(TextureType::ALL.len(), 18);
    }
}
