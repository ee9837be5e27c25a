//! The form in which registers are read and written in the shader.

use crate::form::walk::inside_out;
use crate::form::{Expression, ExpressionKind, Root};

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

    /// The same of the vertex with a number, where this is that of the first vertex.
    #[must_use]
    pub(crate) fn of_vertex(self, number: &Expression) -> Reading {
        let of = |mut value: Expression| {
            inside_out(&mut value, &mut |part| {
                if let ExpressionKind::Read(place) = &mut part.kind
                    && let Root::Input(_) | Root::Output(_) = place.root
                    && place.index.is_some()
                {
                    place.index = Some(Box::new(number.clone()));
                }
            });
            value
        };
        match self {
            Reading::Whole(whole) => Reading::Whole(of(whole)),
            Reading::Pieces(pieces) => Reading::Pieces(pieces.map(of)),
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
