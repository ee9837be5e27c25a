//! The layout of a texel's components in memory: little-endian, first component first; packed formats put the
//! first component into the high bits, `Packed1010102`, `Uint1010102` and `Packed111110F` into the low bits,
//! as the image formats of EXT_shader_image_load_store demand.

mod numbers;

use super::packed::{self, FIELDS_565, FIELDS_4444, FIELDS_5551, FIELDS_1010102};
use super::unorm8::unorm8;
use super::{FormatKind, packed_float, shared_exponent, srgb};
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
    /// Mantissas of 9 bits, the first in the low bits, below an exponent of 5 (EXT_texture_shared_exponent).
    Shared9995,
    /// A depth in the high 24 bits of a word, above a stencil value (EXT_packed_depth_stencil).
    Unorm24Uint8,
    /// A depth, and in the low 8 bits of the next word a stencil value (ARB_depth_buffer_float).
    Float32Uint8,
    /// Parts of 255 · 5 · 7 in 16 bits, of which every value between two bytes is a multiple that RGTC has.
    Rgtc,
    /// Parts of 127 · 5 · 7 likewise.
    RgtcSigned,
    /// 11 bits, in 16.
    Eac,
    /// 11 bits with a sign: parts of 1023, in 16 bits.
    EacSigned,
}

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
            | Encoding::Srgb8
            | Encoding::Shared9995
            | Encoding::Unorm24Uint8
            | Encoding::Float32Uint8
            | Encoding::Rgtc
            | Encoding::RgtcSigned
            | Encoding::Eac
            | Encoding::EacSigned => FormatKind::Float,
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
                Encoding::Float16
                    | Encoding::Float32
                    | Encoding::Packed111110F
                    | Encoding::Shared9995
                    | Encoding::Float32Uint8
            )
    }

    /// Whether the least number of a fixed-point encoding is -1 and not 0.
    fn is_signed(self) -> bool {
        matches!(
            self,
            Encoding::Snorm8 | Encoding::Snorm16 | Encoding::RgtcSigned | Encoding::EacSigned
        )
    }

    /// Clamps a colour component to the range of a fixed-point encoding; NaN and -0 become 0 there. Other
    /// encodings keep the value.
    pub fn clamp(self, value: f64) -> f64 {
        let low = if self.is_signed() { -1.0 } else { 0.0 };
        if !self.is_fixed_point() {
            value
        } else if value.is_nan() {
            0.0
        } else {
            value.clamp(low, 1.0) + 0.0
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
            | Encoding::Uint16
            | Encoding::Rgtc
            | Encoding::RgtcSigned
            | Encoding::Eac
            | Encoding::EacSigned => 2 * components,
            Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Float32
            | Encoding::Sint32
            | Encoding::Uint32 => 4 * components,
            Encoding::Packed565 | Encoding::Packed4444 | Encoding::Packed5551 => 2,
            Encoding::Packed1010102
            | Encoding::Packed111110F
            | Encoding::Uint1010102
            | Encoding::Shared9995
            | Encoding::Unorm24Uint8 => 4,
            Encoding::Float32Uint8 => 8,
        }
    }

    /// The components of a texel as lookups see them; absent ones are 0, integers are rounded.
    ///
    /// A fixed-point component is its integer over the largest one, correctly rounded, and at least -1; an integer of
    /// more than 24 bits is rounded before that, so that of 32 bits `c` is `c * 2^-32`. An sRGB component is the linear
    /// value, correctly rounded. Floats are what they are. A stencil value is the second component.
    #[inline(always)]
    pub fn decode(self, texel: &[u8]) -> [f32; 4] {
        let mut components = [0.0; 4];
        match self {
            Encoding::Unorm8 => fill(&mut components, texel, |[byte]: [u8; 1]| unorm8(byte)),
            Encoding::Unorm24 => {
                fill(&mut components, texel, |b| {
                    (u32::from_le_bytes(b) & 0xff_ffff) as f32 / 16_777_215.0
                });
            }
            Encoding::Float16 => fill(&mut components, texel, |b| f16::from_le_bytes(b).to_f32()),
            Encoding::Float32 => fill(&mut components, texel, f32::from_le_bytes),
            Encoding::Srgb8 => {
                for (index, (component, &byte)) in components.iter_mut().zip(texel).enumerate() {
                    *component = match index {
                        3 => unorm8(byte),
                        _ => srgb::LINEAR_F32[usize::from(byte)],
                    };
                }
            }
            Encoding::Packed111110F => {
                let word = word32(texel);
                return [
                    packed_float::decode(word & 0x7ff, 6),
                    packed_float::decode(word >> 11 & 0x7ff, 6),
                    packed_float::decode(word >> 22, 5),
                    0.0,
                ];
            }
            Encoding::Shared9995 => {
                let [red, green, blue] = shared_exponent::decode(word32(texel));
                return [red, green, blue, 0.0];
            }
            Encoding::Float32Uint8 => {
                let stencil = f32::from(self.stencil(texel));
                return [f32::from_bits(word32(texel)), stencil, 0.0, 0.0];
            }
            Encoding::Snorm8 | Encoding::Snorm16 | Encoding::RgtcSigned | Encoding::EacSigned => {
                return self.quotients(texel).map(|component| component.max(-1.0));
            }
            Encoding::Unorm16
            | Encoding::Unorm32
            | Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Packed1010102
            | Encoding::Sint8
            | Encoding::Sint16
            | Encoding::Sint32
            | Encoding::Uint8
            | Encoding::Uint16
            | Encoding::Uint32
            | Encoding::Uint1010102
            | Encoding::Unorm24Uint8
            | Encoding::Rgtc
            | Encoding::Eac => return self.quotients(texel),
        }
        components
    }

    /// The stored integers over the largest ones.
    fn quotients(self, texel: &[u8]) -> [f32; 4] {
        let (numbers, maxima) = (self.numbers(texel), self.maxima());
        [0, 1, 2, 3].map(|index| numbers[index] as f32 / maxima[index] as f32)
    }

    /// The stencil value of a texel, in a format that has one.
    pub fn stencil(self, texel: &[u8]) -> u8 {
        // Else it is the low byte of a word, or the only one.
        texel[if self == Encoding::Float32Uint8 { 4 } else { 0 }]
    }

    /// The stored components of an integer texel, sign-extended to 32 bits. Absent components, and those of
    /// encodings that do not hold integers, are 0.
    pub fn decode_integer(self, texel: &[u8]) -> [u32; 4] {
        match self.kind() {
            FormatKind::Float => [0; 4],
            FormatKind::Signed | FormatKind::Unsigned => self.integers(texel),
        }
    }

    /// Writes components as a texel: clamped and rounded to nearest for fixed point, rounded to nearest even
    /// for floats (overflow gives an infinity), clamped to the representable range for integers. A stencil value is the
    /// integer in the second component.
    ///
    /// Sources: OpenGL 2.1 section 2.14.9; ARB_texture_float issue 5; EXT_texture_integer section 3.8.1.
    pub fn encode(self, components: [f64; 4], texel: &mut [u8]) {
        let maxima = self.maxima();
        let mut numbers = [0, 1, 2, 3].map(|index| self.clamp(components[index]) * maxima[index]);
        if matches!(self, Encoding::Unorm24Uint8 | Encoding::Float32Uint8) {
            numbers[1] = components[1];
        }
        self.store(numbers, texel);
    }

    /// Writes numbers, as [`Encoding::numbers`] gives them: rounded to nearest for fixed point.
    pub(crate) fn store(self, numbers: [f64; 4], texel: &mut [u8]) {
        // Conversions with `as` clamp to the range of the integer, and integers of 32 bits are exact here.
        match self {
            Encoding::Unorm8 => spill(numbers, texel, |n| [n.round() as u8]),
            Encoding::Unorm16 | Encoding::Rgtc | Encoding::Eac => {
                spill(numbers, texel, |n| (n.round() as u16).to_le_bytes());
            }
            Encoding::Unorm24 | Encoding::Unorm32 => {
                spill(numbers, texel, |n| (n.round() as u32).to_le_bytes());
            }
            Encoding::Snorm8 => spill(numbers, texel, |n| (n.round() as i8).to_le_bytes()),
            Encoding::Snorm16 | Encoding::RgtcSigned | Encoding::EacSigned => {
                spill(numbers, texel, |n| (n.round() as i16).to_le_bytes());
            }
            Encoding::Float16 => spill(numbers, texel, |n| half_of(n).to_le_bytes()),
            Encoding::Float32 => spill(numbers, texel, |n| single_of(n).to_le_bytes()),
            Encoding::Sint8 => spill(numbers, texel, |n| (n as i8).to_le_bytes()),
            Encoding::Sint16 => spill(numbers, texel, |n| (n as i16).to_le_bytes()),
            Encoding::Sint32 => spill(numbers, texel, |n| (n as i32).to_le_bytes()),
            Encoding::Uint8 => spill(numbers, texel, |n| (n as u8).to_le_bytes()),
            Encoding::Uint16 => spill(numbers, texel, |n| (n as u16).to_le_bytes()),
            Encoding::Uint32 => spill(numbers, texel, |n| (n as u32).to_le_bytes()),
            Encoding::Srgb8 => {
                for (index, (byte, number)) in texel.iter_mut().zip(numbers).enumerate() {
                    *byte = if index < 3 {
                        srgb::encode(number)
                    } else {
                        number.round() as u8
                    };
                }
            }
            Encoding::Packed565 => store16(texel, packed::pack(FIELDS_565, numbers)),
            Encoding::Packed4444 => store16(texel, packed::pack(FIELDS_4444, numbers)),
            Encoding::Packed5551 => store16(texel, packed::pack(FIELDS_5551, numbers)),
            Encoding::Packed1010102 => {
                texel.copy_from_slice(&packed::pack(FIELDS_1010102, numbers).to_le_bytes());
            }
            Encoding::Uint1010102 => {
                let word = packed::pack(FIELDS_1010102, numbers.map(f64::trunc));
                texel.copy_from_slice(&word.to_le_bytes());
            }
            Encoding::Packed111110F => {
                let [r, g, b, _] = numbers;
                let word = packed_float::encode(r, 6)
                    | packed_float::encode(g, 6) << 11
                    | packed_float::encode(b, 5) << 22;
                texel.copy_from_slice(&word.to_le_bytes());
            }
            Encoding::Shared9995 => {
                let [red, green, blue, _] = numbers;
                texel.copy_from_slice(&shared_exponent::encode([red, green, blue]).to_le_bytes());
            }
            Encoding::Unorm24Uint8 => {
                let word = (numbers[0].round() as u32) << 8 | u32::from(numbers[1] as u8);
                texel.copy_from_slice(&word.to_le_bytes());
            }
            Encoding::Float32Uint8 => {
                texel[..4].copy_from_slice(&single_of(numbers[0]).to_le_bytes());
                texel[4..].copy_from_slice(&u32::from(numbers[1] as u8).to_le_bytes());
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
fn spill<const N: usize>(numbers: [f64; 4], texel: &mut [u8], encode: impl Fn(f64) -> [u8; N]) {
    for (bytes, number) in texel.as_chunks_mut::<N>().0.iter_mut().zip(numbers) {
        *bytes = encode(number);
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
fn single_of(value: f64) -> f32 {
    f32::from_bits(canonical(value as f32))
}

/// The bits of a number, with one pattern for NaN.
#[inline]
pub(crate) fn canonical(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

#[cfg(test)]
mod tests;
