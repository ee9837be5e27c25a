//! Integers that the machine knows of an invocation: its numbers, and its places in a dispatch.

use quadrille_isa::gl::Family;
use quadrille_program::{Layout, Variable};

use crate::form::{Binary, Expression, InputKind, Scalar, Type, Unary};
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

/// The number of a thread in its group, or the bits of threads beside it, where groups are subgroups.
pub(crate) fn thread(draft: &mut Draft<'_>, variable: &Variable) -> Reading {
    draft.need(Feature::Integers, draft.context.entry());
    draft.need(Feature::SubgroupIds, draft.context.entry());
    let ty = Type::new(Scalar::Uint, 1);
    let number = draft.input("thread", ty, InputKind::SubgroupInvocation, variable);
    let one = || Expression::bits(Scalar::Uint, 1, 1);
    let own = || Expression::binary(Binary::ShiftLeft, one(), number.clone());
    let below = || Expression::binary(Binary::Subtract, own(), one());
    let up_to = || Expression::binary(Binary::BitOr, below(), own());
    let value = match variable.binding.family {
        Family::Threadeqmask => own(),
        Family::Threadltmask => below(),
        Family::Threadlemask => up_to(),
        Family::Threadgtmask => up_to().unary(Unary::Complement),
        Family::Threadgemask => below().unary(Unary::Complement),
        _ => number.clone(),
    };
    let zero = || Expression::float(0.0, 1);
    Reading::Pieces([value.reinterpret(Scalar::Float), zero(), zero(), zero()])
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
