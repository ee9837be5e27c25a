//! Expressions that the passes often make, in a word.

use super::built_in::BuiltIn;
use super::expression::{Binary, Expression, Root};
use super::types::Type;

impl Expression {
    /// The value of an argument of the function that is being defined.
    pub(crate) fn argument(at: u32, ty: Type) -> Expression {
        Expression::read(Root::Argument(at), ty)
    }

    /// Whether one is less than the other.
    pub(crate) fn less(one: Expression, other: Expression) -> Expression {
        Expression::binary(Binary::Less, one, other)
    }

    /// A vector of two floats.
    pub(crate) fn pair(parts: [f32; 2]) -> Expression {
        Expression::construct(parts.map(|part| Expression::float(part, 1)).to_vec())
    }

    /// The sum with a signed integer; the value itself where that is zero.
    #[must_use]
    pub(crate) fn plus(self, offset: i32) -> Expression {
        match offset {
            0 => self,
            _ => Expression::binary(Binary::Add, self, Expression::int(offset)),
        }
    }

    /// Whether each component is NaN.
    pub(crate) fn is_nan(&self) -> Expression {
        Expression::built_in(BuiltIn::IsNan, vec![self.clone()])
    }
}
