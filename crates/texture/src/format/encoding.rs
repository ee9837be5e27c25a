//! The layout of a texel's components in memory: little-endian, first component first; packed formats put the
//! first component into the high bits, `Packed1010102`, `Uint1010102` and `Packed111110F` into the low bits,
//! as the image formats of EXT_shader_image_load_store demand.

use super::packed::{self, FIELDS_565, FIELDS_4444, FIELDS_5551, FIELDS_1010102};
use super::{FormatKind, packed_float, srgb};
use half::f16;

/// The storage format of a texel's components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "type and bits of a component, or the layout of the packed word"
)]
pub enum Encoding {
    Unorm8,
    Unorm16,
    /// In the low bits of a 32-bit word.
    Unorm24,
    Unorm32,
    Snorm8,
    Snorm16,
    Float16,
    Float32,
    Sint8,
    Sint16,
    Sint32,
    Uint8,
    Uint16,
    Uint32,
    Packed565,
    Packed4444,
    Packed5551,
    Packed1010102,
    Packed111110F,
    Uint1010102,
    /// sRGB in the first three components, linear alpha.
    Srgb8,
}

/// Byte over 255, correctly rounded.
static UNORM8: [f64; 256] = {
    let mut table = [0.0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte as f64 / 255.0;
        byte += 1;
    }
    table
};

impl Encoding {
    /// The type that lookups return.
    pub fn kind(self) -> FormatKind {
        match self {
            Encoding::Sint8 | Encoding::Sint16 | Encoding::Sint32 => FormatKind::Signed,
            Encoding::Uint8 | Encoding::Uint16 | Encoding::Uint32 | Encoding::Uint1010102 => {
                FormatKind::Unsigned
            }
            Encoding::Unorm8
            | Encoding::Unorm16
            | Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Snorm8
            | Encoding::Snorm16
            | Encoding::Float16
            | Encoding::Float32
            | Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Packed1010102
            | Encoding::Packed111110F
            | Encoding::Srgb8 => FormatKind::Float,
        }
    }

    /// The encoding by which the application's pixels are stored: those of sRGB textures are in sRGB already
    /// (EXT_texture_sRGB issue 12: the pixel path is blind to colour spaces).
    pub fn uploaded(self) -> Encoding {
        if self == Encoding::Srgb8 {
            Encoding::Unorm8
        } else {
            self
        }
    }

    /// Whether values outside the encoding's range, [0, 1] or [-1, 1], are clamped before use.
    pub fn is_fixed_point(self) -> bool {
        self.kind() == FormatKind::Float
            && !matches!(
                self,
                Encoding::Float16 | Encoding::Float32 | Encoding::Packed111110F
            )
    }

    /// Clamps a colour component to the range of a fixed-point encoding; NaN becomes 0 there. Other encodings
    /// keep the value.
    pub fn clamp(self, value: f64) -> f64 {
        let low = if matches!(self, Encoding::Snorm8 | Encoding::Snorm16) {
            -1.0
        } else {
            0.0
        };
        if !self.is_fixed_point() {
            value
        } else if value.is_nan() {
            0.0
        } else {
            value.clamp(low, 1.0)
        }
    }

    /// The size of a texel of so many components, in bytes.
    #[inline]
    pub fn bytes(self, components: usize) -> usize {
        match self {
            Encoding::Unorm8 | Encoding::Snorm8 | Encoding::Sint8 | Encoding::Uint8 | Encoding::Srgb8 => {
                components
            }
            Encoding::Unorm16
            | Encoding::Snorm16
            | Encoding::Float16
            | Encoding::Sint16
            | Encoding::Uint16 => 2 * components,
            Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Float32
            | Encoding::Sint32
            | Encoding::Uint32 => 4 * components,
            Encoding::Packed565 | Encoding::Packed4444 | Encoding::Packed5551 => 2,
            Encoding::Packed1010102 | Encoding::Packed111110F | Encoding::Uint1010102 => 4,
        }
    }

    /// The stored components of a texel as real numbers, in double precision and so without further error than
    /// one rounding of `c / (2^b - 1)`. Absent components are 0; integer encodings give their integers.
    #[inline(always)]
    pub fn decode(self, texel: &[u8]) -> [f64; 4] {
        let mut components = [0.0; 4];
        match self {
            Encoding::Unorm8 => fill(&mut components, texel, |[byte]: [u8; 1]| {
                UNORM8[usize::from(byte)]
            }),
            Encoding::Unorm16 => fill(&mut components, texel, |b| {
                f64::from(u16::from_le_bytes(b)) / 65_535.0
            }),
            Encoding::Unorm24 => {
                fill(&mut components, texel, |b| {
                    f64::from(u32::from_le_bytes(b) & 0xff_ffff) / 16_777_215.0
                });
            }
            Encoding::Unorm32 => {
                fill(&mut components, texel, |b| {
                    f64::from(u32::from_le_bytes(b)) / 4_294_967_295.0
                });
            }
            Encoding::Snorm8 => {
                fill(&mut components, texel, |b| {
                    (f64::from(i8::from_le_bytes(b)) / 127.0).max(-1.0)
                });
            }
            Encoding::Snorm16 => {
                fill(&mut components, texel, |b| {
                    (f64::from(i16::from_le_bytes(b)) / 32_767.0).max(-1.0)
                });
            }
            Encoding::Float16 => fill(&mut components, texel, |b| f16::from_le_bytes(b).to_f64()),
            Encoding::Float32 => fill(&mut components, texel, |b| f64::from(f32::from_le_bytes(b))),
            Encoding::Srgb8 => {
                for (index, (component, &byte)) in components.iter_mut().zip(texel).enumerate() {
                    *component = if index < 3 {
                        srgb::LINEAR[usize::from(byte)]
                    } else {
                        UNORM8[usize::from(byte)]
                    };
                }
            }
            Encoding::Packed565 => return packed::unpack(FIELDS_565, word16(texel)),
            Encoding::Packed4444 => return packed::unpack(FIELDS_4444, word16(texel)),
            Encoding::Packed5551 => return packed::unpack(FIELDS_5551, word16(texel)),
            Encoding::Packed1010102 => return packed::unpack(FIELDS_1010102, word32(texel)),
            Encoding::Packed111110F => {
                let word = word32(texel);
                return [
                    packed_float::decode(word & 0x7ff, 6),
                    packed_float::decode(word >> 11 & 0x7ff, 6),
                    packed_float::decode(word >> 22, 5),
                    0.0,
                ];
            }
            Encoding::Sint8 | Encoding::Sint16 | Encoding::Sint32 => {
                return self
                    .decode_integer(texel)
                    .map(|bits| f64::from(bits.cast_signed()));
            }
            Encoding::Uint8 | Encoding::Uint16 | Encoding::Uint32 | Encoding::Uint1010102 => {
                return self.decode_integer(texel).map(f64::from);
            }
        }
        components
    }

    /// The stored components of an integer texel, sign-extended to 32 bits. Absent components, and those of
    /// encodings that do not hold integers, are 0.
    pub fn decode_integer(self, texel: &[u8]) -> [u32; 4] {
        let mut components = [0; 4];
        match self {
            Encoding::Sint8 => fill(&mut components, texel, |b| {
                i32::from(i8::from_le_bytes(b)).cast_unsigned()
            }),
            Encoding::Sint16 => fill(&mut components, texel, |b| {
                i32::from(i16::from_le_bytes(b)).cast_unsigned()
            }),
            Encoding::Uint8 => fill(&mut components, texel, |[byte]: [u8; 1]| u32::from(byte)),
            Encoding::Uint16 => fill(&mut components, texel, |b| u32::from(u16::from_le_bytes(b))),
            Encoding::Sint32 | Encoding::Uint32 => fill(&mut components, texel, u32::from_le_bytes),
            Encoding::Uint1010102 => {
                let word = word32(texel);
                components = FIELDS_1010102.map(|(shift, bits)| word >> shift & ((1 << bits) - 1));
            }
            Encoding::Unorm8
            | Encoding::Unorm16
            | Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Snorm8
            | Encoding::Snorm16
            | Encoding::Float16
            | Encoding::Float32
            | Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Packed1010102
            | Encoding::Packed111110F
            | Encoding::Srgb8 => {}
        }
        components
    }

    /// Writes components as a texel: clamped and rounded to nearest for fixed point, rounded to nearest even
    /// for floats (overflow gives an infinity), clamped to the representable range for integers.
    ///
    /// Sources: OpenGL 2.1 section 2.14.9; ARB_texture_float issue 5; EXT_texture_integer section 3.8.1.
    pub fn encode(self, components: [f64; 4], texel: &mut [u8]) {
        let fixed = |value: f64, maximum: f64| (self.clamp(value) * maximum).round();
        match self {
            Encoding::Unorm8 => spill(components, texel, |c| [fixed(c, 255.0) as u8]),
            Encoding::Unorm16 => spill(components, texel, |c| (fixed(c, 65_535.0) as u16).to_le_bytes()),
            Encoding::Unorm24 => spill(components, texel, |c| {
                (fixed(c, 16_777_215.0) as u32).to_le_bytes()
            }),
            Encoding::Unorm32 => spill(components, texel, |c| {
                (fixed(c, 4_294_967_295.0) as u32).to_le_bytes()
            }),
            Encoding::Snorm8 => spill(components, texel, |c| (fixed(c, 127.0) as i8).to_le_bytes()),
            Encoding::Snorm16 => spill(components, texel, |c| (fixed(c, 32_767.0) as i16).to_le_bytes()),
            Encoding::Float16 => spill(components, texel, |c| half_of(c).to_le_bytes()),
            Encoding::Float32 => spill(components, texel, |c| single_of(c).to_le_bytes()),
            // Conversions with `as` clamp to the range of the integer, and integers of 32 bits are exact here.
            Encoding::Sint8 => spill(components, texel, |c| (c as i8).to_le_bytes()),
            Encoding::Sint16 => spill(components, texel, |c| (c as i16).to_le_bytes()),
            Encoding::Sint32 => spill(components, texel, |c| (c as i32).to_le_bytes()),
            Encoding::Uint8 => spill(components, texel, |c| (c as u8).to_le_bytes()),
            Encoding::Uint16 => spill(components, texel, |c| (c as u16).to_le_bytes()),
            Encoding::Uint32 => spill(components, texel, |c| (c as u32).to_le_bytes()),
            Encoding::Srgb8 => {
                for (index, (byte, component)) in texel.iter_mut().zip(components).enumerate() {
                    *byte = if index < 3 {
                        srgb::encode(component)
                    } else {
                        fixed(component, 255.0) as u8
                    };
                }
            }
            Encoding::Packed565 => store16(
                texel,
                packed::pack(FIELDS_565, components, |value| self.clamp(value)),
            ),
            Encoding::Packed4444 => store16(
                texel,
                packed::pack(FIELDS_4444, components, |value| self.clamp(value)),
            ),
            Encoding::Packed5551 => store16(
                texel,
                packed::pack(FIELDS_5551, components, |value| self.clamp(value)),
            ),
            Encoding::Packed1010102 => {
                texel.copy_from_slice(
                    &packed::pack(FIELDS_1010102, components, |value| self.clamp(value)).to_le_bytes(),
                );
            }
            Encoding::Uint1010102 => {
                let mut word = 0;
                for ((shift, bits), component) in FIELDS_1010102.into_iter().zip(components) {
                    word |= (component as u32).min((1 << bits) - 1) << shift;
                }
                texel.copy_from_slice(&word.to_le_bytes());
            }
            Encoding::Packed111110F => {
                let [r, g, b, _] = components;
                let word = packed_float::encode(r, 6)
                    | packed_float::encode(g, 6) << 11
                    | packed_float::encode(b, 5) << 22;
                texel.copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}

/// Fills components from a texel's bytes, `N` bytes each.
#[inline(always)]
fn fill<T, const N: usize>(components: &mut [T; 4], texel: &[u8], decode: impl Fn([u8; N]) -> T) {
    for (component, bytes) in components.iter_mut().zip(texel.as_chunks::<N>().0) {
        *component = decode(*bytes);
    }
}

/// Writes as many components as the texel has room for, `N` bytes each.
fn spill<const N: usize>(components: [f64; 4], texel: &mut [u8], encode: impl Fn(f64) -> [u8; N]) {
    for (bytes, component) in texel.as_chunks_mut::<N>().0.iter_mut().zip(components) {
        *bytes = encode(component);
    }
}

fn word16(texel: &[u8]) -> u32 {
    u32::from(u16::from_le_bytes([texel[0], texel[1]]))
}

fn word32(texel: &[u8]) -> u32 {
    u32::from_le_bytes([texel[0], texel[1], texel[2], texel[3]])
}

fn store16(texel: &mut [u8], word: u32) {
    texel.copy_from_slice(&(word as u16).to_le_bytes());
}

/// The half-precision number nearest to `value`, with one pattern for NaN.
fn half_of(value: f64) -> f16 {
    if value.is_nan() {
        f16::from_bits(0x7e00)
    } else {
        f16::from_f64(value)
    }
}

/// The single-precision number nearest to `value`, with one pattern for NaN.
pub(crate) fn single_of(value: f64) -> f32 {
    if value.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        value as f32
    }
}

#[cfg(test)]
mod tests;
