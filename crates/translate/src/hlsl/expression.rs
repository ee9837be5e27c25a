//! Expressions, with no more parentheses than they need.

use quadrille_isa::gl::operation::Axis;

use super::{Printer, type_name};
use crate::form::{BuiltIn, Expression, ExpressionKind, Scalar, Type, Unary};
use crate::printer::{operator, tightness};

impl Printer<'_> {
    /// Writes an expression without parentheses around it.
    pub(super) fn bare(&self, expression: &Expression, out: &mut String) {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Literal(values) => literal(ty, values, out),
            ExpressionKind::Read(place) => out.push_str(&self.place_text(place)),
            ExpressionKind::Components(inner, components) => {
                self.within(inner, tightness::POSTFIX, out);
                out.push('.');
                out.push_str(&components.letters());
            }
            ExpressionKind::Construct(parts) => match parts.as_slice() {
                [only] if only.ty.width == ty.width => self.bare(only, out),
                // A scalar for all components.
                [only] => {
                    out.push_str(&format!("({})", type_name(ty)));
                    self.within(only, tightness::UNARY, out);
                }
                several => self.call(type_name(ty), several, out),
            },
            ExpressionKind::Unary(operation, inner) => {
                out.push(match operation {
                    Unary::Not => '!',
                    Unary::Negate => '-',
                    Unary::Complement => '~',
                });
                // Two signs in a row would be another operator.
                let is_signed = matches!(inner.kind, ExpressionKind::Literal(_) | ExpressionKind::Unary(..));
                self.within(
                    inner,
                    if is_signed {
                        tightness::POSTFIX
                    } else {
                        tightness::UNARY
                    },
                    out,
                );
            }
            ExpressionKind::Binary(operation, sides) => {
                let (word, own) = operator(*operation);
                self.within(&sides[0], own, out);
                out.push_str(&format!(" {word} "));
                // All operators go from left to right.
                self.within(&sides[1], own + 1, out);
            }
            ExpressionKind::Select(sides) => self.choice(sides, out),
            ExpressionKind::Convert(inner) => {
                out.push_str(&format!("({})", type_name(ty)));
                self.within(inner, tightness::UNARY, out);
            }
            ExpressionKind::BuiltIn(function, arguments) => self.call(name(*function), arguments, out),
            ExpressionKind::Call(function, arguments) => {
                let name = super::library_name(&self.shader.function(*function).name);
                self.call(&name, arguments, out);
            }
            ExpressionKind::Lookup(lookup) => self.lookup(lookup, out),
            ExpressionKind::Bits(_)
            | ExpressionKind::Length(_)
            | ExpressionKind::Texel(_)
            | ExpressionKind::ImageSize(_)
            | ExpressionKind::ImageSamples(_) => unreachable!(
                "{:?}: this model lacks Integers, StorageBuffers and Images",
                expression.kind
            ),
        }
    }
}

/// The intrinsic function.
fn name(function: BuiltIn) -> &'static str {
    match function {
        BuiltIn::Absolute => "abs",
        BuiltIn::Sign => "sign",
        BuiltIn::Floor => "floor",
        BuiltIn::Ceiling => "ceil",
        BuiltIn::Truncate => "trunc",
        BuiltIn::RoundEven => "round",
        BuiltIn::Fraction => "frac",
        BuiltIn::Minimum => "min",
        BuiltIn::Maximum => "max",
        BuiltIn::Clamp => "clamp",
        BuiltIn::Mix => "lerp",
        BuiltIn::Exp2 => "exp2",
        BuiltIn::Log2 => "log2",
        BuiltIn::Power => "pow",
        BuiltIn::InverseSquareRoot => "rsqrt",
        BuiltIn::SquareRoot => "sqrt",
        BuiltIn::Sine => "sin",
        BuiltIn::Cosine => "cos",
        BuiltIn::IsNan => "isnan",
        BuiltIn::Derivative(Axis::X, _) => "ddx",
        BuiltIn::Derivative(Axis::Y, _) => "ddy",
        BuiltIn::Dot => "dot",
        BuiltIn::Cross => "cross",
        BuiltIn::Any => "any",
        BuiltIn::All => "all",
        BuiltIn::BitCount
        | BuiltIn::BitReverse
        | BuiltIn::LeastBit
        | BuiltIn::MostBit
        | BuiltIn::BitExtract
        | BuiltIn::BitInsert
        | BuiltIn::PackHalf
        | BuiltIn::UnpackHalf
        | BuiltIn::PackLong
        | BuiltIn::UnpackLong
        | BuiltIn::SubgroupVote(_)
        | BuiltIn::SubgroupBallot
        | BuiltIn::SubgroupShuffle
        | BuiltIn::QuadValue(_)
        | BuiltIn::AtCentroid
        | BuiltIn::AtSample
        | BuiltIn::AtOffset => unreachable!(
            "{function:?}: this model lacks Integers, HalfPacking, LongIntegers, InterpolateAt and all of subgroups"
        ),
    }
}

fn literal(ty: Type, values: &[u64; 4], out: &mut String) {
    let values = &values[..usize::from(ty.width)];
    let numbers: Vec<String> = values.iter().map(|value| number(ty.scalar, *value)).collect();
    match numbers.as_slice() {
        [only] => out.push_str(only),
        several => out.push_str(&format!("{}({})", type_name(ty), several.join(", "))),
    }
}

fn number(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::Int | Scalar::Uint | Scalar::Long | Scalar::Ulong => (bits as i32).to_string(),
        Scalar::Float | Scalar::Double => {
            let value = f32::from_bits(bits as u32);
            match value {
                // A large whole number is written out, not only as many digits as tell it apart.
                _ if value.fract() == 0.0 && (1e6..1e10).contains(&value.abs()) => format!("{value:.1}"),
                _ if value.is_finite() => format!("{value:?}"),
                _ if value.is_nan() => "(0.0 / 0.0)".to_owned(),
                _ if value > 0.0 => "(1.0 / 0.0)".to_owned(),
                _ => "(-1.0 / 0.0)".to_owned(),
            }
        }
    }
}

/// How tightly the outermost operator of an expression binds.
pub(super) fn tightness_of(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Unary(..) | ExpressionKind::Convert(_) => tightness::UNARY,
        ExpressionKind::Construct(parts) => match parts.as_slice() {
            [only] if only.ty.width == expression.ty.width => tightness_of(only),
            [_] => tightness::UNARY,
            _ => tightness::POSTFIX,
        },
        ExpressionKind::Binary(operation, _) => operator(*operation).1,
        ExpressionKind::Select(_) => tightness::SELECT,
        ExpressionKind::Literal(values) if expression.ty.is_scalar() => {
            let text = number(expression.ty.scalar, values[0]);
            // A number with a sign before it, or one before a dot.
            if text.starts_with('-') {
                tightness::UNARY
            } else {
                tightness::POSTFIX
            }
        }
        _ => tightness::POSTFIX,
    }
}
