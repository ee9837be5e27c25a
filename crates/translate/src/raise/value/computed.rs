//! The result of an instruction: its value, and what its condition code takes beside that.

use crate::form::Expression;
use crate::raise::value::sum::Sum;

/// The result of an instruction.
pub(crate) struct Computed {
    /// The value for the register.
    pub(crate) value: Expression,
    /// The value for the condition code, where it is another.
    pub(crate) code: Option<Expression>,
    /// The sum that the value is of, where its carry or overflow counts.
    pub(crate) sum: Option<Sum>,
}

impl From<Expression> for Computed {
    fn from(value: Expression) -> Computed {
        Computed {
            value,
            code: None,
            sum: None,
        }
    }
}
