//! What texels are stored as: how their bytes become words, and words numbers.

use super::depths::{Depths, FloatDepths};
use super::fixed::{Fields, Shorts};
use super::floats::{Halves, Singles};
use super::integers::{IntegerBytes, IntegerFields, IntegerShorts};
use super::mix;
use super::texel::{Pairs, Reader};
use crate::Encoding;
use crate::format::{Base, FormatKind, packed};
use quadrille_numerics::level::Simd;

/// Encodings of texels, by how they are read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    /// Components of 8 bits over 255, which are mixed as bytes.
    Bytes,
    /// Components of 8 bits with a sign over 127.
    SignedBytes,
    /// RGB or RGBA in sRGB, of 8 bits.
    Srgb,
    /// Components of 16 bits over a number.
    Shorts(Shorts),
    /// Fields of a word over their largest numbers.
    Fields(Fields),
    /// Mantissas below an exponent.
    SharedExponent,
    /// Components that are half floats.
    Halves(Halves),
    /// Components that are floats, or integers of 32 bits.
    Singles(Singles),
    /// Integers of 8 bits.
    IntegerBytes(IntegerBytes),
    /// Integers of 16 bits.
    IntegerShorts(IntegerShorts),
    /// Integers in the fields of a word.
    IntegerFields(IntegerFields),
    /// Depths over a number.
    Depths(Depths),
    /// Depths that are floats.
    FloatDepths(FloatDepths),
}

impl Stored {
    /// How texels are read of which lookups see floats, or integers.
    pub(super) fn of(base: Base, encoding: Encoding) -> Stored {
        let shorts = |sign, most| Stored::Shorts(Shorts { sign, most });
        let depths = |shift, most, bytes| Stored::Depths(Depths { shift, most, bytes });
        let is_depth = matches!(base, Base::Depth | Base::DepthStencil);
        match encoding {
            Encoding::Unorm16 if is_depth => depths(0, 0xffff, 2),
            Encoding::Float32 if is_depth => Stored::FloatDepths(FloatDepths::Words),
            Encoding::Float32Uint8 => Stored::FloatDepths(FloatDepths::AboveStencil),
            Encoding::Unorm24 => depths(0, 0xff_ffff, 4),
            Encoding::Unorm24Uint8 => depths(8, 0xff_ffff, 4),
            Encoding::Unorm32 => depths(0, u32::MAX, 4),
            Encoding::Unorm8 => Stored::Bytes,
            Encoding::Snorm8 => Stored::SignedBytes,
            Encoding::Srgb8 => Stored::Srgb,
            Encoding::Unorm16 => shorts(0, 65_535.0),
            Encoding::Snorm16 => shorts(0x8000, 32_767.0),
            Encoding::Rgtc => shorts(0, 8_925.0),
            Encoding::RgtcSigned => shorts(0x8000, 4_445.0),
            Encoding::Eac => shorts(0, 2_047.0),
            Encoding::EacSigned => shorts(0x8000, 1_023.0),
            Encoding::Packed565 => Stored::Fields(Fields::new(packed::FIELDS_565, 2)),
            Encoding::Packed4444 => Stored::Fields(Fields::new(packed::FIELDS_4444, 2)),
            Encoding::Packed5551 => Stored::Fields(Fields::new(packed::FIELDS_5551, 2)),
            Encoding::Packed1010102 => Stored::Fields(Fields::new(packed::FIELDS_1010102, 4)),
            Encoding::Shared9995 => Stored::SharedExponent,
            Encoding::Float16 => Stored::Halves(Halves::Components),
            Encoding::Packed111110F => Stored::Halves(Halves::Packed),
            Encoding::Float32 => Stored::Singles(Singles::Components),
            Encoding::Sint32 | Encoding::Uint32 => Stored::Singles(Singles::Components),
            Encoding::Sint8 => Stored::IntegerBytes(IntegerBytes { sign: 0x80 }),
            Encoding::Uint8 => Stored::IntegerBytes(IntegerBytes { sign: 0 }),
            Encoding::Sint16 => Stored::IntegerShorts(IntegerShorts { sign: 0x8000 }),
            Encoding::Uint16 => Stored::IntegerShorts(IntegerShorts { sign: 0 }),
            Encoding::Uint1010102 => {
                Stored::IntegerFields(IntegerFields(Fields::new(packed::FIELDS_1010102, 4)))
            }
        }
    }

    /// How texels are read where the border is a colour that no texel has.
    pub(super) fn decoded(base: Base, encoding: Encoding) -> Stored {
        if encoding.kind() != FormatKind::Float {
            return Stored::Singles(Singles::Integers(encoding));
        }
        match base {
            Base::Depth | Base::DepthStencil => Stored::FloatDepths(FloatDepths::Decoded(encoding)),
            Base::Alpha
            | Base::Luminance
            | Base::LuminanceAlpha
            | Base::Intensity
            | Base::Red
            | Base::Rg
            | Base::Rgb
            | Base::Rgba
            | Base::Stencil => Stored::Singles(Singles::Decoded(encoding)),
        }
    }

    /// Whether texels of so many components are words of four bytes, as they are in memory.
    #[inline(always)]
    pub(super) fn is_word(self, components: usize) -> bool {
        match self {
            Stored::Bytes | Stored::SignedBytes | Stored::Srgb => components == 4,
            Stored::Fields(fields) => fields.is_word(),
            Stored::SharedExponent => true,
            Stored::Depths(depths) => depths.bytes == 4,
            Stored::FloatDepths(depths) => depths.is_word(),
            // They have more words than one, are decoded or are not mixed.
            Stored::Shorts(_)
            | Stored::Halves(_)
            | Stored::Singles(_)
            | Stored::IntegerBytes(_)
            | Stored::IntegerShorts(_)
            | Stored::IntegerFields(_) => false,
        }
    }

    /// Whether components are bytes, which are mixed as such.
    #[inline(always)]
    pub(super) fn is_bytes(self) -> bool {
        matches!(self, Stored::Bytes)
    }

    /// Whether all numbers are finite and none is -0.
    pub(super) fn is_finite(self) -> bool {
        match self {
            Stored::Bytes
            | Stored::SignedBytes
            | Stored::Srgb
            | Stored::Shorts(_)
            | Stored::Fields(_)
            | Stored::SharedExponent
            | Stored::Depths(_) => true,
            Stored::Halves(_) | Stored::Singles(_) | Stored::FloatDepths(_) => false,
            // They are not mixed.
            Stored::IntegerBytes(_) | Stored::IntegerShorts(_) | Stored::IntegerFields(_) => true,
        }
    }
}

/// Texels that are `WORDS` words each once they are read.
pub(super) trait Texel<const WORDS: usize>: Copy {
    /// Whether all numbers are finite and none is -0.
    const IS_FINITE: bool;

    /// Whether filters may mix them.
    const IS_MIXED: bool = true;

    /// A component of the texel of a lane, as filters mix it.
    fn component<S: Simd>(self, words: [u32; WORDS], index: usize, lane: usize) -> f32;

    /// The component of the mean of two texels of a lane, the second with this weight.
    #[inline(always)]
    fn mixed<S: Simd>(
        self,
        [left, right]: [[u32; WORDS]; 2],
        index: usize,
        lane: usize,
        fraction: f32,
    ) -> f32 {
        let left = self.component::<S>(left, index, lane);
        let right = self.component::<S>(right, index, lane);
        mix(Self::IS_FINITE, left, right, fraction)
    }

    /// Reads the texels of a block.
    fn load(self, reader: &Reader<'_>, low: &mut [Pairs; WORDS], high: &mut [Pairs; WORDS]);
}

/// Loads so many components of so many bytes as words, the first in the low bits; those that are not there are 0.
macro_rules! components {
    ($reader:ident, $low:ident, $high:ident, $size:literal) => {
        components!($reader, $low, $high, $size, load, words)
    };
    ($reader:ident, $low:ident, $high:ident, $size:literal, $load:ident, $words:expr) => {
        match $reader.components {
            1 => $reader.$load::<{ $size }, _>($low, $high, |texel| $words(&texel)),
            2 => $reader.$load::<{ 2 * $size }, _>($low, $high, |texel| $words(&texel)),
            3 => $reader.$load::<{ 3 * $size }, _>($low, $high, |texel| $words(&texel)),
            _ => $reader.$load::<{ 4 * $size }, _>($low, $high, |texel| $words(&texel)),
        }
    };
}

pub(super) use components;

/// The bytes of a texel as the first ones of some words.
#[inline(always)]
pub(super) fn words<const WORDS: usize>(texel: &[u8]) -> [u32; WORDS] {
    let mut bytes = [[0; 4]; WORDS];
    bytes.as_flattened_mut()[..texel.len()].copy_from_slice(texel);
    bytes.map(u32::from_le_bytes)
}
