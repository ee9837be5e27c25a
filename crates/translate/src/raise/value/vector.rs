//! Arithmetic on floats whose components are made differently: LIT, LOG, XPD and their like. Only those that are written
//! are made.

use crate::form::{Binary, BuiltIn, Expression};
use crate::raise::library::Helper;
use crate::raise::value::float::Floats;
use crate::raise::value::scalar::magnitude;

fn one() -> Expression {
    Expression::float(1.0, 1)
}

fn zero() -> Expression {
    Expression::float(0.0, 1)
}

/// LIT, by the function that is worth a call for the third component only.
pub(crate) fn light(floats: &mut Floats<'_, '_, '_>, helper: Helper) -> Expression {
    let operand = &floats.operands()[0];
    if floats.written.contains(&2) {
        let vector = floats.operand(operand, &[0, 1, 2, 3]);
        let written = floats.written;
        return floats.helper(helper, vec![vector]).components(written);
    }
    floats.by_component(|floats, at| match at {
        1 => {
            let x = floats.scalar(operand, 0);
            // In this order a NaN stays one: x < 0 ? 0 : x.
            floats.exactly(Helper::Maximum, BuiltIn::Maximum, [zero(), x])
        }
        _ => one(),
    })
}

/// LOG: exponent and mantissa by a function, where they are written.
pub(crate) fn logarithm(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operand = &floats.operands()[0];
    let written = floats.written;
    if written.iter().any(|at| *at < 2) {
        let value = floats.scalar(operand, 0);
        return floats.helper(Helper::Logarithm, vec![value]).components(written);
    }
    floats.by_component(|floats, at| match at {
        2 => {
            let value = floats.scalar(operand, 0);
            Expression::built_in(BuiltIn::Log2, vec![magnitude(value)])
        }
        _ => one(),
    })
}

/// EXP: `(2^floor a, a - floor a, 2^a, 1)`
pub(crate) fn exponential(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operand = &floats.operands()[0];
    floats.by_component(|floats, at| {
        let value = floats.scalar(operand, 0);
        match at {
            0 => {
                let floor = Expression::built_in(BuiltIn::Floor, vec![value]);
                Expression::built_in(BuiltIn::Exp2, vec![floor])
            }
            1 => floats.exactly(Helper::Fraction, BuiltIn::Fraction, [value]),
            2 => Expression::built_in(BuiltIn::Exp2, vec![value]),
            _ => one(),
        }
    })
}

/// EXP of VP1.x.
pub(crate) fn exponential_vp1(floats: &mut Floats<'_, '_, '_>) -> Expression {
    if !floats.is_exact() {
        return exponential(floats);
    }
    let value = floats.scalar(&floats.operands()[0], 0);
    let written = floats.written;
    floats
        .helper(Helper::ExponentialVp1, vec![value])
        .components(written)
}

/// DST: `(1, a.y * b.y, a.z, b.w)`
pub(crate) fn distance(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operands = floats.operands();
    floats.by_component(|floats, at| match at {
        0 => one(),
        1 => {
            let (a, b) = (floats.scalar(&operands[0], 1), floats.scalar(&operands[1], 1));
            floats.product(a, b)
        }
        2 => floats.scalar(&operands[0], 2),
        _ => floats.scalar(&operands[1], 3),
    })
}

/// SCS: `(cos a, sin a)`
pub(crate) fn sine_cosine(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operand = &floats.operands()[0];
    floats.by_component(|floats, at| {
        let angle = floats.scalar(operand, 0);
        match at {
            0 => Expression::built_in(BuiltIn::Cosine, vec![angle]),
            1 => Expression::built_in(BuiltIn::Sine, vec![angle]),
            _ => zero(),
        }
    })
}

/// XPD: the cross product of the first three components.
pub(crate) fn cross(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let (operands, written) = (floats.operands(), floats.written);
    if matches!(written, [0, 1, 2] | [0, 1, 2, 3]) {
        let [a, b] = [0, 1].map(|at| floats.operand(&operands[at], &[0, 1, 2]));
        let cross = Expression::built_in(BuiltIn::Cross, vec![a, b]);
        return padded(cross, written.len() - 3);
    }
    floats.by_component(|floats, at| {
        if at == 3 {
            return zero();
        }
        let (next, last) = ((at + 1) % 3, (at + 2) % 3);
        let mut product = |i: u8, j: u8| {
            let (a, b) = (floats.scalar(&operands[0], i), floats.scalar(&operands[1], j));
            Expression::binary(Binary::Multiply, a, b)
        };
        let (first, second) = (product(next, last), product(last, next));
        Expression::binary(Binary::Subtract, first, second)
    })
}

/// X2D: `a.xy` plus the 2×2 matrix `c` times `b.xy`, in xy and again in zw.
pub(crate) fn transform2d(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operands = floats.operands();
    floats.by_component(|floats, at| {
        let row = 2 * (at & 1);
        let [first, second] = [0, 1].map(|i: u8| {
            let (b, c) = (
                floats.scalar(&operands[1], i),
                floats.scalar(&operands[2], row + i),
            );
            floats.rounded(Expression::binary(Binary::Multiply, b, c))
        });
        let start = floats.scalar(&operands[0], at & 1);
        let sum = Expression::binary(Binary::Add, start, first);
        let sum = floats.rounded(sum);
        Expression::binary(Binary::Add, sum, second)
    })
}

/// RFL: `2(a·b)/(a·a)·a - b` in three components.
pub(crate) fn reflect(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [first, second] = [0, 1].map(|at| &floats.operands()[at]);
    let axis = floats.dot(first, first, 3);
    let along = floats.dot(first, second, 3);
    let twice = Expression::binary(Binary::Multiply, Expression::float(2.0, 1), along);
    let scale = Expression::binary(Binary::Divide, twice, axis);
    in_three(floats, |floats, wanted| {
        let (a, b) = (floats.operand(first, wanted), floats.operand(second, wanted));
        let scaled = Expression::binary(Binary::Multiply, scale, a);
        Expression::binary(Binary::Subtract, scaled, b)
    })
}

/// NRM: `a.xyz / √(a.xyz · a.xyz)`
pub(crate) fn normalize(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let operand = &floats.operands()[0];
    let square = floats.dot(operand, operand, 3);
    let scale = Expression::built_in(BuiltIn::InverseSquareRoot, vec![square]);
    in_three(floats, |floats, wanted| {
        let value = floats.operand(operand, wanted);
        Expression::binary(Binary::Multiply, value, scale)
    })
}

/// The written components of a vector of three, before a zero for the fourth.
fn in_three(
    floats: &mut Floats<'_, '_, '_>,
    make: impl FnOnce(&mut Floats<'_, '_, '_>, &[u8]) -> Expression,
) -> Expression {
    let written = floats.written;
    let wanted: Vec<u8> = written.iter().copied().filter(|at| *at < 3).collect();
    if wanted.is_empty() {
        return zero();
    }
    padded(make(floats, &wanted), written.len() - wanted.len())
}

/// A vector with zeros behind it, where a component is undefined and read as zero.
fn padded(value: Expression, zeros: usize) -> Expression {
    if zeros == 0 {
        return value;
    }
    Expression::construct(vec![value, Expression::float(0.0, zeros as u8)])
}
