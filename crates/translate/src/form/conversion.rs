//! Expressions of another scalar type: numbers converted, bits reinterpreted.

use super::built_in::BuiltIn;
use super::expression::{Expression, ExpressionKind};
use super::types::Scalar;

impl Expression {
    /// The same numbers as a kind whose size may be another: within their base type, if it is, and then by their
    /// bits.
    #[must_use]
    pub fn resize(self, scalar: Scalar) -> Expression {
        let own = self.ty.scalar;
        if own.is_long() == scalar.is_long() {
            return self.reinterpret(scalar);
        }
        self.reinterpret(scalar.sized(own.is_long())).convert(scalar)
    }

    /// The same numbers as another kind.
    #[must_use]
    pub fn convert(self, scalar: Scalar) -> Expression {
        let (own, ty) = (self.ty.scalar, self.ty.with_scalar(scalar));
        if own == scalar {
            return self;
        }
        // Of whole numbers of another size nothing is left to the compiler.
        if let ExpressionKind::Literal(bits) = self.kind
            && own.sized(scalar.is_long()) == scalar
            && !own.is_float()
        {
            let resized = |bits: u64| match (own, scalar.is_long()) {
                (Scalar::Int, true) => i64::from(bits as i32) as u64,
                (_, true) => bits,
                (_, false) => u64::from(bits as u32),
            };
            return Expression::new(ty, ExpressionKind::Literal(bits.map(resized)));
        }
        Expression::new(ty, ExpressionKind::Convert(Box::new(self)))
    }

    /// The same bits as another kind of the same size.
    #[must_use]
    pub fn reinterpret(self, scalar: Scalar) -> Expression {
        if self.ty.scalar == scalar {
            return self;
        }
        debug_assert_eq!(self.ty.scalar.is_long(), scalar.is_long(), "{self:?}");
        let ty = self.ty.with_scalar(scalar);
        match self.kind {
            ExpressionKind::Literal(values) => Expression::new(ty, ExpressionKind::Literal(values)),
            ExpressionKind::Bits(inner) => inner.reinterpret(scalar),
            // What words are put together to may be anything.
            ExpressionKind::BuiltIn(BuiltIn::PackLong, words) => {
                Expression::new(ty, ExpressionKind::BuiltIn(BuiltIn::PackLong, words))
            }
            kind => {
                let inner = Expression::new(self.ty, kind);
                Expression::new(ty, ExpressionKind::Bits(Box::new(inner)))
            }
        }
    }
}
