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
}

/// A scalar or a vector of two to four components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type {
    /// What a component is.
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
