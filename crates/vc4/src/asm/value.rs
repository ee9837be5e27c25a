//! What an expression can be.

use super::register::Register;

/// How the lists of two-bit elements reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// Only 0 and 1 occur: either reading gives the same.
    Open,
    /// -2 to 1.
    Signed,
    /// 0 to 3.
    Unsigned,
}

/// The value of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    /// An integer of 64 bits; it must fit 32 where a word needs it.
    Int(i64),
    /// A float of 64 bits; rounded to 32 where a word needs it.
    Float(f64),
    /// Two bits for each of 16 elements, laid out as a load immediate has them.
    Elements(u32, Sign),
    /// A register.
    Register(Register),
    /// A semaphore as an operand of a move.
    Semaphore {
        /// Acquire or release.
        acquire: bool,
        /// 0 to 15.
        number: u8,
    },
    /// A label and a distance from it in bytes.
    Label {
        /// Its number among the labels.
        id: u32,
        /// Bytes.
        offset: i64,
    },
}

impl Value {
    /// What it is, for messages.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Value::Int(_) => "an integer",
            Value::Float(_) => "a float",
            Value::Elements(..) => "a list of elements",
            Value::Register(_) => "a register",
            Value::Semaphore { .. } => "a semaphore",
            Value::Label { .. } => "a label",
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

    /// The list of 16 elements as bits: -2 to 3 each, not both negative and above one.
    pub(super) fn elements(list: &[i64]) -> Result<Value, &'static str> {
        if list.len() != 16 {
            return Err("a list of elements has 16 of them");
        }
        let mut bits = 0;
        let mut sign = Sign::Open;
        for (at, value) in list.iter().enumerate() {
            let wanted = match value {
                0 | 1 => sign,
                -2 | -1 => Sign::Signed,
                2 | 3 => Sign::Unsigned,
                _ => return Err("an element is from -2 to 3"),
            };
            if sign != Sign::Open && wanted != sign {
                return Err("elements below 0 and above 1 cannot stand in one list");
            }
            sign = wanted;
            let code = (*value & 3) as u32;
            bits |= ((code >> 1) << 16 | (code & 1)) << at;
        }
        Ok(Value::Elements(bits, sign))
    }
}
