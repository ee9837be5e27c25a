//! Folding: what an expression is besides itself: a constant, another value, or a simpler expression.

use quadrille_base::IndexVec;

use crate::compute::compute;
use crate::expression::{Expression, Value, ValueId};
use crate::number::Number;
use crate::op::{FloatBinary, FloatUnary, IntBinary};

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// Another value.
    Value(ValueId),
    /// A constant of its type.
    Constant(u64),
    /// This.
    Expression(Expression),
}

/// 1 in binary32.
const ONE: u64 = 1f32.to_bits() as u64;

/// Folds an expression over known values. Every step keeps every bit.
pub fn fold(expression: &Expression, values: &IndexVec<ValueId, Value>) -> Folded {
    let of = |value: ValueId| values[value].expression;
    let constant = |value: ValueId| match of(value) {
        Expression::Constant { bits, .. } => Some(bits),
        _ => None,
    };
    if let Expression::Constant { bits, .. } = expression {
        return Folded::Constant(*bits);
    }
    let mut all = true;
    expression.visit(|operand| all &= constant(operand).is_some());
    if all && let Some(bits) = compute(expression, |operand| constant(operand).unwrap_or(0)) {
        return Folded::Constant(bits);
    }
    match *expression {
        Expression::Select {
            mask,
            when,
            otherwise,
        } => match constant(mask) {
            Some(0) => Folded::Value(otherwise),
            Some(_) => Folded::Value(when),
            None if when == otherwise => Folded::Value(when),
            None => select(mask, when, otherwise, values),
        },
        Expression::And { a, b } => match (constant(a), constant(b)) {
            (Some(0), _) | (_, Some(0)) => Folded::Constant(0),
            (Some(_), _) => Folded::Value(b),
            (_, Some(_)) => Folded::Value(a),
            (None, None) if a == b => Folded::Value(a),
            (None, None) => Folded::Expression(*expression),
        },
        Expression::Or { a, b } => match (constant(a), constant(b)) {
            (Some(0), _) => Folded::Value(b),
            (_, Some(0)) => Folded::Value(a),
            (Some(_), _) | (_, Some(_)) => Folded::Constant(1),
            (None, None) if a == b => Folded::Value(a),
            (None, None) => Folded::Expression(*expression),
        },
        Expression::Not { a } => match of(a) {
            Expression::Not { a } => Folded::Value(a),
            _ => Folded::Expression(*expression),
        },
        Expression::FloatUnary { number, op, a } => unary(number, op, a, values),
        // A product with 1 is the other number, but for a NaN, which is as canonical as that of any product.
        Expression::FloatBinary {
            number: number @ Number::Ieee,
            op: FloatBinary::Multiply,
            a,
            b,
        } => match (constant(a), constant(b)) {
            (Some(ONE), _) => fold(&Expression::Canonical { number, a: b }, values),
            (_, Some(ONE)) => fold(&Expression::Canonical { number, a }, values),
            _ => Folded::Expression(*expression),
        },
        Expression::Canonical { number, a } => match of(a) {
            Expression::Canonical { number: known, .. } if known.nan() == number.nan() => Folded::Value(a),
            _ if number.nan().is_none() => Folded::Value(a),
            _ => Folded::Expression(*expression),
        },
        Expression::Narrow { number, a } if gives(a, number, values) => Folded::Value(a),
        Expression::IntBinary {
            number: Number::S32 | Number::U32 | Number::S64 | Number::U64,
            op: IntBinary::Add,
            a,
            b,
        } => match (constant(a), constant(b)) {
            (Some(0), _) => Folded::Value(b),
            (_, Some(0)) => Folded::Value(a),
            _ => Folded::Expression(*expression),
        },
        Expression::ParameterAt { range, index } => match constant(index) {
            Some(index) => match range.slot(index as u32) {
                Some(slot) => Folded::Expression(Expression::Parameter {
                    slot: slot as u32,
                    component: range.component,
                }),
                None => Folded::Constant(0),
            },
            None => Folded::Expression(*expression),
        },
        Expression::AttributeAt { range, index } => match constant(index) {
            Some(index) => match range.slot(index as u32) {
                Some(slot) => Folded::Expression(Expression::Attribute {
                    slot: slot as u32,
                    component: range.component,
                }),
                None => Folded::Constant(0),
            },
            None => Folded::Expression(*expression),
        },
        Expression::Low { a } => match of(a) {
            Expression::Join { low, .. } => Folded::Value(low),
            _ => Folded::Expression(*expression),
        },
        Expression::High { a } => match of(a) {
            Expression::Join { high, .. } => Folded::Value(high),
            _ => Folded::Expression(*expression),
        },
        Expression::Join { low, high } => match (of(low), of(high)) {
            (Expression::Low { a }, Expression::High { a: b }) if a == b => Folded::Value(a),
            _ => Folded::Expression(*expression),
        },
        _ => Folded::Expression(*expression),
    }
}

/// The canonical NaN where the value is one is an expression of its own.
fn select(mask: ValueId, when: ValueId, otherwise: ValueId, values: &IndexVec<ValueId, Value>) -> Folded {
    let select = Expression::Select {
        mask,
        when,
        otherwise,
    };
    match (values[mask].expression, values[when].expression) {
        (Expression::IsNan { number, a }, Expression::Constant { bits, .. })
            if a == otherwise && number.nan() == Some(bits) =>
        {
            fold(&Expression::Canonical { number, a }, values)
        }
        (Expression::Not { a: mask }, _) => Folded::Expression(Expression::Select {
            mask,
            when: otherwise,
            otherwise: when,
        }),
        _ => Folded::Expression(select),
    }
}

fn unary(number: Number, op: FloatUnary, a: ValueId, values: &IndexVec<ValueId, Value>) -> Folded {
    let same = Folded::Expression(Expression::FloatUnary { number, op, a });
    let inner = match values[a].expression {
        Expression::FloatUnary { number: inner, op, a } if inner == number => Some((op, a)),
        _ => None,
    };
    match (op, inner) {
        (FloatUnary::Admit, _) if is_admitted(number, a, values, 8) => Folded::Value(a),
        // In fixed point the least number has no opposite.
        _ if number == Number::Fixed => same,
        (FloatUnary::Negate, Some((FloatUnary::Negate, a))) if number != Number::Half => Folded::Value(a),
        (FloatUnary::Magnitude, Some((FloatUnary::Magnitude, _))) => Folded::Value(a),
        (FloatUnary::Magnitude, Some((FloatUnary::Negate, a))) => {
            Folded::Expression(Expression::FloatUnary {
                number,
                op: FloatUnary::Magnitude,
                a,
            })
        }
        _ => same,
    }
}

/// Whether a value is the result of an operation of these numbers.
fn gives(value: ValueId, wanted: Number, values: &IndexVec<ValueId, Value>) -> bool {
    match values[value].expression {
        Expression::FloatUnary { number, .. }
        | Expression::FloatBinary { number, .. }
        | Expression::Narrow { number, .. } => number == wanted,
        _ => false,
    }
}

/// Whether the numbers read a value as it is: it has no denormal, or they have them.
fn is_admitted(number: Number, value: ValueId, values: &IndexVec<ValueId, Value>, depth: u32) -> bool {
    if !number.flushes() {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let known = |value| is_admitted(number, value, values, depth - 1);
    match values[value].expression {
        Expression::Constant { bits, .. } => !f32::from_bits(bits as u32).is_subnormal(),
        Expression::FloatUnary { number: of, op, a } if op.moves() => {
            op == FloatUnary::Admit && of == number || known(a)
        }
        Expression::FloatUnary { number: of, .. } | Expression::FloatBinary { number: of, .. } => {
            of == number
        }
        Expression::Select { when, otherwise, .. } => known(when) && known(otherwise),
        Expression::Canonical { a, .. } => known(a),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Type;

    /// source: the product as it is computed
    #[test]
    fn a_product_with_1_is_the_other_number() {
        let mut values = IndexVec::default();
        let mut value = |expression| {
            values.push(Value {
                expression,
                kind: Type::of(Number::Ieee),
                uniform: false,
            })
        };
        let x = value(Expression::Attribute {
            slot: 0,
            component: 0,
        });
        let one = value(Expression::Constant {
            kind: Type::of(Number::Ieee),
            bits: ONE,
        });
        for (a, b) in [(x, one), (one, x)] {
            let product = Expression::FloatBinary {
                number: Number::Ieee,
                op: FloatBinary::Multiply,
                a,
                b,
            };
            let Folded::Expression(folded) = fold(&product, &values) else {
                panic!("it is no value that is there");
            };
            assert!(!matches!(folded, Expression::FloatBinary { .. }));
            let floats = [
                0.0,
                -0.0,
                1.0,
                -3.5,
                f32::MAX,
                f32::INFINITY,
                f32::NEG_INFINITY,
                1e-40,
            ];
            let nans = [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xff80_0001, 0x7fff_ffff, 1];
            for bits in floats.map(f32::to_bits).into_iter().chain(nans) {
                let of = |value: ValueId| if value == one { ONE } else { bits.into() };
                assert_eq!(compute(&folded, of), compute(&product, of), "{bits:x}");
            }
        }
    }
}
