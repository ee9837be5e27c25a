//! Constants: expressions whose bits are known.

use super::expression::{Expression, ExpressionKind};
use super::types::{Scalar, Type};

impl Expression {
    /// The same number in `width` components.
    pub fn float(value: f32, width: u8) -> Expression {
        Expression::number(Scalar::Float, f64::from(value), width)
    }

    /// The same number of a kind of floats in `width` components.
    pub fn number(scalar: Scalar, value: f64, width: u8) -> Expression {
        let bits = scalar.float_bits(value);
        Expression::new(Type::new(scalar, width), ExpressionKind::Literal([bits; 4]))
    }

    /// The same number of a kind of integers in `width` components.
    pub fn integer(scalar: Scalar, value: i64, width: u8) -> Expression {
        let bits = if scalar.is_long() {
            value as u64
        } else {
            u64::from(value as u32)
        };
        Expression::new(Type::new(scalar, width), ExpressionKind::Literal([bits; 4]))
    }

    /// The number 0 of a kind in `width` components.
    pub fn zero(scalar: Scalar, width: u8) -> Expression {
        Expression::new(Type::new(scalar, width), ExpressionKind::Literal([0; 4]))
    }

    /// Constants of 32 bits.
    pub fn words(ty: Type, bits: [u32; 4]) -> Expression {
        Expression::new(ty, ExpressionKind::Literal(bits.map(u64::from)))
    }

    /// A signed integer.
    pub fn int(value: i32) -> Expression {
        Expression::integer(Scalar::Int, i64::from(value), 1)
    }

    /// The same 32 bits in `width` components of a kind.
    pub fn bits(scalar: Scalar, bits: u32, width: u8) -> Expression {
        Expression::words(Type::new(scalar, width), [bits; 4])
    }

    /// A truth value.
    pub fn truth(value: bool) -> Expression {
        Expression::words(Type::BOOL, [u32::from(value); 4])
    }
}
