//! The values of expressions.

use std::cmp::Ordering;
use std::fmt;

use super::register::Register;

/// The interpretation of the two-bit elements of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Sign {
    /// Only 0 and 1 occur: either reading gives the same.
    Open,
    /// -2 to 1.
    Signed,
    /// 0 to 3.
    Unsigned,
}

/// The value of an expression. Nothing in it is narrower than 32 bits, so that it is moved in aligned pieces: others
/// would wait for the ones that were written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    /// An integer of 64 bits; it must fit 32 where a word needs it.
    Int(i64),
    /// A float of 64 bits; rounded to 32 where a word needs it.
    Float(f64),
    /// A list of fewer than 16 small integers, four bits each from bit 0 up, and its length.
    List(u64, u32),
    /// Two bits for each of 16 elements, laid out as a load immediate has them.
    Elements(u32, Sign),
    /// A register.
    Register(Register),
    /// A semaphore as an operand of a move: its number, and bit 4 to acquire it.
    Semaphore(u32),
    /// A label and a distance from it in bytes.
    Label {
        /// Its number among the labels.
        id: u32,
        /// Bytes.
        offset: i64,
    },
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueKind {
    Int,
    Float,
    List,
    Elements,
    Register,
    Semaphore,
    Label,
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ValueKind::Int => "an integer",
            ValueKind::Float => "a float",
            ValueKind::List => "a list that has not 16 elements",
            ValueKind::Elements => "a list of elements",
            ValueKind::Register => "a register",
            ValueKind::Semaphore => "a semaphore",
            ValueKind::Label => "a label",
        })
    }
}

/// Why numbers are no list of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ElementsError {
    #[error("a list has up to 16 elements")]
    Length,
    #[error("an element is from -2 to 3")]
    Range,
    /// Two bits are read with a sign or without, for all elements alike.
    #[error("elements below 0 and above 1 cannot stand in one list")]
    MixedSigns,
}

impl Value {
    /// Its kind, for messages.
    pub(super) fn kind(self) -> ValueKind {
        match self {
            Value::Int(_) => ValueKind::Int,
            Value::Float(_) => ValueKind::Float,
            Value::List(..) => ValueKind::List,
            Value::Elements(..) => ValueKind::Elements,
            Value::Register(_) => ValueKind::Register,
            Value::Semaphore(_) => ValueKind::Semaphore,
            Value::Label { .. } => ValueKind::Label,
        }
    }

    /// The order of values of different kinds, and of labels, semaphores and lists among themselves: numbers are the
    /// least, labels the greatest. `None` for two numbers, and for two registers.
    pub(super) fn order(self, other: Value) -> Option<Ordering> {
        let rank = |value| match value {
            Value::Int(_) | Value::Float(_) => 0,
            Value::List(..) => 1,
            Value::Elements(..) => 2,
            Value::Register(_) => 3,
            Value::Semaphore(_) => 4,
            Value::Label { .. } => 5,
        };
        match (self, other) {
            (Value::Elements(a, _), Value::Elements(b, _)) | (Value::Semaphore(a), Value::Semaphore(b)) => {
                Some(a.cmp(&b))
            }
            _ => Some(rank(self).cmp(&rank(other))).filter(|order| order.is_ne()),
        }
    }

    /// The bits of a float of 32 bits. There is one NaN, whatever the machine that assembles would make of it.
    pub(super) fn single(value: f64) -> u32 {
        if value.is_nan() {
            0x7fc0_0000
        } else {
            (value as f32).to_bits()
        }
    }

    /// As a float, where it is a number.
    pub(super) fn as_float(self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(value as f64),
            Value::Float(value) => Some(value),
            _ => None,
        }
    }

    /// The integers of a list of any length.
    pub(super) fn list(self) -> Option<Vec<i64>> {
        match self {
            Value::List(nibbles, length) => Some(
                (0..length)
                    .map(|at| ((nibbles >> (4 * at)) << 60) as i64 >> 60)
                    .collect(),
            ),
            Value::Elements(bits, sign) => Some(
                (0..16)
                    .map(|at| {
                        let (high, low) = (i64::from(bits >> (at + 16) & 1), i64::from(bits >> at & 1));
                        if sign == Sign::Unsigned {
                            2 * high + low
                        } else {
                            low - 2 * high
                        }
                    })
                    .collect(),
            ),
            _ => None,
        }
    }

    /// A list of up to 16 elements, -2 to 3 each; 16 of them not both negative and above one.
    pub(super) fn elements(list: &[i64]) -> Result<Value, ElementsError> {
        if list.len() > 16 {
            return Err(ElementsError::Length);
        }
        if list.iter().any(|value| !(-2..=3).contains(value)) {
            return Err(ElementsError::Range);
        }
        if list.len() < 16 {
            let nibbles = list
                .iter()
                .rev()
                .fold(0, |nibbles, value| nibbles << 4 | (*value & 15) as u64);
            return Ok(Value::List(nibbles, list.len() as u32));
        }
        let mut bits = 0;
        let mut sign = Sign::Open;
        for (at, value) in list.iter().enumerate() {
            let wanted = match value {
                0 | 1 => sign,
                -2 | -1 => Sign::Signed,
                _ => Sign::Unsigned,
            };
            if sign != Sign::Open && wanted != sign {
                return Err(ElementsError::MixedSigns);
            }
            sign = wanted;
            let code = (*value & 3) as u32;
            bits |= ((code >> 1) << 16 | (code & 1)) << at;
        }
        Ok(Value::Elements(bits, sign))
    }
}
