//! Integers that the machine knows of an invocation: its numbers, and its places in a dispatch.

use quadrille_program::{Layout, Variable};

use crate::form::{Expression, InputKind, Scalar, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::reading::Reading;
use crate::target::Feature;

/// A vector with an integer in x that is known.
pub(crate) fn known_number(draft: &mut Draft<'_>, number: u32) -> Reading {
    draft.need(Feature::Integers, draft.context.entry());
    let bits = Expression::bits(Scalar::Float, number, 1);
    let zero = || Expression::float(0.0, 1);
    Reading::Pieces([bits, zero(), zero(), zero()])
}

/// A vector with an integer in x.
pub(crate) fn number(
    draft: &mut Draft<'_>,
    kind: InputKind,
    feature: Feature,
    variable: &Variable,
) -> Option<Reading> {
    draft.need(feature, draft.context.entry());
    draft.need(Feature::Integers, draft.context.entry());
    let value = draft.input("number", Type::INT, kind, variable);
    let zero = || Expression::float(0.0, 1);
    Some(Reading::Pieces([
        value.reinterpret(Scalar::Float),
        zero(),
        zero(),
        zero(),
    ]))
}

/// A vector with as many unsigned integers in front as tell something of the invocation.
pub(crate) fn vector(draft: &mut Draft<'_>, kind: InputKind, width: u8, variable: &Variable) -> Reading {
    draft.need(Feature::Integers, draft.context.entry());
    let value = draft.input("invocation", Type::new(Scalar::Uint, width), kind, variable);
    let value = value.reinterpret(Scalar::Float);
    Reading::Pieces(std::array::from_fn(|at| match at < usize::from(width) {
        true => value.clone().component(at as u8),
        false => Expression::float(0.0, 1),
    }))
}

/// The size of work groups, where the program or the options say it.
pub(crate) fn group_size(draft: &Draft<'_>) -> Option<[u32; 3]> {
    match draft.shader.layout {
        Layout::Compute { group_size, .. } => group_size,
        Layout::None
        | Layout::Geometry(_)
        | Layout::TessellationControl { .. }
        | Layout::TessellationEvaluation(_) => None,
    }
}
