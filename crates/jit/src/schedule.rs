//! The order in which values are computed. Vectors of lanes that follow each other are computed at once, operation by
//! operation, each some operations behind the one before: what has to wait for one is filled with the others, and while one
//! divides, for which there is one unit, the others do something else.

use crate::function::{Expression, Function, Value};
use crate::operation::{Binary, Comparison};

/// Values in the order in which they are computed.
#[derive(Debug)]
pub(crate) struct Schedule {
    pub(crate) values: Vec<Expression>,
    /// What is written: planes, vectors among those that are computed at once, values.
    pub(crate) outputs: Vec<(u16, u8, Value)>,
}

/// Vectors at once. So many take more registers than there are, and are faster all the same: what is put aside for want
/// of one goes to the cache by ports that arithmetic does not use, while a chain of functions on fewer vectors waits for
/// results for a third of its time.
pub(crate) const VECTORS: u8 = 4;

impl Schedule {
    /// The order of a function, for so many vectors at once, each so many operations behind the one before.
    pub(crate) fn new(function: &Function, vectors: u8, apart: usize) -> Schedule {
        let (count, vectors) = (function.values.len(), usize::from(vectors));
        let mut values = Vec::with_capacity(count * vectors);
        // Where each value of the function is, of each vector.
        let mut places = vec![Value(u32::MAX); count * vectors];
        for time in 0..count + apart * (vectors - 1) {
            for vector in 0..vectors {
                let Some(at) = time.checked_sub(apart * vector).filter(|at| *at < count) else {
                    continue;
                };
                let expression = function.values[at];
                let is_shared = matches!(expression, Expression::Constant(_) | Expression::Uniform(_));
                if is_shared && vector > 0 {
                    places[at * vectors + vector] = places[at * vectors];
                    continue;
                }
                places[at * vectors + vector] = Value(values.len() as u32);
                values.push(moved(expression, vector as u8, |value| {
                    places[value.0 as usize * vectors + vector]
                }));
            }
        }
        let outputs = function.outputs.iter().flat_map(|(plane, value)| {
            let of_vectors = places[value.0 as usize * vectors..][..vectors].iter();
            let numbers = 0..vectors as u8;
            numbers
                .zip(of_vectors)
                .map(|(vector, place)| (*plane, vector, *place))
        });
        Schedule {
            outputs: outputs.collect(),
            values,
        }
    }

    /// The comparison that a choice is made by, if its mask is one.
    pub(crate) fn comparison(&self, mask: Value) -> Option<(Comparison, Value, Value)> {
        match self.values[mask.0 as usize] {
            Expression::Binary(Binary::Compare(comparison), a, b) => Some((comparison, a, b)),
            _ => None,
        }
    }

    /// The values that are read as one is computed. A choice by a comparison compares for itself.
    pub(crate) fn operands(&self, at: usize) -> [Option<Value>; 4] {
        match self.values[at] {
            Expression::Input(..) | Expression::Uniform(_) | Expression::Constant(_) => [None; 4],
            Expression::Unary(_, a) | Expression::Shift(_, a, _) => [Some(a), None, None, None],
            Expression::Binary(_, a, b) => [Some(a), Some(b), None, None],
            Expression::Select {
                mask,
                when,
                otherwise,
            } => match self.comparison(mask) {
                Some((_, a, b)) => [Some(a), Some(b), Some(when), Some(otherwise)],
                None => [Some(mask), Some(when), Some(otherwise), None],
            },
            Expression::Angle {
                magnitude,
                most,
                angle,
                small,
                ..
            } => [Some(magnitude), Some(most), Some(angle), Some(small)],
        }
    }
}

/// An expression of another vector.
fn moved(expression: Expression, vector: u8, of: impl Fn(Value) -> Value) -> Expression {
    match expression {
        Expression::Input(plane, _) => Expression::Input(plane, vector),
        Expression::Uniform(_) | Expression::Constant(_) => expression,
        Expression::Unary(op, a) => Expression::Unary(op, of(a)),
        Expression::Binary(op, a, b) => Expression::Binary(op, of(a), of(b)),
        Expression::Shift(op, a, places) => Expression::Shift(op, of(a), places),
        Expression::Select {
            mask,
            when,
            otherwise,
        } => Expression::Select {
            mask: of(mask),
            when: of(when),
            otherwise: of(otherwise),
        },
        Expression::Angle {
            of: function,
            magnitude,
            most,
            angle,
            small,
        } => Expression::Angle {
            of: function,
            magnitude: of(magnitude),
            most: of(most),
            angle: of(angle),
            small: of(small),
        },
    }
}
