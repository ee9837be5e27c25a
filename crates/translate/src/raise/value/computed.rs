//! What an instruction computes: its value, and what its condition code takes beside that.

use crate::form::Expression;
use crate::raise::value::sum::Sum;

/// What an instruction computes.
pub(crate) struct Computed {
    /// What goes to the register.
    pub(crate) value: Expression,
    /// What the condition code takes, where that is not the value.
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
