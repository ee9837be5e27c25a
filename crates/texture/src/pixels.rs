//! Pixels as an application hands them over: a format and a type of TexImage, and the conversion to colours.
//!
//! Rows are tightly packed, the first row is the bottom one (row 0 of the texture), and elements of more than
//! one byte are in the host's byte order, as in client memory. Pixel transfer operations are absent.

use crate::format::{Base, FormatKind};
use crate::pixel_format::Element::{A, B, Depth, G, L, R, Stencil};
use crate::pixel_format::Layout;
use crate::{Encoding, Format, PixelFormat, PixelType, TextureError};
use half::f16;

/// Pixels with their format and type.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    format: PixelFormat,
    kind: PixelType,
    bytes: &'a [u8],
}

impl<'a> Pixels<'a> {
    /// Pixels of any format and type.
    ///
    /// # Errors
    /// A packed type with a format of another count of elements, or an integer format with a float type.
    pub fn new(format: PixelFormat, kind: PixelType, bytes: &'a [u8]) -> Result<Self, TextureError> {
        let fits = match kind.layout() {
            Layout::Packed(packing) => match packing.elements.len() {
                3 => matches!(format, PixelFormat::Rgb | PixelFormat::RgbInteger),
                _ => matches!(
                    format,
                    PixelFormat::Rgba
                        | PixelFormat::Bgra
                        | PixelFormat::RgbaInteger
                        | PixelFormat::BgraInteger
                ),
            },
            Layout::SharedExponent | Layout::UnsignedFloats => format == PixelFormat::Rgb,
            Layout::Depth24Stencil | Layout::DepthFloatStencil => format == PixelFormat::DepthStencil,
            // Of its two elements one is an integer.
            _ if format == PixelFormat::DepthStencil => false,
            Layout::F16 | Layout::F32 => !format.is_integer(),
            Layout::U8 | Layout::I8 | Layout::U16 | Layout::I16 | Layout::U32 | Layout::I32 => true,
        };
        if fits {
            Ok(Pixels { format, kind, bytes })
        } else {
            Err(TextureError::WrongType(format, kind))
        }
    }

    /// RGBA pixels of 8 bits a component, as image decoders give them. The first row is the bottom one.
    pub fn rgba8(bytes: &'a [u8]) -> Self {
        Pixels {
            format: PixelFormat::Rgba,
            kind: PixelType::UnsignedByte,
            bytes,
        }
    }

    /// The size of a group, in bytes.
    pub fn group_bytes(&self) -> usize {
        let elements = self.format.elements().len();
        match self.kind.layout() {
            Layout::U8 | Layout::I8 => elements,
            Layout::U16 | Layout::I16 | Layout::F16 => 2 * elements,
            Layout::U32 | Layout::I32 | Layout::F32 => 4 * elements,
            Layout::Packed(packing) => packing.bytes,
            Layout::SharedExponent | Layout::UnsignedFloats | Layout::Depth24Stencil => 4,
            Layout::DepthFloatStencil => 8,
        }
    }

    /// Checks that the pixels suit a texture format and are exactly `texels` many.
    pub(crate) fn check(&self, format: Format, texels: u64) -> Result<(), TextureError> {
        let special = [
            (PixelFormat::DepthComponent, Base::Depth),
            (PixelFormat::DepthStencil, Base::DepthStencil),
            (PixelFormat::StencilIndex, Base::Stencil),
        ];
        // Each of the three is for its own base, and no other is for one of these.
        let own = format.row().base;
        let fits = special
            .iter()
            .all(|(given, base)| (self.format == *given) == (own == *base));
        if !fits || self.format.is_integer() != (format.kind() != FormatKind::Float) {
            return Err(TextureError::WrongPixels(self.format, format));
        }
        let needed = texels.saturating_mul(self.group_bytes() as u64);
        let given = self.bytes.len() as u64;
        if needed == given {
            Ok(())
        } else {
            Err(TextureError::WrongLength { needed, given })
        }
    }

    /// The pixels as RGBA colours, in order; depth is in the first component, a stencil value behind it.
    pub(crate) fn colors(&self) -> impl Iterator<Item = [f64; 4]> + '_ {
        let elements = self.format.elements();
        self.bytes.chunks_exact(self.group_bytes()).map(move |group| {
            let mut color = [0.0, 0.0, 0.0, 1.0];
            for (index, element) in elements.iter().enumerate() {
                let value = self.element(group, index);
                match element {
                    R | Depth => color[0] = value,
                    Stencil => color[index] = value,
                    G => color[1] = value,
                    B => color[2] = value,
                    A => color[3] = value,
                    L => color[..3].fill(value),
                }
            }
            color
        })
    }

    /// One element of a group as a number (OpenGL 2.1 table 2.9; EXT_texture_integer keeps integers).
    fn element(&self, group: &[u8], index: usize) -> f64 {
        let signed = |value: i32, bits: u32| {
            if self.format.is_integer() {
                f64::from(value)
            } else {
                (2.0 * f64::from(value) + 1.0) / ((1_u64 << bits) - 1) as f64
            }
        };
        let unsigned = |value: u32, bits: u32| {
            if self.format.is_integer() {
                f64::from(value)
            } else {
                f64::from(value) / ((1_u64 << bits) - 1) as f64
            }
        };
        match self.kind.layout() {
            Layout::U8 => unsigned(u32::from(group[index]), 8),
            Layout::I8 => signed(i32::from(group[index].cast_signed()), 8),
            Layout::U16 => unsigned(u32::from(u16::from_ne_bytes(element_bytes(group, index))), 16),
            Layout::I16 => signed(i32::from(i16::from_ne_bytes(element_bytes(group, index))), 16),
            Layout::U32 => unsigned(u32::from_ne_bytes(element_bytes(group, index)), 32),
            Layout::I32 => signed(i32::from_ne_bytes(element_bytes(group, index)), 32),
            Layout::F16 => f16::from_ne_bytes(element_bytes(group, index)).to_f64(),
            Layout::F32 => f64::from(f32::from_ne_bytes(element_bytes(group, index))),
            Layout::Packed(packing) => {
                let word = match packing.bytes {
                    1 => u32::from(group[0]),
                    2 => u32::from(u16::from_ne_bytes(element_bytes(group, 0))),
                    _ => u32::from_ne_bytes(element_bytes(group, 0)),
                };
                let bits = packing.elements[index];
                let before: u32 = packing.elements[..index].iter().sum();
                let total = 8 * packing.bytes as u32;
                let shift = if packing.reversed {
                    before
                } else {
                    total - before - bits
                };
                unsigned(word >> shift & ((1 << bits) - 1), bits)
            }
            Layout::SharedExponent => numbers(Encoding::Shared9995, group)[index],
            Layout::UnsignedFloats => numbers(Encoding::Packed111110F, group)[index],
            Layout::Depth24Stencil => {
                let word = u32::from_ne_bytes(element_bytes(group, 0));
                [f64::from(word >> 8) / 16_777_215.0, f64::from(word & 0xff)][index]
            }
            Layout::DepthFloatStencil => {
                let depth = f32::from_ne_bytes(element_bytes(group, 0));
                let stencil = u32::from_ne_bytes(element_bytes(group, 1)) & 0xff;
                [f64::from(depth), f64::from(stencil)][index]
            }
        }
    }
}

/// The components of a word in the host's byte order whose layout is that of an encoding.
fn numbers(encoding: Encoding, group: &[u8]) -> [f64; 4] {
    let word = u32::from_ne_bytes(element_bytes(group, 0));
    encoding.decode(&word.to_le_bytes()).map(f64::from)
}

/// The bytes of one element of a group of equal elements.
fn element_bytes<const N: usize>(group: &[u8], index: usize) -> [u8; N] {
    group.as_chunks::<N>().0[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(format: PixelFormat, kind: PixelType, bytes: &[u8]) -> Vec<[f64; 4]> {
        Pixels::new(format, kind, bytes)
            .expect("format and type go together")
            .colors()
            .collect()
    }

    #[test]
    fn groups_become_colors() {
        // source: OpenGL 2.1 section 3.6.4, "Conversion to RGB" and "Final Expansion to RGBA"
        let bytes = [0, 255];
        assert_eq!(
            colors(PixelFormat::LuminanceAlpha, PixelType::UnsignedByte, &bytes),
            [[0.0, 0.0, 0.0, 1.0]]
        );
        assert_eq!(
            colors(PixelFormat::Luminance, PixelType::UnsignedByte, &bytes),
            [[0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
        );
        assert_eq!(
            colors(PixelFormat::Bgr, PixelType::UnsignedByte, &[0, 0, 255]),
            [[1.0, 0.0, 0.0, 1.0]]
        );
        assert_eq!(
            colors(PixelFormat::Alpha, PixelType::UnsignedByte, &[0]),
            [[0.0; 4]]
        );
    }

    #[test]
    fn signed_types_reach_both_ends() {
        // source: OpenGL 2.1 table 2.9: (2c + 1) / (2^b - 1)
        assert_eq!(
            colors(PixelFormat::Rg, PixelType::Byte, &[127, 128]),
            [[1.0, -1.0, 0.0, 1.0]]
        );
    }

    #[test]
    fn packed_types() {
        // source: OpenGL 2.1 tables 3.9 to 3.11
        let low = 0x001f_u16.to_ne_bytes();
        assert_eq!(
            colors(PixelFormat::Rgb, PixelType::UnsignedShort565, &low),
            [[0.0, 0.0, 1.0, 1.0]]
        );
        assert_eq!(
            colors(PixelFormat::Rgb, PixelType::UnsignedShort565Rev, &low),
            [[1.0, 0.0, 0.0, 1.0]]
        );
        assert_eq!(
            colors(
                PixelFormat::Bgra,
                PixelType::UnsignedInt8888Rev,
                &0xff00_00ff_u32.to_ne_bytes()
            ),
            [[0.0, 0.0, 1.0, 1.0]]
        );
        assert!(Pixels::new(PixelFormat::Rgba, PixelType::UnsignedShort565, &low).is_err());
    }
}
