//! The longest functions of the library: LIT, EXP and LOG, rounding to binary16, high halves of products.

use quadrille_numerics::convert::Rounding;

use crate::form::{Binary, Block, BuiltIn, Expression, Root, Scalar, Statement, StatementKind, Type};
use crate::raise::library::{Helper, argument, assign, give, less, local, nan};
use crate::raise::raiser::Raiser;

impl Raiser<'_> {
    /// `(1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1)`
    pub(crate) fn light(&mut self, helper: Helper, locals: &mut Vec<(String, Type)>) -> Block {
        let a = || argument(0, 4);
        let zero = || Expression::float(0.0, 1);
        let limit = 128.0 - 1.0 / 256.0;
        let positive = |at: u8| {
            let value = a().component(at);
            Expression::select(less(value.clone(), zero()), zero(), value)
        };
        locals.push(("diffuse".to_owned(), Type::FLOAT));
        locals.push(("specular".to_owned(), Type::FLOAT));
        let (diffuse, specular) = (|| local(0, Type::FLOAT), || local(1, Type::FLOAT));
        let exponent = a().component(3);
        let power = if helper == Helper::Light {
            let (low, high) = (Expression::float(-limit, 1), Expression::float(limit, 1));
            let exponent = Expression::built_in(BuiltIn::Clamp, vec![exponent, low, high]);
            self.helper(Helper::Power, vec![specular(), exponent])
        } else {
            let logarithm = self.helper(Helper::LogarithmOfBase, vec![specular()]);
            let product = Expression::binary(Binary::Multiply, exponent, logarithm);
            Expression::built_in(BuiltIn::Exp2, vec![product])
        };
        let lit = Expression::select(less(zero(), diffuse()), power, zero());
        let one = || Expression::float(1.0, 1);
        vec![
            assign(Root::Local(0), None, positive(0)),
            assign(Root::Local(1), None, positive(1)),
            give(Expression::construct(vec![one(), diffuse(), lit, one()])),
        ]
    }

    pub(crate) fn exponential(&mut self, locals: &mut Vec<(String, Type)>) -> Block {
        let a = || argument(0, 1);
        let zero = || Expression::float(0.0, 1);
        locals.push(("whole".to_owned(), Type::FLOAT));
        let whole = || local(0, Type::FLOAT);
        let exp2 = |value| Expression::built_in(BuiltIn::Exp2, vec![value]);
        let infinity = Expression::float(f32::INFINITY, 1);
        let inside = Expression::binary(Binary::And, less(zero(), whole()), less(whole(), infinity));
        let inside = Expression::binary(Binary::Or, inside, nan(whole()));
        let fraction = self.helper(Helper::Fraction, vec![a()]);
        let second = Expression::select(inside.clone(), fraction, zero());
        let third = Expression::select(inside, exp2(a()), whole());
        let floor = Expression::built_in(BuiltIn::Floor, vec![a()]);
        vec![
            assign(Root::Local(0), None, exp2(floor)),
            give(Expression::construct(vec![
                whole(),
                second,
                third,
                Expression::float(1.0, 1),
            ])),
        ]
    }
}

/// The distance of neighbours is a power of two by the exponent, and no smaller than that of denormals.
pub(crate) fn half(width: u8, rounding: Rounding, locals: &mut Vec<(String, Type)>) -> Block {
    let ty = Type::new(Scalar::Float, width);
    let a = || argument(0, width);
    let number = |value| Expression::float(value, width);
    let built = |function, arguments| Expression::built_in(function, arguments);
    locals.push(("magnitude".to_owned(), ty));
    locals.push(("step".to_owned(), ty));
    let (magnitude, step) = (|| local(0, ty), || local(1, ty));
    let exponent = built(BuiltIn::Floor, vec![built(BuiltIn::Log2, vec![magnitude()])]);
    let exponent = built(BuiltIn::Clamp, vec![exponent, number(-14.0), number(15.0)]);
    let distance = Expression::binary(Binary::Subtract, exponent, number(10.0));
    let quotient = Expression::binary(Binary::Divide, a(), step());
    let whole = match rounding {
        Rounding::Nearest => BuiltIn::RoundEven,
        Rounding::Down => BuiltIn::Floor,
        Rounding::Up => BuiltIn::Ceiling,
        Rounding::TowardZero => BuiltIn::Truncate,
    };
    let rounded = Expression::binary(Binary::Multiply, built(whole, vec![quotient]), step());
    let (low, high) = (|| number(-65504.0), || number(65504.0));
    let rounded = match rounding {
        Rounding::Nearest => rounded,
        Rounding::Down => built(BuiltIn::Minimum, vec![rounded, high()]),
        Rounding::Up => built(BuiltIn::Maximum, vec![rounded, low()]),
        Rounding::TowardZero => built(BuiltIn::Clamp, vec![rounded, low(), high()]),
    };
    // Rounded to the nearest, the result is infinite from half-way between the largest number and the next one
    // on. Rounded otherwise, it is what packing makes of more than the largest number.
    let most = match rounding {
        Rounding::Nearest => 65520.0,
        _ => f32::INFINITY,
    };
    let inside = less(magnitude(), number(most));
    let outside = Expression::binary(Binary::Multiply, a(), number(f32::INFINITY));
    vec![
        assign(Root::Local(0), None, built(BuiltIn::Absolute, vec![a()])),
        assign(Root::Local(1), None, built(BuiltIn::Exp2, vec![distance])),
        give(Expression::select(inside, rounded, outside)),
    ]
}

/// Exponent and mantissa hold together even where the target's logarithm is off at a power of two.
pub(crate) fn logarithm(locals: &mut Vec<(String, Type)>) -> Block {
    let a = || argument(0, 1);
    let one = || Expression::float(1.0, 1);
    for name in ["magnitude", "logarithm", "exponent", "mantissa"] {
        locals.push((name.to_owned(), Type::FLOAT));
    }
    let value = |at| local(at, Type::FLOAT);
    let built = |function, arguments| Expression::built_in(function, arguments);
    let branch = |condition, then| {
        let kind = StatementKind::If {
            condition,
            then,
            otherwise: Block::new(),
        };
        Statement::new(kind, None)
    };
    let step = |operation, factor: f32| {
        vec![
            assign(
                Root::Local(2),
                None,
                Expression::binary(operation, value(2), one()),
            ),
            assign(
                Root::Local(3),
                None,
                Expression::binary(Binary::Multiply, value(3), Expression::float(factor, 1)),
            ),
        ]
    };
    let scale = built(BuiltIn::Exp2, vec![value(2)]);
    let infinity = Expression::float(f32::INFINITY, 1);
    let edge = Expression::binary(
        Binary::Or,
        Expression::binary(Binary::Equal, value(0), Expression::float(0.0, 1)),
        Expression::binary(Binary::Equal, value(0), infinity),
    );
    vec![
        assign(Root::Local(0), None, built(BuiltIn::Absolute, vec![a()])),
        assign(Root::Local(1), None, built(BuiltIn::Log2, vec![value(0)])),
        assign(Root::Local(2), None, built(BuiltIn::Floor, vec![value(1)])),
        assign(
            Root::Local(3),
            None,
            Expression::binary(Binary::Divide, value(0), scale),
        ),
        branch(edge, vec![assign(Root::Local(3), None, one())]),
        branch(
            Expression::binary(Binary::GreaterOrEqual, value(3), Expression::float(2.0, 1)),
            step(Binary::Add, 0.5),
        ),
        branch(less(value(3), one()), step(Binary::Subtract, 2.0)),
        give(Expression::construct(vec![value(2), value(3), value(1), one()])),
    ]
}

/// Schoolbook multiplication in halves of 16 bits.
pub(crate) fn multiply_high(width: u8, locals: &mut Vec<(String, Type)>) -> Block {
    let ty = Type::new(Scalar::Uint, width);
    let number = |value| Expression::bits(Scalar::Uint, value, width);
    let low = |at| {
        let whole = Expression::read(Root::Argument(at), ty);
        Expression::binary(Binary::BitAnd, whole, number(0xffff))
    };
    let high_of = |value| Expression::binary(Binary::ShiftRight, value, number(16));
    let high = |at| high_of(Expression::read(Root::Argument(at), ty));
    let product = |a, b| Expression::binary(Binary::Multiply, a, b);
    let sum = |a, b| Expression::binary(Binary::Add, a, b);
    locals.push(("first".to_owned(), ty));
    locals.push(("second".to_owned(), ty));
    let (first, second) = (|| local(0, ty), || local(1, ty));
    let carried = Expression::binary(Binary::BitAnd, first(), number(0xffff));
    let whole = sum(product(high(0), high(1)), high_of(first()));
    vec![
        assign(
            Root::Local(0),
            None,
            sum(product(high(0), low(1)), high_of(product(low(0), low(1)))),
        ),
        assign(Root::Local(1), None, sum(product(low(0), high(1)), carried)),
        give(sum(whole, high_of(second()))),
    ]
}
