//! Functions that the translation brings with it, written in the form itself, so that no printer has its own.
//!
//! Each says what the meaning of an operation says (`isa::gl::operation`) where the target's own function
//! leaves something open.

use quadrille_numerics::convert::Rounding;

use super::raiser::Raiser;
use super::special;
use crate::form::{
    Binary, Block, BuiltIn, Components, Expression, Function, FunctionId, Place, Root, Scalar, Statement,
    StatementKind, Type,
};
use crate::target::{Feature, Support};

macro_rules! helpers {
    ($($id:ident $name:literal $doc:literal;)*) => {
        /// A function of the library.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Helper {
            $(#[doc = $doc] $id,)*
        }

        impl Helper {
            fn name(self) -> &'static str {
                match self { $(Helper::$id => $name,)* }
            }

            fn doc(self) -> &'static str {
                match self { $(Helper::$id => $doc,)* }
            }
        }
    };
}

helpers! {
    Maximum "maximum" "The larger; the second where the first is NaN.";
    Minimum "minimum" "The smaller; the first where either is NaN.";
    MaximumOrNan "maximum" "The larger, NaN where either is.";
    MinimumOrNan "minimum" "The smaller, NaN where either is.";
    Fraction "fraction" "Distance to the largest integer not above, always below 1.";
    Saturate "saturate" "Clamped to [0, 1]; 0 for NaN.";
    SignedSaturate "signed_saturate" "Clamped to [-1, 1]; -1 for NaN.";
    Sign "sign_of" "-1, 0 or 1; NaN for NaN.";
    Power "power" "Power, of which 0 to the 0 is 1.";
    LogarithmOfBase "logarithm_of" "Base-2 logarithm, of zero -Inf.";
    Light "lit" "Ambient, diffuse and specular coefficients of light.";
    LightUnclamped "lit" "Ambient, diffuse and specular coefficients of light.";
    Logarithm "logarithm" "Exponent, mantissa and logarithm of a magnitude.";
    Product "product" "Product, in which zero times anything is zero.";
    ReciprocalClamped "reciprocal" "Reciprocal with a magnitude from 2^-64 to 2^64.";
    ExponentialVp1 "exponential" "2 to the whole part, fraction, 2 to the whole.";
    Half "half_precision" "Rounded to binary16.";
    HalfDown "half_below" "Rounded down to binary16.";
    HalfUp "half_above" "Rounded up to binary16.";
    HalfTowardZero "half_toward_zero" "Rounded to binary16 toward zero.";
    FloatInward "float_inward" "Rounded to a float toward zero.";
    FloatOutward "float_outward" "Rounded to a float away from zero.";
    WholeModulo "whole_modulo" "Low bits of a whole number; the nearest number for infinities, 0 for NaN.";
    Fixed "fixed_point" "Rounded to 1/1024 and clamped to [-2, 2).";
    MultiplyHigh "multiply_high" "High half of a product of 32-bit numbers.";
    MultiplyHighSigned "multiply_high" "High half of a product of 32-bit numbers with signs.";
    ToInt "to_int" "Whole number as a signed integer, the nearest where there is none; 0 for NaN.";
    ToUint "to_uint" "Whole number as an unsigned integer, the nearest where there is none; 0 for NaN.";
    SetLessOrNan "set_less" "1 where less, else 0; NaN where either is.";
    SetLessEqualOrNan "set_less_equal" "1 where not greater, else 0; NaN where either is.";
    SetEqualOrNan "set_equal" "1 where equal, else 0; NaN where either is.";
    SetNotEqualOrNan "set_not_equal" "1 where not equal, else 0; NaN where either is.";
}

pub(super) fn argument(at: u32, width: u8) -> Expression {
    argument_of(at, Type::new(Scalar::Float, width))
}

/// An argument of any type.
pub(super) fn argument_of(at: u32, ty: Type) -> Expression {
    Expression::read(Root::Argument(at), ty)
}

pub(super) fn local(at: u32, ty: Type) -> Expression {
    Expression::read(Root::Local(at), ty)
}

pub(super) fn give(value: Expression) -> Statement {
    Statement::new(StatementKind::Return(Some(value)), None)
}

pub(crate) fn assign(
    place: impl Into<Place>,
    components: Option<Components>,
    value: Expression,
) -> Statement {
    let kind = StatementKind::Assign {
        place: place.into(),
        components,
        value,
        precise: false,
    };
    Statement::new(kind, None)
}

pub(super) fn less(a: Expression, b: Expression) -> Expression {
    Expression::binary(Binary::Less, a, b)
}

pub(super) fn nan(a: Expression) -> Expression {
    Expression::built_in(BuiltIn::IsNan, vec![a])
}

fn maximum(a: Expression, b: Expression) -> Expression {
    Expression::built_in(BuiltIn::Maximum, vec![a, b])
}

impl Raiser<'_> {
    /// Calls a function of the library, which is defined if it is not yet; the arguments are made as wide as
    /// the widest.
    pub(crate) fn helper(&mut self, helper: Helper, arguments: Vec<Expression>) -> Expression {
        let width = arguments
            .iter()
            .map(|argument| argument.ty.width)
            .max()
            .unwrap_or(1);
        let arguments: Vec<Expression> = arguments
            .into_iter()
            .map(|argument| argument.splat(width))
            .collect();
        let function = self.helper_function(helper, width, arguments.len());
        let result = self.shader.function(function).result.unwrap_or(Type::FLOAT);
        Expression::call(function, result, arguments)
    }

    fn helper_function(&mut self, helper: Helper, width: u8, count: usize) -> FunctionId {
        if let Some(known) = self.library.get(&(helper, width)) {
            return *known;
        }
        let scalar = match helper {
            Helper::MultiplyHigh
            | Helper::MultiplyHighSigned
            | Helper::FloatInward
            | Helper::FloatOutward => Scalar::Uint,
            _ => Scalar::Float,
        };
        let own = Type::new(scalar, width);
        let mut locals = Vec::new();
        let mut result = own;
        let body = self.helper_body(helper, width, &mut locals, &mut result);
        // Functions of one name differ by their widths; those of another meaning get another name.
        let mut known = self.library.iter();
        let name = known
            .find(|((other, _), _)| *other == helper)
            .map(|(_, function)| self.shader.function(*function).name.clone());
        let name = name.unwrap_or_else(|| self.names.fresh(helper.name()));
        let letters = ["a", "b", "c"];
        let arguments = letters[..count]
            .iter()
            .map(|letter| ((*letter).to_owned(), own))
            .collect();
        let function = self.define(Function {
            name,
            doc: helper.doc().to_owned(),
            arguments,
            locals,
            result: Some(result),
            body,
        });
        self.library.insert((helper, width), function);
        function
    }

    /// A choice by a comparison. Compilers of GLSL make a minimum or maximum of it that drops NaN, unless they are
    /// told that it is precise.
    fn precisely(&self, value: Expression, locals: &mut Vec<(String, Type)>) -> Block {
        let target = self.options.target;
        if target.is_spirv() || target.support(Feature::Precise) != Support::Core {
            return vec![give(value)];
        }
        let ty = value.ty;
        locals.push(("chosen".to_owned(), ty));
        let kind = StatementKind::Assign {
            place: Root::Local(0).into(),
            components: None,
            value,
            precise: true,
        };
        vec![Statement::new(kind, None), give(local(0, ty))]
    }

    fn helper_body(
        &mut self,
        helper: Helper,
        width: u8,
        locals: &mut Vec<(String, Type)>,
        result: &mut Type,
    ) -> Block {
        let (a, b) = (|| argument(0, width), || argument(1, width));
        let zero = || Expression::float(0.0, width);
        let one = || Expression::float(1.0, width);
        // Where either is NaN, so is the sum.
        let or_nan = |value: Expression| {
            let sum = Expression::binary(Binary::Add, a(), b());
            Expression::select(nan(sum.clone()), sum, value)
        };
        let truth = |mask: Expression| mask.convert(Scalar::Float);
        match helper {
            Helper::Maximum => self.precisely(Expression::select(less(b(), a()), a(), b()), locals),
            Helper::Minimum => self.precisely(Expression::select(less(b(), a()), b(), a()), locals),
            Helper::MaximumOrNan => vec![give(or_nan(maximum(a(), b())))],
            Helper::MinimumOrNan => {
                vec![give(or_nan(Expression::built_in(
                    BuiltIn::Minimum,
                    vec![a(), b()],
                )))]
            }
            Helper::Fraction => {
                locals.push(("f".to_owned(), Type::new(Scalar::Float, width)));
                let f = || local(0, Type::new(Scalar::Float, width));
                let floor = Expression::built_in(BuiltIn::Floor, vec![a()]);
                let below = Expression::float(1.0 - f32::EPSILON / 2.0, width);
                vec![
                    assign(
                        Root::Local(0),
                        None,
                        Expression::binary(Binary::Subtract, a(), floor),
                    ),
                    give(Expression::select(
                        Expression::binary(Binary::GreaterOrEqual, f(), one()),
                        below,
                        f(),
                    )),
                ]
            }
            Helper::Saturate | Helper::SignedSaturate => {
                let low = if helper == Helper::Saturate {
                    zero()
                } else {
                    one().negate()
                };
                let within = Expression::built_in(BuiltIn::Minimum, vec![a(), one()]);
                vec![give(Expression::select(less(low.clone(), a()), within, low))]
            }
            Helper::Sign => {
                let sign = Expression::built_in(BuiltIn::Sign, vec![a()]);
                vec![give(Expression::select(nan(a()), a(), sign))]
            }
            Helper::Power => {
                let equal = Expression::binary(Binary::Equal, b(), zero());
                let not_below = Expression::binary(Binary::GreaterOrEqual, a(), zero());
                let both = Expression::binary(Binary::And, equal, not_below);
                let logarithm = self.helper(Helper::LogarithmOfBase, vec![a()]);
                let product = Expression::binary(Binary::Multiply, b(), logarithm);
                let power = Expression::built_in(BuiltIn::Exp2, vec![product]);
                vec![give(Expression::select(both, one(), power))]
            }
            Helper::LogarithmOfBase => {
                let infinity = Expression::float(f32::NEG_INFINITY, width);
                let is_zero = Expression::binary(Binary::Equal, a(), zero());
                let logarithm = Expression::built_in(BuiltIn::Log2, vec![a()]);
                vec![give(Expression::select(is_zero, infinity, logarithm))]
            }
            Helper::Light | Helper::LightUnclamped => {
                *result = Type::VEC4;
                self.light(helper, locals)
            }
            Helper::Logarithm => {
                *result = Type::VEC4;
                special::logarithm(locals)
            }
            Helper::Product => {
                let product = Expression::binary(Binary::Multiply, a(), b());
                let is_zero = |value| Expression::binary(Binary::Equal, value, zero());
                let inner = Expression::select(is_zero(b()), zero(), product);
                vec![give(Expression::select(is_zero(a()), zero(), inner))]
            }
            Helper::ReciprocalClamped => {
                let most = 18_446_744_073_709_551_616.0_f32;
                locals.push(("r".to_owned(), Type::FLOAT));
                let r = || local(0, Type::FLOAT);
                let magnitude = Expression::built_in(BuiltIn::Absolute, vec![r()]);
                let within = Expression::built_in(
                    BuiltIn::Clamp,
                    vec![
                        magnitude,
                        Expression::float(1.0 / most, 1),
                        Expression::float(most, 1),
                    ],
                );
                let quotient = Expression::binary(Binary::Divide, one(), a());
                // Of a zero or an infinity the sum has the sign that the other has lost.
                let sum = Expression::binary(Binary::Add, a(), r());
                let signed = Expression::select(less(sum, zero()), within.clone().negate(), within);
                vec![
                    assign(Root::Local(0), None, quotient),
                    give(Expression::select(nan(r()), r(), signed)),
                ]
            }
            Helper::ExponentialVp1 => {
                *result = Type::VEC4;
                self.exponential(locals)
            }
            Helper::Half => special::half(width, Rounding::Nearest, locals),
            Helper::HalfDown => special::half(width, Rounding::Down, locals),
            Helper::HalfUp => special::half(width, Rounding::Up, locals),
            Helper::HalfTowardZero => special::half(width, Rounding::TowardZero, locals),
            Helper::FloatInward | Helper::FloatOutward => {
                *result = Type::new(Scalar::Float, width);
                special::directed_float(width, helper == Helper::FloatInward, locals)
            }
            Helper::WholeModulo => {
                *result = Type::new(Scalar::Uint, width);
                let near = self.helper(Helper::ToInt, vec![a()]).reinterpret(Scalar::Uint);
                let modulus = || Expression::float(4_294_967_296.0, width);
                let quotient = Expression::binary(Binary::Divide, a(), modulus());
                let whole = Expression::built_in(BuiltIn::Floor, vec![quotient]);
                let multiple = Expression::binary(Binary::Multiply, whole, modulus());
                let rest = Expression::binary(Binary::Subtract, a(), multiple);
                let magnitude = Expression::built_in(BuiltIn::Absolute, vec![a()]);
                let finite = less(magnitude, Expression::float(f32::INFINITY, width));
                vec![give(Expression::select(finite, rest.convert(Scalar::Uint), near))]
            }
            Helper::Fixed => {
                let scale = || Expression::float(1024.0, width);
                let scaled = Expression::binary(Binary::Multiply, a(), scale());
                let rounded = Expression::built_in(BuiltIn::RoundEven, vec![scaled]);
                let (low, high) = (
                    Expression::float(-2048.0, width),
                    Expression::float(2047.0, width),
                );
                let within = Expression::built_in(BuiltIn::Clamp, vec![rounded, low, high]);
                let value = Expression::binary(Binary::Divide, within, scale());
                vec![give(Expression::select(nan(a()), zero(), value))]
            }
            Helper::ToInt | Helper::ToUint => {
                let (scalar, least, most) = match helper {
                    Helper::ToInt => (Scalar::Int, -2_147_483_648.0, 2_147_483_648.0),
                    _ => (Scalar::Uint, 0.0, 4_294_967_296.0),
                };
                *result = Type::new(scalar, width);
                let last = match scalar {
                    Scalar::Int => i32::MAX as u32,
                    _ => u32::MAX,
                };
                let bits = |value| Expression::bits(scalar, value, width);
                let above = Expression::binary(Binary::GreaterOrEqual, a(), Expression::float(most, width));
                let low = maximum(a(), Expression::float(least, width)).convert(scalar);
                let number = Expression::select(above, bits(last), low);
                vec![give(Expression::select(nan(a()), bits(0), number))]
            }
            Helper::MultiplyHigh => special::multiply_high(width, locals),
            Helper::MultiplyHighSigned => {
                let ty = Type::new(Scalar::Uint, width);
                let argument = |at| Expression::read(Root::Argument(at), ty);
                let high = self.helper(Helper::MultiplyHigh, vec![argument(0), argument(1)]);
                // A negative number is 2^32 too large as an unsigned one.
                let excess = |of: u32, by: u32| {
                    let zero = Expression::bits(Scalar::Int, 0, width);
                    let negative = less(argument(of).reinterpret(Scalar::Int), zero);
                    Expression::select(negative, argument(by), Expression::bits(Scalar::Uint, 0, width))
                };
                let less_one = Expression::binary(Binary::Subtract, high, excess(0, 1));
                vec![give(Expression::binary(Binary::Subtract, less_one, excess(1, 0)))]
            }
            Helper::SetLessOrNan => vec![give(or_nan(truth(less(a(), b()))))],
            Helper::SetLessEqualOrNan => {
                vec![give(or_nan(truth(Expression::binary(
                    Binary::LessOrEqual,
                    a(),
                    b(),
                ))))]
            }
            Helper::SetEqualOrNan => vec![give(or_nan(truth(Expression::binary(Binary::Equal, a(), b()))))],
            Helper::SetNotEqualOrNan => {
                vec![give(or_nan(truth(Expression::binary(
                    Binary::NotEqual,
                    a(),
                    b(),
                ))))]
            }
        }
    }
}
