//! Functions that the translation brings with it, written in the form itself, so that no printer has its own.
//!
//! Each says what the meaning of an operation says (`isa::gl::operation`) where the target's own function
//! leaves something open.

pub(crate) mod helper;
pub(crate) mod rounding;
pub(crate) mod special;

use quadrille_numerics::convert::Rounding;

use crate::form::{
    Binary, Block, BuiltIn, Components, Expression, Function, FunctionId, Place, Root, Scalar, Statement,
    StatementKind, Type,
};
pub(crate) use crate::raise::library::helper::Helper;
use crate::raise::raiser::Raiser;
use crate::target::{Feature, Support};

pub(crate) fn argument(at: u32, width: u8) -> Expression {
    argument_of(at, Type::new(Scalar::Float, width))
}

/// An argument of any type.
pub(crate) fn argument_of(at: u32, ty: Type) -> Expression {
    Expression::read(Root::Argument(at), ty)
}

pub(crate) fn local(at: u32, ty: Type) -> Expression {
    Expression::read(Root::Local(at), ty)
}

pub(crate) fn give(value: Expression) -> Statement {
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

pub(crate) fn less(a: Expression, b: Expression) -> Expression {
    Expression::binary(Binary::Less, a, b)
}

pub(crate) fn nan(a: Expression) -> Expression {
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
        let own = arguments[0].ty;
        let function = self.helper_function(helper, own, arguments.len());
        let result = self.shader.function(function).result.unwrap_or(Type::FLOAT);
        Expression::call(function, result, arguments)
    }

    fn helper_function(&mut self, helper: Helper, own: Type, count: usize) -> FunctionId {
        if let Some(known) = self.library.get(&(helper, own)) {
            return *known;
        }
        let mut locals = Vec::new();
        let mut result = own;
        let body = self.helper_body(helper, own, &mut locals, &mut result);
        // Functions of one name differ by their arguments; those of another meaning get another name.
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
        self.library.insert((helper, own), function);
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
        own: Type,
        locals: &mut Vec<(String, Type)>,
        result: &mut Type,
    ) -> Block {
        let Type { scalar, width } = own;
        let (a, b) = (|| argument_of(0, own), || argument_of(1, own));
        let zero = || Expression::zero(scalar, width);
        let one = || Expression::number(scalar, 1.0, width);
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
                locals.push(("f".to_owned(), own));
                let f = || local(0, own);
                let floor = Expression::built_in(BuiltIn::Floor, vec![a()]);
                let below = match scalar {
                    Scalar::Double => 1.0 - f64::EPSILON / 2.0,
                    _ => f64::from(1.0 - f32::EPSILON / 2.0),
                };
                let below = Expression::number(scalar, below, width);
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
            Helper::FloatInward | Helper::FloatOutward if scalar == Scalar::Ulong => {
                *result = own.with_scalar(Scalar::Float);
                vec![give(self.helper(helper, vec![rounding::gathered(own)]))]
            }
            Helper::FloatInward | Helper::FloatOutward => {
                *result = own.with_scalar(Scalar::Float);
                rounding::directed(own, *result, helper == Helper::FloatInward, locals)
            }
            Helper::DoubleInward | Helper::DoubleOutward => {
                *result = own.with_scalar(Scalar::Double);
                rounding::directed(own, *result, helper == Helper::DoubleInward, locals)
            }
            Helper::FloatOdd => {
                *result = own.with_scalar(Scalar::Float);
                self.odd(own, locals)
            }
            Helper::Side => {
                *result = own.with_scalar(Scalar::Float);
                let number = |value| Expression::float(value, width);
                let side = Expression::select(less(zero(), a()), number(1.0), a().convert(Scalar::Float));
                let side = Expression::select(less(a(), zero()), number(-1.0), side);
                vec![give(side)]
            }
            Helper::WholeModulo | Helper::WholeModuloLong => {
                let to = Scalar::Uint.sized(helper == Helper::WholeModuloLong);
                *result = own.with_scalar(to);
                let near = self.helper(Helper::nearest(to.signed()), vec![a()]);
                rounding::whole_modulo(own, near.reinterpret(to), locals)
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
            Helper::ToInt | Helper::ToUint | Helper::ToLong | Helper::ToUlong => {
                let to = match helper {
                    Helper::ToInt => Scalar::Int,
                    Helper::ToUint => Scalar::Uint,
                    Helper::ToLong => Scalar::Long,
                    _ => Scalar::Ulong,
                };
                let end = to.unsigned_end();
                let (least, most, last) = match to.is_unsigned() {
                    true => (0.0, end, -1),
                    false => (-end / 2.0, end / 2.0, i64::MAX >> (64 - to.bits())),
                };
                *result = own.with_scalar(to);
                let number = |value| Expression::number(scalar, value, width);
                let above = Expression::binary(Binary::GreaterOrEqual, a(), number(most));
                let low = maximum(a(), number(least)).convert(to);
                let number = Expression::select(above, Expression::integer(to, last, width), low);
                vec![give(Expression::select(
                    nan(a()),
                    Expression::zero(to, width),
                    number,
                ))]
            }
            Helper::MultiplyHigh => special::multiply_high(width, locals),
            Helper::MultiplyHighSigned => {
                let argument = |at| argument_of(at, own);
                let high = self.helper(Helper::MultiplyHigh, vec![argument(0), argument(1)]);
                // A negative number is 2^32 too large as an unsigned one.
                let excess = |of: u32, by: u32| {
                    let signed = scalar.signed();
                    let negative = less(argument(of).reinterpret(signed), Expression::zero(signed, width));
                    Expression::select(negative, argument(by), zero())
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
            Helper::SetLessInOrder => {
                // Of equal numbers only zeros have reciprocals that differ.
                let inverse = |value| Expression::binary(Binary::Divide, one(), value);
                let equal = |a, b| Expression::binary(Binary::Equal, a, b);
                let signed = truth(less(inverse(a()), inverse(b())));
                let last = Expression::select(nan(b()), truth(equal(a(), a())), zero());
                let otherwise = Expression::select(equal(a(), b()), signed, last);
                vec![give(Expression::select(less(a(), b()), one(), otherwise))]
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
