//! A function as it is being made: values in the order in which they are computed, each once.

use rustc_hash::FxHashMap;

use quadrille_numerics::binary32::SMALL_ANGLES;

use crate::operation::{Angle, Binary, Comparison, Unary};

/// A value of a function: a word in each lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(crate) u32);

/// How a value is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expression {
    /// A word of a plane, in the vector of this number among those that are computed at once.
    Input(u16, u8),
    /// The word of a number, the same in all lanes.
    Uniform(u16),
    /// A word that is written out.
    Constant(u32),
    Unary(Unary, Value),
    Binary(Binary, Value, Value),
    /// The first by as many places as are written out, 0 to 31: [`Binary::ShiftLeft`] and its like.
    Shift(Binary, Value, u8),
    /// `when` where all bits of `mask` are set, `otherwise` where none is.
    Select {
        mask: Value,
        when: Value,
        otherwise: Value,
    },
    /// A function of an angle: `small`, but in lanes whose magnitude is above `most`, which are few, that of the large
    /// angle.
    Angle {
        of: Angle,
        magnitude: Value,
        most: Value,
        angle: Value,
        small: Value,
    },
}

impl Expression {
    /// Whether it can be read again wherever it is needed.
    pub(crate) fn is_leaf(self) -> bool {
        match self {
            Expression::Input(..) | Expression::Uniform(_) | Expression::Constant(_) => true,
            Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Shift(..)
            | Expression::Select { .. }
            | Expression::Angle { .. } => false,
        }
    }
}

/// A function of planes of words: every lane by itself.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub(crate) values: Vec<Expression>,
    pub(crate) outputs: Vec<(u16, Value)>,
    known: FxHashMap<Expression, Value>,
}

impl Function {
    /// One that computes nothing.
    #[must_use]
    pub fn new() -> Function {
        Function::default()
    }

    /// The word of a plane that is read.
    pub fn input(&mut self, plane: u16) -> Value {
        self.value(Expression::Input(plane, 0))
    }

    /// A word that is the same in all lanes of a run, by its number among those.
    pub fn uniform(&mut self, number: u16) -> Value {
        self.value(Expression::Uniform(number))
    }

    /// A word that is written out.
    pub fn constant(&mut self, bits: u32) -> Value {
        self.value(Expression::Constant(bits))
    }

    /// A function of one word.
    pub fn unary(&mut self, op: Unary, a: Value) -> Value {
        match self.constant_of(a) {
            Some(a) => self.constant(op.of(a)),
            None => self.value(Expression::Unary(op, a)),
        }
    }

    /// A function of two words.
    pub fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        match (op, self.constant_of(a), self.constant_of(b)) {
            (_, Some(a), Some(b)) => self.constant(op.of(a, b)),
            (Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned, _, Some(places @ 0..32)) => {
                self.value(Expression::Shift(op, a, places as u8))
            }
            (Binary::Compare(Comparison::Equal), _, Some(0)) => match self.values[a.0 as usize] {
                Expression::Binary(Binary::And, x, y) => {
                    self.binary(Binary::Compare(Comparison::Disjoint), x, y)
                }
                _ => self.value(Expression::Binary(op, a, b)),
            },
            _ => self.value(Expression::Binary(op, a, b)),
        }
    }

    /// `when` where all bits of `mask` are set, `otherwise` where none is; other masks there are not.
    pub fn select(&mut self, mask: Value, when: Value, otherwise: Value) -> Value {
        if when == otherwise {
            return when;
        }
        match self.values[mask.0 as usize] {
            Expression::Constant(0) => otherwise,
            Expression::Constant(_) => when,
            Expression::Binary(Binary::Compare(Comparison::FloatLess), a, b)
                if (a, b) == (when, otherwise) =>
            {
                self.binary(Binary::FloatMinimum, when, otherwise)
            }
            Expression::Binary(Binary::Compare(Comparison::FloatLess), a, b)
                if (b, a) == (when, otherwise) =>
            {
                self.binary(Binary::FloatMaximum, when, otherwise)
            }
            // Choices compare for themselves, and truths that were joined would first have to be words.
            Expression::Binary(Binary::And, a, b) if self.are_comparisons(a, b) => {
                let when = self.select(b, when, otherwise);
                self.select(a, when, otherwise)
            }
            Expression::Binary(Binary::Or, a, b) if self.are_comparisons(a, b) => {
                let otherwise = self.select(b, when, otherwise);
                self.select(a, when, otherwise)
            }
            _ => self.value(Expression::Select {
                mask,
                when,
                otherwise,
            }),
        }
    }

    fn are_comparisons(&self, a: Value, b: Value) -> bool {
        [a, b].iter().all(|value| {
            matches!(
                self.values[value.0 as usize],
                Expression::Binary(Binary::Compare(_), _, _)
            )
        })
    }

    /// A function of an angle that is `small` for small angles.
    pub(crate) fn angle(&mut self, of: Angle, magnitude: Value, angle: Value, small: Value) -> Value {
        let most = self.constant(SMALL_ANGLES.to_bits() - 1);
        self.value(Expression::Angle {
            of,
            magnitude,
            most,
            angle,
            small,
        })
    }

    /// Has a plane written: it is none of those that are read.
    pub fn output(&mut self, plane: u16, value: Value) {
        self.outputs.push((plane, value));
    }

    /// The planes that it reads.
    #[cfg(all(feature = "native", target_arch = "x86_64"))]
    pub(crate) fn inputs(&self) -> impl Iterator<Item = u16> {
        self.values.iter().filter_map(|expression| match expression {
            Expression::Input(plane, _) => Some(*plane),
            _ => None,
        })
    }

    /// Whether it needs an instruction set that takes numbers apart.
    #[cfg(all(feature = "native", target_arch = "x86_64"))]
    pub(crate) fn needs_exponents(&self) -> bool {
        self.values.iter().any(|expression| match *expression {
            Expression::Unary(op, _) => op.needs_exponents(),
            Expression::Binary(op, _, _) => op.needs_exponents(),
            Expression::Input(..)
            | Expression::Uniform(_)
            | Expression::Constant(_)
            | Expression::Shift(..)
            | Expression::Select { .. }
            | Expression::Angle { .. } => false,
        })
    }

    /// How many uniforms a run has to give: one more than the largest number.
    #[cfg(all(feature = "native", target_arch = "x86_64"))]
    pub(crate) fn uniforms(&self) -> u32 {
        let numbers = self.values.iter().filter_map(|expression| match expression {
            Expression::Uniform(number) => Some(u32::from(*number) + 1),
            _ => None,
        });
        numbers.max().unwrap_or(0)
    }

    fn constant_of(&self, value: Value) -> Option<u32> {
        match self.values[value.0 as usize] {
            Expression::Constant(bits) => Some(bits),
            _ => None,
        }
    }

    fn value(&mut self, expression: Expression) -> Value {
        let next = Value(self.values.len() as u32);
        let value = *self.known.entry(expression).or_insert(next);
        if value == next {
            self.values.push(expression);
        }
        value
    }

    /// What it gives in one lane, by the words of the planes and those that are the same in all lanes: the meaning that
    /// its code has, but for which NaN an operation gives.
    #[must_use]
    pub fn evaluate(&self, input: impl Fn(u16) -> u32, uniform: impl Fn(u16) -> u32) -> Vec<(u16, u32)> {
        let mut words: Vec<u32> = Vec::with_capacity(self.values.len());
        for expression in &self.values {
            let of = |value: Value| words[value.0 as usize];
            words.push(match *expression {
                Expression::Input(plane, _) => input(plane),
                Expression::Uniform(number) => uniform(number),
                Expression::Constant(bits) => bits,
                Expression::Unary(op, a) => op.of(of(a)),
                Expression::Binary(op, a, b) => op.of(of(a), of(b)),
                Expression::Shift(op, a, places) => op.of(of(a), u32::from(places)),
                Expression::Select {
                    mask,
                    when,
                    otherwise,
                } => of(if of(mask) != 0 { when } else { otherwise }),
                Expression::Angle {
                    of: function,
                    magnitude,
                    most,
                    angle,
                    small,
                } => {
                    if of(most) < of(magnitude) {
                        function.of_large(of(angle))
                    } else {
                        of(small)
                    }
                }
            });
        }
        let outputs = self.outputs.iter();
        outputs
            .map(|(plane, value)| (*plane, words[value.0 as usize]))
            .collect()
    }
}
