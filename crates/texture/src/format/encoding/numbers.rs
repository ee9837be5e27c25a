//! The stored integers of a texel before any division, which mipmaps are averages of.

use super::{Encoding, fill, word16, word32};
use crate::format::packed::{self, FIELDS_565, FIELDS_4444, FIELDS_5551, FIELDS_1010102};
use crate::format::srgb;

impl Encoding {
    /// The numbers that averages of texels are taken of: stored integers as they are, floats, linear values for sRGB.
    /// Absent components are 0.
    pub(crate) fn numbers(self, texel: &[u8]) -> [f64; 4] {
        match self {
            Encoding::Float16 | Encoding::Float32 | Encoding::Packed111110F | Encoding::Shared9995 => {
                self.decode(texel).map(f64::from)
            }
            Encoding::Float32Uint8 => {
                let stencil = f64::from(self.stencil(texel));
                [f64::from(self.decode(texel)[0]), stencil, 0.0, 0.0]
            }
            Encoding::Srgb8 => {
                let mut numbers = [0.0; 4];
                for (index, (number, &byte)) in numbers.iter_mut().zip(texel).enumerate() {
                    *number = match index {
                        3 => f64::from(byte),
                        _ => srgb::LINEAR[usize::from(byte)],
                    };
                }
                numbers
            }
            Encoding::Snorm8
            | Encoding::Snorm16
            | Encoding::RgtcSigned
            | Encoding::EacSigned
            | Encoding::Sint8
            | Encoding::Sint16
            | Encoding::Sint32 => self.integers(texel).map(|bits| f64::from(bits.cast_signed())),
            Encoding::Unorm8
            | Encoding::Unorm16
            | Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Packed1010102
            | Encoding::Uint8
            | Encoding::Uint16
            | Encoding::Uint32
            | Encoding::Uint1010102
            | Encoding::Unorm24Uint8
            | Encoding::Rgtc
            | Encoding::Eac => self.integers(texel).map(f64::from),
        }
    }

    /// The integer that stands for 1 in each component; 1 where the stored number is the value itself.
    pub(super) fn maxima(self) -> [f64; 4] {
        match self {
            Encoding::Unorm8 => [255.0; 4],
            Encoding::Unorm16 => [65_535.0; 4],
            Encoding::Unorm24 => [16_777_215.0; 4],
            Encoding::Unorm24Uint8 => [16_777_215.0, 1.0, 1.0, 1.0],
            Encoding::Rgtc => [8_925.0; 4],
            Encoding::RgtcSigned => [4_445.0; 4],
            Encoding::Eac => [2_047.0; 4],
            Encoding::EacSigned => [1_023.0; 4],
            Encoding::Unorm32 => [4_294_967_295.0; 4],
            Encoding::Snorm8 => [127.0; 4],
            Encoding::Snorm16 => [32_767.0; 4],
            Encoding::Packed565 => packed::maxima(FIELDS_565),
            Encoding::Packed4444 => packed::maxima(FIELDS_4444),
            Encoding::Packed5551 => packed::maxima(FIELDS_5551),
            Encoding::Packed1010102 => packed::maxima(FIELDS_1010102),
            Encoding::Srgb8 => [1.0, 1.0, 1.0, 255.0],
            Encoding::Float16
            | Encoding::Float32
            | Encoding::Packed111110F
            | Encoding::Shared9995
            | Encoding::Float32Uint8
            | Encoding::Sint8
            | Encoding::Sint16
            | Encoding::Sint32
            | Encoding::Uint8
            | Encoding::Uint16
            | Encoding::Uint32
            | Encoding::Uint1010102 => [1.0; 4],
        }
    }

    /// The integers that a texel stores, whatever they stand for, sign-extended to 32 bits; 0 for floats.
    pub(super) fn integers(self, texel: &[u8]) -> [u32; 4] {
        let mut components = [0; 4];
        match self {
            Encoding::Sint8 | Encoding::Snorm8 => fill(&mut components, texel, |b| {
                i32::from(i8::from_le_bytes(b)).cast_unsigned()
            }),
            Encoding::Sint16 | Encoding::Snorm16 | Encoding::RgtcSigned | Encoding::EacSigned => {
                fill(&mut components, texel, |b| {
                    i32::from(i16::from_le_bytes(b)).cast_unsigned()
                })
            }
            Encoding::Uint8 | Encoding::Unorm8 | Encoding::Srgb8 => {
                fill(&mut components, texel, |[byte]: [u8; 1]| u32::from(byte));
            }
            Encoding::Uint16 | Encoding::Unorm16 | Encoding::Rgtc | Encoding::Eac => {
                fill(&mut components, texel, |b| u32::from(u16::from_le_bytes(b)));
            }
            Encoding::Unorm24 => {
                fill(&mut components, texel, |b| u32::from_le_bytes(b) & 0xff_ffff);
            }
            Encoding::Sint32 | Encoding::Uint32 | Encoding::Unorm32 => {
                fill(&mut components, texel, u32::from_le_bytes);
            }
            Encoding::Packed565 => components = packed::unpack(FIELDS_565, word16(texel)),
            Encoding::Packed4444 => components = packed::unpack(FIELDS_4444, word16(texel)),
            Encoding::Packed5551 => components = packed::unpack(FIELDS_5551, word16(texel)),
            Encoding::Packed1010102 | Encoding::Uint1010102 => {
                components = packed::unpack(FIELDS_1010102, word32(texel));
            }
            Encoding::Unorm24Uint8 => {
                let word = word32(texel);
                components = [word >> 8, word & 0xff, 0, 0];
            }
            Encoding::Float16
            | Encoding::Float32
            | Encoding::Packed111110F
            | Encoding::Shared9995
            | Encoding::Float32Uint8 => {}
        }
        components
    }
}
