//! Vertex formats: how the bytes of a vector in a buffer become the numbers of an attribute (OpenGL 4.6, 10.3.1, table
//! 10.3, and 2.3.5; NV_vertex_attrib_integer_64bit).

use crate::framebuffer::half::from_half;

/// The type of the components of a vector, or of all of them in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names are GL's own")]
pub enum ComponentType {
    Byte,
    UnsignedByte,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Int64,
    UnsignedInt64,
    Half,
    Float,
    Double,
    /// 16.16
    Fixed,
    Int2_10_10_10,
    UnsignedInt2_10_10_10,
    UnsignedInt10F11F11F,
}

impl ComponentType {
    /// The number of components, where they lie in one word.
    fn packed(self) -> Option<u8> {
        use ComponentType as T;
        match self {
            T::Int2_10_10_10 | T::UnsignedInt2_10_10_10 => Some(4),
            T::UnsignedInt10F11F11F => Some(3),
            T::Byte
            | T::UnsignedByte
            | T::Short
            | T::UnsignedShort
            | T::Int
            | T::UnsignedInt
            | T::Int64
            | T::UnsignedInt64
            | T::Half
            | T::Float
            | T::Double
            | T::Fixed => None,
        }
    }

    /// Bytes of a component, or of the word.
    fn bytes(self) -> u64 {
        use ComponentType as T;
        match self {
            T::Byte | T::UnsignedByte => 1,
            T::Short | T::UnsignedShort | T::Half => 2,
            T::Int
            | T::UnsignedInt
            | T::Float
            | T::Fixed
            | T::Int2_10_10_10
            | T::UnsignedInt2_10_10_10
            | T::UnsignedInt10F11F11F => 4,
            T::Int64 | T::UnsignedInt64 | T::Double => 8,
        }
    }
}

/// What numbers become on their way into an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// The float of the same value (VertexAttribPointer).
    Float,
    /// Integers become parts of the greatest of their type (VertexAttribPointer, normalized): `c / (2^b - 1)`, or
    /// `max(c / (2^(b-1) - 1), -1)`.
    Normalized,
    /// Integers stay integers (VertexAttribIPointer).
    Integer,
    /// Numbers of 64 bits stay as they are (VertexAttribLPointer).
    Long,
}

/// The order of components in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Components {
    /// So many from x on, 1 to 4.
    Count(u8),
    /// z, y, x, w (BGRA of ARB_vertex_array_bgra).
    Bgra,
}

/// There is no format of this type, number of components and conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormatError {
    /// A vector has no or more than four components.
    #[error("a vector has 1 to 4 components, not {0}")]
    Count(u8),
    /// A packed type holds another number of components.
    #[error("this packed type holds {0} components")]
    Packed(u8),
    /// BGRA is of a type that has no such order, or not normalized.
    #[error("bgra is of normalized ubyte, int_2_10_10_10 or uint_2_10_10_10")]
    Bgra,
    /// Integers are asked for of a type that has none of 8 to 32 bits.
    #[error("integer attributes are of byte, ubyte, short, ushort, int or uint")]
    Integer,
    /// A type of 64 bits that is not kept, or another that is to be.
    #[error("long attributes are of double, int64 or uint64, and only these take int64 and uint64")]
    Long,
}

/// The format of a vector: it can only be made where GL has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VertexFormat {
    component: ComponentType,
    components: Components,
    conversion: Conversion,
}

impl VertexFormat {
    /// The format of vectors of a type.
    ///
    /// # Errors
    ///
    /// GL has no such format.
    pub fn new(
        component: ComponentType,
        components: Components,
        conversion: Conversion,
    ) -> Result<VertexFormat, FormatError> {
        use ComponentType as T;
        match components {
            Components::Count(count) if !(1..=4).contains(&count) => return Err(FormatError::Count(count)),
            Components::Bgra => {
                let has = matches!(
                    component,
                    T::UnsignedByte | T::Int2_10_10_10 | T::UnsignedInt2_10_10_10
                );
                if !has || conversion != Conversion::Normalized {
                    return Err(FormatError::Bgra);
                }
            }
            Components::Count(count) => {
                let packed = component.packed();
                if let Some(packed) = packed.filter(|packed| *packed != count) {
                    return Err(FormatError::Packed(packed));
                }
            }
        }
        let is_wide_integer = matches!(component, T::Int64 | T::UnsignedInt64);
        let is_integer = matches!(
            component,
            T::Byte | T::UnsignedByte | T::Short | T::UnsignedShort | T::Int | T::UnsignedInt
        );
        match conversion {
            Conversion::Float | Conversion::Normalized if is_wide_integer => Err(FormatError::Long),
            Conversion::Integer if !is_integer => Err(FormatError::Integer),
            Conversion::Long if !is_wide_integer && component != T::Double => Err(FormatError::Long),
            Conversion::Float | Conversion::Normalized | Conversion::Integer | Conversion::Long => {
                Ok(VertexFormat {
                    component,
                    components,
                    conversion,
                })
            }
        }
    }

    /// Components of a vector, 1 to 4.
    pub fn size(self) -> usize {
        match self.components {
            Components::Count(count) => count.into(),
            Components::Bgra => 4,
        }
    }

    /// Bytes of a vector.
    pub fn bytes(self) -> u64 {
        match self.component.packed() {
            Some(_) => self.component.bytes(),
            None => self.size() as u64 * self.component.bytes(),
        }
    }

    /// What its numbers become.
    pub(crate) fn conversion(self) -> Conversion {
        self.conversion
    }

    /// Whether its components have 64 bits.
    pub(crate) fn is_wide(self) -> bool {
        self.component.bytes() == 8
    }

    /// Where a component lies in a vector, and what its bits are.
    pub(crate) fn field(self, component: usize) -> Field {
        use ComponentType as T;
        let place = match (self.components, component) {
            (Components::Bgra, 0..=2) => 2 - component,
            (Components::Bgra | Components::Count(_), _) => component,
        };
        let is_packed = self.component.packed().is_some();
        let (shift, bits) = if self.component == T::UnsignedInt10F11F11F {
            (11 * place as u32, if component == 2 { 10 } else { 11 })
        } else if is_packed {
            (10 * place as u32, if component == 3 { 2 } else { 10 })
        } else {
            (0, 8 * self.component.bytes() as u32)
        };
        let kind = match self.component {
            T::Byte | T::Short | T::Int | T::Int64 | T::Int2_10_10_10 => self.integer(true),
            T::UnsignedByte
            | T::UnsignedShort
            | T::UnsignedInt
            | T::UnsignedInt64
            | T::UnsignedInt2_10_10_10 => self.integer(false),
            T::Half => Kind::Half,
            T::Float => Kind::Float,
            T::Double => Kind::Double,
            T::Fixed => Kind::Fixed,
            // Five bits of exponent as those of a half, and the first places of its fraction.
            T::UnsignedInt10F11F11F => Kind::Half,
        };
        Field {
            offset: if is_packed {
                0
            } else {
                place as u64 * self.component.bytes()
            },
            bytes: self.component.bytes(),
            shift,
            bits,
            raise: if self.component == T::UnsignedInt10F11F11F {
                15 - bits
            } else {
                0
            },
            kind,
        }
    }

    fn integer(self, signed: bool) -> Kind {
        match self.conversion {
            Conversion::Float => Kind::Value { signed },
            Conversion::Normalized => Kind::Fraction { signed },
            Conversion::Integer | Conversion::Long => Kind::Integer { signed },
        }
    }
}

/// The bits of a component in the bytes of its vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Field {
    /// The first byte that is loaded, and how many: 1, 2, 4 or 8.
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    /// The least bit of what was loaded, and how many there are.
    pub(crate) shift: u32,
    pub(crate) bits: u32,
    /// Places that the bits move up.
    pub(crate) raise: u32,
    pub(crate) kind: Kind,
}

/// What the bits of a component are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// An integer that stays one.
    Integer { signed: bool },
    /// An integer that becomes a float.
    Value { signed: bool },
    /// An integer that becomes a part of the greatest.
    Fraction { signed: bool },
    /// 16.16
    Fixed,
    /// binary16
    Half,
    /// binary32
    Float,
    /// binary64
    Double,
}

impl Field {
    /// Its bits in what was loaded.
    #[inline(always)]
    pub(crate) fn extract(self, loaded: u64) -> u64 {
        (loaded >> self.shift & u64::MAX >> (64 - self.bits)) << self.raise
    }

    /// The same of a component of up to 32 bits.
    #[inline(always)]
    pub(crate) fn extract_word(self, loaded: u32) -> u32 {
        (loaded >> self.shift & u32::MAX >> (32 - self.bits)) << self.raise
    }

    /// The 32 bits that an attribute has of a component of up to 32 bits: an integer's, or a float's.
    #[inline(always)]
    pub(crate) fn word(self, bits: u32) -> u32 {
        let unused = 32 - self.bits.min(32);
        let signed = || ((bits << unused) as i32) >> unused;
        match self.kind {
            Kind::Integer { signed: true } => signed().cast_unsigned(),
            Kind::Integer { signed: false } | Kind::Float => bits,
            Kind::Value { signed: true } => (signed() as f32).to_bits(),
            Kind::Value { signed: false } => (bits as f32).to_bits(),
            Kind::Fraction { signed: true } if self.bits < 32 => {
                let most = (1 << (self.bits - 1)) - 1;
                (signed() as f32 / most as f32).max(-1.0).to_bits()
            }
            Kind::Fraction { signed: false } if self.bits < 32 => {
                let most = (1u32 << self.bits) - 1;
                (bits as f32 / most as f32).to_bits()
            }
            // Quotients of binary64, rounded once more.
            Kind::Fraction { signed: true } => {
                let part = f64::from(signed()) / f64::from(i32::MAX);
                (part.max(-1.0) as f32).to_bits()
            }
            Kind::Fraction { signed: false } => ((f64::from(bits) / f64::from(u32::MAX)) as f32).to_bits(),
            Kind::Fixed => (signed() as f32 / 65536.0).to_bits(),
            Kind::Half => from_half(bits).to_bits(),
            // Of 64 bits, which are not here.
            Kind::Double => 0,
        }
    }

    /// A component as a float.
    pub(crate) fn float(self, bits: u64) -> f32 {
        match self.kind {
            Kind::Double => f64::from_bits(bits) as f32,
            Kind::Integer { signed: true } => self.signed(bits) as f32,
            Kind::Integer { signed: false } => bits as f32,
            Kind::Value { .. } | Kind::Fraction { .. } | Kind::Fixed | Kind::Half | Kind::Float => {
                f32::from_bits(self.word(bits as u32))
            }
        }
    }

    /// A component as an integer of 64 bits, sign and all.
    pub(crate) fn signed(self, bits: u64) -> i64 {
        let is_signed = self.kind == Kind::Integer { signed: true };
        let unused = if is_signed { 64 - self.bits } else { 0 };
        (bits.cast_signed() << unused) >> unused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ComponentType as T;

    fn read(component: T, components: Components, conversion: Conversion, loaded: u64) -> [f32; 4] {
        let format = VertexFormat::new(component, components, conversion).unwrap();
        std::array::from_fn(|at| {
            let field = format.field(at);
            field.float(field.extract(loaded.checked_shr(8 * field.offset as u32).unwrap_or(0)))
        })
    }

    /// source: OpenGL 4.6, equations 2.1 and 2.2
    #[test]
    fn fractions() {
        let one =
            |component, loaded| read(component, Components::Count(1), Conversion::Normalized, loaded)[0];
        for (component, bits, value) in [
            (T::Byte, 0x7f, 1.0),
            (T::Byte, 0x81, -1.0),
            (T::Byte, 0x80, -1.0),
            (T::UnsignedByte, 0xff, 1.0),
            (T::UnsignedByte, 51, 0.2),
            (T::Short, 0x8000, -1.0),
            (T::Short, 0x7fff, 1.0),
            (T::UnsignedShort, 0xffff, 1.0),
            (T::Int, 0x8000_0000, -1.0),
            (T::Int, 0x7fff_ffff, 1.0),
            (T::UnsignedInt, 0xffff_ffff, 1.0),
            (T::UnsignedInt, 0, 0.0),
        ] {
            assert_eq!(one(component, bits), value, "{component:?} {bits:x}");
        }
    }

    /// source: OpenGL 4.6, tables 8.9 and 8.10 (the packed types), 2.3.4.3 and 2.3.4.4 (floats of 11 and 10 bits)
    #[test]
    fn packed_words() {
        let all = Components::Count(4);
        let word = 1 | 0x3ff << 10 | 0x200 << 20 | 2 << 30;
        assert_eq!(
            read(T::Int2_10_10_10, all, Conversion::Float, word),
            [1.0, -1.0, -512.0, -2.0]
        );
        assert_eq!(
            read(T::UnsignedInt2_10_10_10, all, Conversion::Float, word),
            [1.0, 1023.0, 512.0, 2.0]
        );
        assert_eq!(
            read(
                T::UnsignedInt2_10_10_10,
                Components::Bgra,
                Conversion::Normalized,
                0x3ff | 3 << 30
            ),
            [0.0, 0.0, 1.0, 1.0]
        );
        assert_eq!(
            read(
                T::Int2_10_10_10,
                all,
                Conversion::Normalized,
                0x201 << 20 | 2 << 30
            ),
            [0.0, 0.0, -1.0, -1.0]
        );
        // 1.0 is the exponent 15; 2^-20 and 2^-19 are the least numbers that are not normal.
        let word = 15 << 6 | 1 << 11 | 1 << 22;
        let floats = read(
            T::UnsignedInt10F11F11F,
            Components::Count(3),
            Conversion::Float,
            word,
        );
        let least = 1.0 / f32::from_bits((127 + 20) << 23);
        assert_eq!(floats[..3], [1.0, least, 2.0 * least]);
        let word = 31 << 6 | (31 << 6 | 1) << 11;
        let floats = read(
            T::UnsignedInt10F11F11F,
            Components::Count(3),
            Conversion::Float,
            word,
        );
        assert!(floats[0] == f32::INFINITY && floats[1].is_nan());
    }

    /// source: OpenGL 4.6, 10.3.1 and 2.2.2.2 (fixed), ARB_vertex_array_bgra
    #[test]
    fn other_types() {
        let one = Components::Count(1);
        assert_eq!(read(T::Fixed, one, Conversion::Float, 0xffff_8000)[0], -0.5);
        assert_eq!(read(T::Half, one, Conversion::Float, 0xc000)[0], -2.0);
        assert_eq!(read(T::Float, one, Conversion::Float, 0x3f80_0000)[0], 1.0);
        assert_eq!(read(T::Double, one, Conversion::Float, 1.5f64.to_bits())[0], 1.5);
        assert_eq!(read(T::Byte, one, Conversion::Float, 0xff)[0], -1.0);
        assert_eq!(
            read(
                T::UnsignedByte,
                Components::Bgra,
                Conversion::Normalized,
                0xff00_00ff
            ),
            [0.0, 0.0, 1.0, 1.0]
        );
    }

    /// source: OpenGL 4.6, 10.3.1: the errors of VertexAttribFormat, VertexAttribIFormat and VertexAttribLFormat
    #[test]
    fn formats_that_gl_does_not_have() {
        let new = |component, components, conversion| {
            VertexFormat::new(component, components, conversion).unwrap_err()
        };
        let (all, float) = (Components::Count(4), Conversion::Float);
        assert_eq!(new(T::Float, Components::Count(5), float), FormatError::Count(5));
        assert_eq!(new(T::Float, Components::Count(0), float), FormatError::Count(0));
        assert_eq!(new(T::UnsignedByte, Components::Bgra, float), FormatError::Bgra);
        assert_eq!(
            new(T::Short, Components::Bgra, Conversion::Normalized),
            FormatError::Bgra
        );
        assert_eq!(
            new(T::Int2_10_10_10, Components::Count(3), float),
            FormatError::Packed(4)
        );
        assert_eq!(new(T::UnsignedInt10F11F11F, all, float), FormatError::Packed(3));
        assert_eq!(new(T::Float, all, Conversion::Integer), FormatError::Integer);
        assert_eq!(new(T::Float, all, Conversion::Long), FormatError::Long);
        assert_eq!(new(T::Int64, all, float), FormatError::Long);
    }
}
