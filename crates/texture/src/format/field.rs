//! Where the components of a texel lie in its bits, and what these stand for: what [`Encoding`] decodes, as data.

use super::packed::{FIELDS_565, FIELDS_4444, FIELDS_5551, FIELDS_1010102, Fields};
use super::{Base, Encoding, Format};

/// What the bits of a component stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// An integer over the largest one: 0 to 1.
    Unorm,
    /// The same of two's complement, over the largest one and at least −1.
    Snorm,
    /// Two's complement.
    Signed,
    /// An integer.
    Unsigned,
    /// A floating-point number with a sign, of 16 or 32 bits.
    Float,
    /// A floating-point number without one, of 10 or 11 bits, 5 of them exponent (EXT_packed_float).
    UnsignedFloat,
    /// 8 bits in the colour space sRGB.
    Srgb,
}

/// The bits of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its lowest bit, counted from that of the texel's first byte. No component lies in two words of 32 bits.
    pub shift: u32,
    /// The number of its bits, 1 to 32.
    pub bits: u32,
    /// What they stand for.
    pub number: Number,
}

impl Encoding {
    /// The bits of a stored component by its place; none if the encoding has no bits for it.
    pub fn field(self, component: usize) -> Option<Field> {
        let alone = |bits: u32, number| Field {
            shift: component as u32 * bits,
            bits,
            number,
        };
        let packed = |fields: Fields, number| {
            let (shift, bits) = fields[component];
            Field { shift, bits, number }
        };
        let field = match self {
            Encoding::Unorm8 => alone(8, Number::Unorm),
            Encoding::Unorm16 => alone(16, Number::Unorm),
            Encoding::Unorm24 => Field {
                bits: 24,
                ..alone(32, Number::Unorm)
            },
            Encoding::Unorm32 => alone(32, Number::Unorm),
            Encoding::Snorm8 => alone(8, Number::Snorm),
            Encoding::Snorm16 => alone(16, Number::Snorm),
            Encoding::Float16 => alone(16, Number::Float),
            Encoding::Float32 => alone(32, Number::Float),
            Encoding::Sint8 => alone(8, Number::Signed),
            Encoding::Sint16 => alone(16, Number::Signed),
            Encoding::Sint32 => alone(32, Number::Signed),
            Encoding::Uint8 => alone(8, Number::Unsigned),
            Encoding::Uint16 => alone(16, Number::Unsigned),
            Encoding::Uint32 => alone(32, Number::Unsigned),
            Encoding::Packed565 => packed(FIELDS_565, Number::Unorm),
            Encoding::Packed4444 => packed(FIELDS_4444, Number::Unorm),
            Encoding::Packed5551 => packed(FIELDS_5551, Number::Unorm),
            Encoding::Packed1010102 => packed(FIELDS_1010102, Number::Unorm),
            Encoding::Uint1010102 => packed(FIELDS_1010102, Number::Unsigned),
            Encoding::Packed111110F => packed([(0, 11), (11, 11), (22, 10), (0, 0)], Number::UnsignedFloat),
            Encoding::Srgb8 if component == 3 => alone(8, Number::Unorm),
            Encoding::Srgb8 => alone(8, Number::Srgb),
            // A shared exponent, depths, and what blocks are decoded to.
            Encoding::Shared9995
            | Encoding::Unorm24Uint8
            | Encoding::Float32Uint8
            | Encoding::Rgtc
            | Encoding::RgtcSigned
            | Encoding::Eac
            | Encoding::EacSigned => return None,
        };
        (field.bits > 0).then_some(field)
    }
}

impl Format {
    /// The bits of red, green, blue and alpha; none of what the format does not have. Only of formats whose components
    /// are these.
    pub fn fields(self) -> [Option<Field>; 4] {
        let row = self.row();
        let components = match row.base {
            _ if row.compression.is_some() => 0,
            Base::Red | Base::Rg | Base::Rgb | Base::Rgba => row.base.components(),
            Base::Alpha
            | Base::Luminance
            | Base::LuminanceAlpha
            | Base::Intensity
            | Base::Depth
            | Base::DepthStencil
            | Base::Stencil => 0,
        };
        [0, 1, 2, 3].map(|component| {
            let is_there = component < components;
            is_there.then(|| row.encoding.field(component)).flatten()
        })
    }

    /// Whether framebuffers can have colour buffers of the format: it has red, and green, blue or alpha beside it or not
    /// (OpenGL 4.6 compatibility, 9.4).
    pub fn is_color_renderable(self) -> bool {
        self.fields()[0].is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::FORMATS;
    use crate::format::FormatKind;

    /// source: `Encoding::decode` and `decode_integer`, of which this is another form: a component whose bits are all set
    /// and whose neighbours' are not has the value that the field says
    #[test]
    fn fields_are_what_is_decoded() {
        let mut seen = 0;
        for row in FORMATS {
            let (format, encoding) = (row.format, row.encoding);
            for (component, field) in format.fields().into_iter().enumerate() {
                let Some(Field { shift, bits, number }) = field else {
                    continue;
                };
                assert!(
                    shift / 32 == (shift + bits - 1) / 32 && shift + bits <= 8 * format.texel_bytes() as u32
                );
                let mut texel = [0; 16];
                for bit in shift..shift + bits {
                    texel[bit as usize / 8] |= 1 << (bit % 8);
                }
                let texel = &texel[..format.texel_bytes()];
                let all = u32::MAX >> (32 - bits);
                let wanted = match number {
                    Number::Unorm | Number::Srgb => 1.0,
                    Number::Snorm => -1.0 / (all >> 1) as f32,
                    Number::Float | Number::UnsignedFloat => f32::NAN,
                    Number::Signed => -1.0,
                    Number::Unsigned => all as f32,
                };
                let found = match encoding.kind() {
                    FormatKind::Float => encoding.decode(texel),
                    FormatKind::Signed => encoding
                        .decode_integer(texel)
                        .map(|bits| bits.cast_signed() as f32),
                    FormatKind::Unsigned => encoding.decode_integer(texel).map(|bits| bits as f32),
                };
                for (at, found) in found.into_iter().enumerate() {
                    let wanted = if at == component { wanted } else { 0.0 };
                    let same = found == wanted || found.is_nan() && wanted.is_nan();
                    assert!(same, "{} {at}: {found}", row.name);
                }
                seen += 1;
            }
        }
        assert!(seen >= 149);
    }
}
