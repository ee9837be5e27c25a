//! Types: a kind of number and how many.

/// A kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// True or false.
    Bool,
    /// 32-bit two's complement.
    Int,
    /// 32-bit unsigned.
    Uint,
    /// binary32.
    Float,
    /// 64-bit two's complement.
    Long,
    /// 64-bit unsigned.
    Ulong,
    /// binary64.
    Double,
}

impl Scalar {
    /// Whether it has 64 bits.
    pub const fn is_long(self) -> bool {
        matches!(self, Scalar::Long | Scalar::Ulong | Scalar::Double)
    }

    /// The number of bits; those of truth values are not told.
    pub const fn bits(self) -> u32 {
        if self.is_long() { 64 } else { 32 }
    }

    /// Whether it is a kind of floats.
    pub const fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    /// Whether it is a kind of integers without a sign.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Scalar::Uint | Scalar::Ulong)
    }

    /// The kind of the same base type with 64 bits, or with 32.
    #[must_use]
    pub const fn sized(self, long: bool) -> Scalar {
        match (self, long) {
            (Scalar::Bool, _) => Scalar::Bool,
            (Scalar::Int | Scalar::Long, false) => Scalar::Int,
            (Scalar::Int | Scalar::Long, true) => Scalar::Long,
            (Scalar::Uint | Scalar::Ulong, false) => Scalar::Uint,
            (Scalar::Uint | Scalar::Ulong, true) => Scalar::Ulong,
            (Scalar::Float | Scalar::Double, false) => Scalar::Float,
            (Scalar::Float | Scalar::Double, true) => Scalar::Double,
        }
    }

    /// Signed integers of the same size.
    #[must_use]
    pub const fn signed(self) -> Scalar {
        Scalar::Int.sized(self.is_long())
    }

    /// Unsigned integers of the same size.
    #[must_use]
    pub const fn unsigned(self) -> Scalar {
        Scalar::Uint.sized(self.is_long())
    }

    /// The first whole number that is too large for an unsigned integer of this size: 2^32 or 2^64.
    pub const fn unsigned_end(self) -> f64 {
        match self.is_long() {
            false => 4_294_967_296.0,
            true => 18_446_744_073_709_551_616.0,
        }
    }

    /// The bits of a number of this kind of floats.
    pub fn float_bits(self, value: f64) -> u64 {
        match self {
            Scalar::Double => value.to_bits(),
            Scalar::Float | Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => {
                u64::from((value as f32).to_bits())
            }
        }
    }

    /// The number that bits stand for as floats of this kind.
    pub fn float_of(self, bits: u64) -> f64 {
        match self {
            Scalar::Double => f64::from_bits(bits),
            Scalar::Float | Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => {
                f64::from(f32::from_bits(bits as u32))
            }
        }
    }
}

/// A scalar or a vector of two to four components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type {
    /// The scalar type of a component.
    pub scalar: Scalar,
    /// Components: 1 for a scalar, 2 to 4 for a vector.
    pub width: u8,
}

impl Type {
    /// One truth value.
    pub const BOOL: Type = Type::new(Scalar::Bool, 1);
    /// One signed integer.
    pub const INT: Type = Type::new(Scalar::Int, 1);
    /// One number.
    pub const FLOAT: Type = Type::new(Scalar::Float, 1);
    /// Four numbers.
    pub const VEC4: Type = Type::new(Scalar::Float, 4);

    /// A type; `width` is 1 to 4.
    pub const fn new(scalar: Scalar, width: u8) -> Type {
        Type { scalar, width }
    }

    /// The same kind of number, so many of them.
    #[must_use]
    pub const fn with_width(self, width: u8) -> Type {
        Type::new(self.scalar, width)
    }

    /// Another kind of number, as many.
    #[must_use]
    pub const fn with_scalar(self, scalar: Scalar) -> Type {
        Type::new(scalar, self.width)
    }

    /// Whether it is one component.
    pub const fn is_scalar(self) -> bool {
        self.width == 1
    }
}
