//! Making expressions: constructors that keep trees small and types right. Constants are made in
//! [`constant`](super::constant).

use super::built_in::BuiltIn;
use super::expression::{Binary, Components, Expression, ExpressionKind, Lvalue, Unary};
use super::id::FunctionId;
use super::types::{Scalar, Type};

impl Expression {
    /// A value of a type.
    pub fn new(ty: Type, kind: ExpressionKind) -> Expression {
        Expression { ty, kind }
    }

    /// The value of an l-value with a type.
    pub fn read(place: impl Into<Lvalue>, ty: Type) -> Expression {
        Expression::new(ty, ExpressionKind::Read(place.into()))
    }

    /// Some components of this value. A scalar stands for any of its components.
    #[must_use]
    pub fn components(self, wanted: &[u8]) -> Expression {
        let ty = self.ty.with_width(wanted.len() as u8);
        if self.ty.is_scalar() {
            return self.splat(ty.width);
        }
        if Components::new(wanted).is_all(self.ty.width) {
            return self;
        }
        match self.kind {
            ExpressionKind::Literal(values) => {
                let mut picked = [0; 4];
                for (to, from) in picked.iter_mut().zip(wanted) {
                    *to = values[usize::from(*from)];
                }
                Expression::new(ty, ExpressionKind::Literal(picked))
            }
            ExpressionKind::Components(inner, outer) => {
                let through: Vec<u8> = wanted
                    .iter()
                    .map(|at| outer.as_slice()[usize::from(*at)])
                    .collect();
                inner.components(&through)
            }
            ExpressionKind::Bits(inner) => inner.components(wanted).reinterpret(self.ty.scalar),
            ExpressionKind::Construct(parts) if parts.len() == 1 => {
                let [part]: [Expression; 1] = parts.try_into().unwrap_or_else(|_| [Expression::truth(false)]);
                part.splat(ty.width)
            }
            ExpressionKind::Construct(parts) => {
                let each = parts
                    .iter()
                    .flat_map(|part| (0..part.ty.width).map(move |at| (part, at)));
                let each: Vec<(&Expression, u8)> = each.collect();
                let picked = wanted.iter().map(|at| {
                    let (part, at) = each[usize::from(*at)];
                    part.clone().component(at)
                });
                Expression::construct(picked.collect())
            }
            kind => {
                let whole = Expression::new(self.ty, kind);
                Expression::new(
                    ty,
                    ExpressionKind::Components(Box::new(whole), Components::new(wanted)),
                )
            }
        }
    }

    /// One component.
    #[must_use]
    pub fn component(self, at: u8) -> Expression {
        self.components(&[at])
    }

    /// A scalar in all components of a vector; a vector stays as it is.
    #[must_use]
    pub fn splat(self, width: u8) -> Expression {
        if width == 1 || !self.ty.is_scalar() {
            return self;
        }
        let ty = self.ty.with_width(width);
        match self.kind {
            ExpressionKind::Literal(values) => Expression::new(ty, ExpressionKind::Literal([values[0]; 4])),
            _ => Expression::new(ty, ExpressionKind::Construct(vec![self])),
        }
    }

    /// The scalar that stands in all components, if it can be seen that one does.
    #[must_use]
    pub fn narrow(self) -> Expression {
        let width = usize::from(self.ty.width);
        match &self.kind {
            _ if width == 1 => self,
            ExpressionKind::Literal(values) if values[..width].iter().all(|value| *value == values[0]) => {
                Expression::new(self.ty.with_width(1), self.kind)
            }
            ExpressionKind::Components(_, from)
                if from.as_slice().iter().all(|at| *at == from.as_slice()[0]) =>
            {
                self.component(0)
            }
            ExpressionKind::Construct(parts) if parts.len() == 1 => self.component(0),
            ExpressionKind::Unary(operation, inner) => {
                let inner = inner.clone().narrow();
                if inner.ty.is_scalar() {
                    inner.unary(*operation)
                } else {
                    self
                }
            }
            ExpressionKind::BuiltIn(BuiltIn::Absolute, arguments) => {
                let inner = arguments[0].clone().narrow();
                if inner.ty.is_scalar() {
                    Expression::built_in(BuiltIn::Absolute, vec![inner])
                } else {
                    self
                }
            }
            _ => self,
        }
    }

    /// A vector from parts; parts that are components of the same value become one.
    pub fn construct(parts: Vec<Expression>) -> Expression {
        let width: u8 = parts.iter().map(|part| part.ty.width).sum();
        let mut merged: Vec<Expression> = Vec::with_capacity(parts.len());
        for part in parts {
            match merged.last_mut().and_then(|last| last.join(&part)) {
                Some(joined) => *merged.last_mut().expect("there is a last part") = joined,
                None => merged.push(part),
            }
        }
        if let [only] = merged.as_mut_slice() {
            return std::mem::replace(only, Expression::truth(false));
        }
        let ty = merged[0].ty.with_width(width);
        let same = merged
            .iter()
            .all(|part| part.ty.is_scalar() && *part == merged[0]);
        if same {
            merged.truncate(1);
        }
        Expression::new(ty, ExpressionKind::Construct(merged))
    }

    /// This part and the next as one, if they are components of one value, or constants.
    fn join(&self, next: &Expression) -> Option<Expression> {
        if self.ty.scalar != next.ty.scalar {
            return None;
        }
        let (own, other) = (usize::from(self.ty.width), usize::from(next.ty.width));
        let ty = self.ty.with_width((own + other) as u8);
        let all = |expression: &Expression| Components::all(expression.ty.width);
        Some(match (&self.kind, &next.kind) {
            (ExpressionKind::Literal(first), ExpressionKind::Literal(second)) => {
                let mut values = *first;
                values[own..own + other].copy_from_slice(&second[..other]);
                Expression::new(ty, ExpressionKind::Literal(values))
            }
            (ExpressionKind::Unary(Unary::Negate, first), ExpressionKind::Unary(Unary::Negate, second)) => {
                first.join(second)?.unary(Unary::Negate)
            }
            (ExpressionKind::Bits(first), ExpressionKind::Bits(second)) => {
                first.join(second)?.reinterpret(self.ty.scalar)
            }
            (ExpressionKind::Convert(first), ExpressionKind::Convert(second)) => {
                first.join(second)?.convert(self.ty.scalar)
            }
            (first, second) => {
                let (whole, before) = match first {
                    ExpressionKind::Components(whole, from) => (&**whole, *from),
                    ExpressionKind::Read(_) if own > 1 => (self, all(self)),
                    _ => return None,
                };
                let (same, behind) = match second {
                    ExpressionKind::Components(same, from) => (&**same, *from),
                    ExpressionKind::Read(_) if other > 1 => (next, all(next)),
                    _ => return None,
                };
                if whole != same {
                    return None;
                }
                let wanted = [before.as_slice(), behind.as_slice()].concat();
                whole.clone().components(&wanted)
            }
        })
    }

    /// An operation on this value.
    #[must_use]
    pub fn unary(self, operation: Unary) -> Expression {
        match (operation, self.kind) {
            (Unary::Negate, ExpressionKind::Literal(values)) if !self.ty.scalar.is_unsigned() => {
                let negative = |bits: u64| match self.ty.scalar {
                    Scalar::Float => bits ^ 1 << 31,
                    Scalar::Double => bits ^ 1 << 63,
                    Scalar::Long | Scalar::Ulong => bits.wrapping_neg(),
                    Scalar::Int | Scalar::Uint | Scalar::Bool => u64::from((bits as u32).wrapping_neg()),
                };
                Expression::new(self.ty, ExpressionKind::Literal(values.map(negative)))
            }
            (Unary::Negate, ExpressionKind::Unary(Unary::Negate, inner))
            | (Unary::Not, ExpressionKind::Unary(Unary::Not, inner)) => *inner,
            (_, kind) => {
                let inner = Expression::new(self.ty, kind);
                Expression::new(self.ty, ExpressionKind::Unary(operation, Box::new(inner)))
            }
        }
    }

    /// Whether it costs nothing to say it twice: a constant, or what a variable holds.
    pub fn is_at_hand(&self) -> bool {
        match &self.kind {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::Read(place) => place.index.is_none(),
            ExpressionKind::Components(inner, _) | ExpressionKind::Bits(inner) => inner.is_at_hand(),
            _ => false,
        }
    }

    /// The sign changed.
    #[must_use]
    pub fn negate(self) -> Expression {
        self.unary(Unary::Negate)
    }

    /// An operation on two values. In arithmetic, a value that is the same in all components is written as
    /// a scalar.
    pub fn binary(operation: Binary, left: Expression, right: Expression) -> Expression {
        // A sum with a negative is a difference, to the bit, and the other way round.
        match operation {
            Binary::Add if right.is_negative() => {
                return Expression::binary(Binary::Subtract, left, right.negate());
            }
            Binary::Add if left.is_negative() => {
                return Expression::binary(Binary::Subtract, right, left.negate());
            }
            Binary::Subtract if right.is_negative() => {
                return Expression::binary(Binary::Add, left, right.negate());
            }
            _ => {}
        }
        let width = left.ty.width.max(right.ty.width);
        let arithmetic = matches!(
            operation,
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide
        );
        let (left, right) = if !arithmetic {
            (left.splat(width), right.splat(width))
        } else if width > 1 {
            let narrowed = right.clone().narrow();
            if narrowed.ty.is_scalar() {
                (left.splat(width), narrowed)
            } else {
                let narrowed = left.clone().narrow();
                if narrowed.ty.is_scalar() {
                    (narrowed, right)
                } else {
                    (left, right)
                }
            }
        } else {
            (left, right)
        };
        let scalar = match operation {
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual
            | Binary::And
            | Binary::Or => Scalar::Bool,
            Binary::Add
            | Binary::Subtract
            | Binary::Multiply
            | Binary::Divide
            | Binary::Remainder
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::ShiftLeft
            | Binary::ShiftRight => left.ty.scalar,
        };
        Expression::new(
            Type::new(scalar, width),
            ExpressionKind::Binary(operation, Box::new([left, right])),
        )
    }

    /// Whether it is written with a sign before it.
    fn is_negative(&self) -> bool {
        match &self.kind {
            ExpressionKind::Unary(Unary::Negate, _) => true,
            ExpressionKind::Literal(values) => {
                values[..usize::from(self.ty.width)]
                    .iter()
                    .all(|bits| match self.ty.scalar {
                        scalar @ (Scalar::Float | Scalar::Double) => scalar.float_of(*bits) < 0.0,
                        // The least number is its own negative.
                        Scalar::Int => (i32::MIN + 1..0).contains(&(*bits as i32)),
                        Scalar::Long => (i64::MIN + 1..0).contains(&(*bits as i64)),
                        Scalar::Uint | Scalar::Ulong | Scalar::Bool => false,
                    })
            }
            _ => false,
        }
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub fn select(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
        let width = then.ty.width.max(otherwise.ty.width).max(condition.ty.width);
        let condition = if condition.ty.is_scalar() {
            condition
        } else {
            condition.splat(width)
        };
        let (then, otherwise) = (then.splat(width), otherwise.splat(width));
        Expression::new(
            then.ty,
            ExpressionKind::Select(Box::new([condition, then, otherwise])),
        )
    }

    /// A function of every target, on arguments that are as wide as the widest.
    pub fn built_in(function: BuiltIn, arguments: Vec<Expression>) -> Expression {
        let width = arguments
            .iter()
            .map(|argument| argument.ty.width)
            .max()
            .unwrap_or(1);
        let scalar = arguments[0].ty.scalar;
        let ty = match function {
            BuiltIn::Dot => Type::new(scalar, 1),
            BuiltIn::Any | BuiltIn::All => Type::BOOL,
            BuiltIn::IsNan => Type::new(Scalar::Bool, width),
            BuiltIn::LeastBit | BuiltIn::MostBit | BuiltIn::BitCount => Type::new(Scalar::Int, width),
            BuiltIn::PackHalf => Type::new(Scalar::Uint, 1),
            BuiltIn::UnpackHalf => Type::new(Scalar::Float, 2),
            BuiltIn::PackLong => Type::new(Scalar::Ulong, 1),
            BuiltIn::UnpackLong => Type::new(Scalar::Uint, 2),
            BuiltIn::SubgroupVote(_) => Type::BOOL,
            BuiltIn::SubgroupBallot => Type::new(Scalar::Uint, 1),
            BuiltIn::Absolute
            | BuiltIn::Sign
            | BuiltIn::Floor
            | BuiltIn::Ceiling
            | BuiltIn::Truncate
            | BuiltIn::RoundEven
            | BuiltIn::Fraction
            | BuiltIn::Minimum
            | BuiltIn::Maximum
            | BuiltIn::Clamp
            | BuiltIn::Mix
            | BuiltIn::Exp2
            | BuiltIn::Log2
            | BuiltIn::Power
            | BuiltIn::InverseSquareRoot
            | BuiltIn::SquareRoot
            | BuiltIn::Sine
            | BuiltIn::Cosine
            | BuiltIn::Derivative(..)
            | BuiltIn::BitReverse
            | BuiltIn::BitExtract
            | BuiltIn::BitInsert
            | BuiltIn::AtCentroid
            | BuiltIn::AtSample
            | BuiltIn::AtOffset
            | BuiltIn::SubgroupShuffle
            | BuiltIn::QuadValue(_)
            | BuiltIn::Cross => Type::new(scalar, width),
        };
        Expression::new(ty, ExpressionKind::BuiltIn(function, arguments))
    }

    /// A call of one of the shader's own functions.
    pub fn call(function: FunctionId, result: Type, arguments: Vec<Expression>) -> Expression {
        Expression::new(result, ExpressionKind::Call(function, arguments))
    }
}
