//! The form in which registers are read and written in the shader.

use crate::form::{Expression, Root};

/// The values that are read for an attribute or parameter.
#[derive(Clone, Debug)]
pub(crate) enum Reading {
    /// One value of four components.
    Whole(Expression),
    /// Four components of their own.
    Pieces([Expression; 4]),
}

impl Reading {
    /// One component.
    pub(crate) fn component(&self, at: u8) -> Expression {
        match self {
            Reading::Whole(whole) => whole.clone().component(at),
            Reading::Pieces(pieces) => pieces[usize::from(at)].clone(),
        }
    }

    /// All components as one value; a scalar that stands for all of them stays one.
    pub(crate) fn whole(self) -> Expression {
        match self {
            Reading::Whole(whole) => whole,
            Reading::Pieces(pieces) => Expression::construct(pieces.to_vec()),
        }
    }
}

/// The place that writes of a register go to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writing {
    /// All four components.
    Vector(Root),
    /// One component, which the place holds alone.
    Scalar(Root, u8),
    /// Nothing is kept.
    Nowhere,
}
