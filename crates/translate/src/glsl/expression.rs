//! Expressions, with no more parentheses than they need.

use quadrille_isa::gl::operation::{Axis, DerivativeControl, Vote};

use super::Printer;
use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, QuadPlace, Scalar, Type, Unary};
use crate::printer::{operator, tightness};

impl Printer<'_> {
    /// Writes an expression without parentheses around it.
    pub(super) fn bare(&self, expression: &Expression, out: &mut String) {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Literal(values) => self.literal(ty, values, out),
            ExpressionKind::Read(place) => out.push_str(&self.place_text(place)),
            ExpressionKind::Components(inner, components) => {
                self.within(inner, tightness::POSTFIX, out);
                out.push('.');
                out.push_str(&components.letters());
            }
            ExpressionKind::Construct(parts) => self.call(self.dialect.type_name(ty), parts, out),
            ExpressionKind::Unary(operation, inner) => self.unary(*operation, inner, out),
            ExpressionKind::Binary(operation, sides) => self.binary(*operation, sides, out),
            ExpressionKind::Select(sides) => self.select(sides, out),
            ExpressionKind::Convert(inner) => {
                self.call(self.dialect.type_name(ty), std::slice::from_ref(inner), out);
            }
            ExpressionKind::Bits(inner) => self.bits(ty, inner, out),
            ExpressionKind::BuiltIn(function, arguments) => self.built_in(*function, ty, arguments, out),
            ExpressionKind::Call(function, arguments) => {
                self.call(&self.shader.function(*function).name, arguments, out);
            }
            ExpressionKind::Lookup(lookup) => self.lookup(lookup, out),
            ExpressionKind::Length(storage) => {
                out.push_str(&self.shader.storages[*storage as usize].name);
                out.push_str(".length()");
            }
            ExpressionKind::Texel(texel) => {
                self.open_texel("imageLoad", texel, out);
                out.push(')');
            }
            ExpressionKind::ImageSize(image) | ExpressionKind::ImageSamples(image) => {
                let asked = match expression.kind {
                    ExpressionKind::ImageSize(_) => "imageSize",
                    _ => "imageSamples",
                };
                out.push_str(asked);
                out.push('(');
                out.push_str(&self.image_name(&self.shader.images[*image as usize]));
                out.push(')');
            }
        }
    }

    fn unary(&self, operation: Unary, inner: &Expression, out: &mut String) {
        match operation {
            Unary::Not if inner.ty.width > 1 => return self.call("not", std::slice::from_ref(inner), out),
            Unary::Not => out.push('!'),
            Unary::Negate => out.push('-'),
            Unary::Complement => out.push('~'),
        }
        // Two signs in a row would be another operator.
        let signed =
            matches!(inner.kind, ExpressionKind::Literal(_)) && tightness_of(inner) == tightness::UNARY;
        self.within(
            inner,
            if signed {
                tightness::POSTFIX
            } else {
                tightness::UNARY
            },
            out,
        );
    }

    fn binary(&self, operation: Binary, sides: &[Expression; 2], out: &mut String) {
        let [left, right] = sides;
        if let Some(name) = comparison_of_vectors(operation)
            && left.ty.width > 1
        {
            return self.call(name, sides, out);
        }
        let (word, own) = operator(operation);
        // Few know by heart how tightly operators on bits bind.
        let bits = (tightness::BIT_OR..=tightness::SHIFT).contains(&own) && !operation.compares();
        let least = |side: &Expression, least: u8| match &side.kind {
            ExpressionKind::Binary(inner, _) if bits && *inner != operation => tightness::UNARY,
            _ => least,
        };
        self.within(left, least(left, own), out);
        out.push(' ');
        out.push_str(word);
        out.push(' ');
        // All operators go from left to right.
        self.within(right, least(right, own + 1), out);
    }

    fn select(&self, sides: &[Expression; 3], out: &mut String) {
        let [condition, then, otherwise] = sides;
        if condition.ty.width > 1 {
            return self.call("mix", &[otherwise.clone(), then.clone(), condition.clone()], out);
        }
        self.choice(sides, out);
    }

    fn bits(&self, ty: Type, inner: &Expression, out: &mut String) {
        let name = match (inner.ty.scalar, ty.scalar) {
            (Scalar::Float, Scalar::Int) => "floatBitsToInt",
            (Scalar::Float, Scalar::Uint) => "floatBitsToUint",
            (Scalar::Int, Scalar::Float) => "intBitsToFloat",
            (Scalar::Uint, Scalar::Float) => "uintBitsToFloat",
            (Scalar::Double, Scalar::Long) => "doubleBitsToInt64",
            (Scalar::Double, Scalar::Ulong) => "doubleBitsToUint64",
            (Scalar::Long, Scalar::Double) => "int64BitsToDouble",
            (Scalar::Ulong, Scalar::Double) => "uint64BitsToDouble",
            _ => self.dialect.type_name(ty),
        };
        self.call(name, std::slice::from_ref(inner), out);
    }

    fn built_in(&self, function: BuiltIn, ty: Type, arguments: &[Expression], out: &mut String) {
        let name = match function {
            BuiltIn::Absolute => "abs",
            BuiltIn::Sign => "sign",
            BuiltIn::Floor => "floor",
            BuiltIn::Ceiling => "ceil",
            BuiltIn::Truncate => "trunc",
            BuiltIn::RoundEven => "roundEven",
            BuiltIn::Fraction => "fract",
            BuiltIn::Minimum => "min",
            BuiltIn::Maximum => "max",
            BuiltIn::Clamp => "clamp",
            BuiltIn::Mix => "mix",
            BuiltIn::Exp2 => "exp2",
            BuiltIn::Log2 => "log2",
            BuiltIn::Power => "pow",
            BuiltIn::InverseSquareRoot => "inversesqrt",
            BuiltIn::SquareRoot => "sqrt",
            BuiltIn::Sine => "sin",
            BuiltIn::Cosine => "cos",
            BuiltIn::IsNan => "isnan",
            BuiltIn::Derivative(axis, control) => match (axis, control) {
                (Axis::X, None) => "dFdx",
                (Axis::X, Some(DerivativeControl::Coarse)) => "dFdxCoarse",
                (Axis::X, Some(DerivativeControl::Fine)) => "dFdxFine",
                (Axis::Y, None) => "dFdy",
                (Axis::Y, Some(DerivativeControl::Coarse)) => "dFdyCoarse",
                (Axis::Y, Some(DerivativeControl::Fine)) => "dFdyFine",
            },
            BuiltIn::BitCount => "bitCount",
            BuiltIn::BitReverse => "bitfieldReverse",
            BuiltIn::LeastBit => "findLSB",
            BuiltIn::MostBit => "findMSB",
            BuiltIn::BitExtract => "bitfieldExtract",
            BuiltIn::BitInsert => "bitfieldInsert",
            BuiltIn::PackHalf => "packHalf2x16",
            BuiltIn::UnpackHalf => "unpackHalf2x16",
            BuiltIn::PackLong if ty.scalar == Scalar::Double => "packDouble2x32",
            BuiltIn::PackLong if ty.scalar == Scalar::Ulong => "packUint2x32",
            BuiltIn::PackLong => {
                // What packs signed numbers takes signed words.
                let pack = Expression::new(
                    ty.with_scalar(Scalar::Ulong),
                    ExpressionKind::BuiltIn(function, arguments.to_vec()),
                );
                return self.call(self.dialect.type_name(ty), &[pack], out);
            }
            BuiltIn::UnpackLong if arguments[0].ty.scalar == Scalar::Double => "unpackDouble2x32",
            BuiltIn::UnpackLong => "unpackUint2x32",
            BuiltIn::SubgroupVote(Vote::All) => "subgroupAll",
            BuiltIn::SubgroupVote(Vote::Any) => "subgroupAny",
            BuiltIn::SubgroupVote(Vote::Equal) => "subgroupAllEqual",
            BuiltIn::SubgroupBallot => {
                self.call("subgroupBallot", arguments, out);
                return out.push_str(".x");
            }
            BuiltIn::SubgroupShuffle => "subgroupShuffle",
            BuiltIn::QuadValue(QuadPlace::Beside) => "subgroupQuadSwapHorizontal",
            BuiltIn::QuadValue(QuadPlace::Above) => "subgroupQuadSwapVertical",
            BuiltIn::QuadValue(QuadPlace::Number(number)) => {
                let number = Expression::bits(Scalar::Uint, number.into(), 1);
                let both = [arguments[0].clone(), number];
                return self.call("subgroupQuadBroadcast", &both, out);
            }
            BuiltIn::AtCentroid => "interpolateAtCentroid",
            BuiltIn::AtSample => "interpolateAtSample",
            BuiltIn::AtOffset => "interpolateAtOffset",
            BuiltIn::Dot => "dot",
            BuiltIn::Cross => "cross",
            BuiltIn::Any => "any",
            BuiltIn::All => "all",
        };
        self.call(name, arguments, out);
    }

    fn literal(&self, ty: Type, values: &[u64; 4], out: &mut String) {
        let values = &values[..usize::from(ty.width)];
        if ty.is_scalar() {
            return self.number(ty.scalar, values[0], out);
        }
        out.push_str(self.dialect.type_name(ty));
        out.push('(');
        let same = values.iter().all(|value| *value == values[0]);
        let shown = if same { &values[..1] } else { values };
        for (number, value) in shown.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            self.number(ty.scalar, *value, out);
        }
        out.push(')');
    }

    fn number(&self, scalar: Scalar, bits: u64, out: &mut String) {
        match scalar {
            Scalar::Bool => out.push_str(if bits == 0 { "false" } else { "true" }),
            Scalar::Int if bits == 0x8000_0000 => out.push_str("(-2147483647 - 1)"),
            Scalar::Int => out.push_str(&(bits as i32).to_string()),
            Scalar::Uint => out.push_str(&format!("{bits}u")),
            Scalar::Long if bits == 1 << 63 => out.push_str("(-9223372036854775807L - 1L)"),
            Scalar::Long => out.push_str(&format!("{}L", bits as i64)),
            Scalar::Ulong => out.push_str(&format!("{bits}UL")),
            Scalar::Double => {
                let value = f64::from_bits(bits);
                out.push_str(&match value.is_finite() {
                    true => format!("{value:?}lf"),
                    false => format!("packDouble2x32(uvec2({}u, {}u))", bits as u32, bits >> 32),
                });
            }
            Scalar::Float => {
                let value = f32::from_bits(bits as u32);
                // A large whole number is written out, not only as many digits as tell it apart.
                if value.fract() == 0.0 && (1e6..1e10).contains(&value.abs()) {
                    out.push_str(&format!("{value:.1}"));
                } else if value.is_finite() {
                    out.push_str(&format!("{value:?}"));
                } else if self.dialect.modern {
                    out.push_str(&format!("uintBitsToFloat({bits}u)"));
                } else if value.is_nan() {
                    out.push_str("(0.0 / 0.0)");
                } else if value > 0.0 {
                    out.push_str("(1.0 / 0.0)");
                } else {
                    out.push_str("(-1.0 / 0.0)");
                }
            }
        }
    }
}

/// The function that compares vectors, component by component.
fn comparison_of_vectors(operation: Binary) -> Option<&'static str> {
    match operation {
        Binary::Equal => Some("equal"),
        Binary::NotEqual => Some("notEqual"),
        Binary::Less => Some("lessThan"),
        Binary::LessOrEqual => Some("lessThanEqual"),
        Binary::Greater => Some("greaterThan"),
        Binary::GreaterOrEqual => Some("greaterThanEqual"),
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::Divide
        | Binary::Remainder
        | Binary::And
        | Binary::Or
        | Binary::BitAnd
        | Binary::BitOr
        | Binary::BitXor
        | Binary::ShiftLeft
        | Binary::ShiftRight => None,
    }
}

/// How tightly the outermost operator of an expression binds.
pub(super) fn tightness_of(expression: &Expression) -> u8 {
    match &expression.kind {
        ExpressionKind::Unary(Unary::Not, _) if expression.ty.width > 1 => tightness::POSTFIX,
        ExpressionKind::Unary(..) => tightness::UNARY,
        ExpressionKind::Binary(operation, sides) => {
            if operation.compares() && sides[0].ty.width > 1 {
                tightness::POSTFIX
            } else {
                operator(*operation).1
            }
        }
        ExpressionKind::Select(sides) if sides[0].ty.width == 1 => tightness::SELECT,
        // A number with a sign before it.
        ExpressionKind::Literal(values) if expression.ty.is_scalar() => {
            let negative = match expression.ty.scalar {
                scalar @ (Scalar::Float | Scalar::Double) => {
                    let value = scalar.float_of(values[0]);
                    value.is_sign_negative() && value.is_finite()
                }
                Scalar::Int => (values[0] as i32) < 0,
                Scalar::Long => (values[0] as i64) < 0,
                Scalar::Bool | Scalar::Uint | Scalar::Ulong => false,
            };
            if negative {
                tightness::UNARY
            } else {
                tightness::POSTFIX
            }
        }
        _ => tightness::POSTFIX,
    }
}
