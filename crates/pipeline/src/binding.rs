//! What vertex results and fragment attributes the pipeline knows, by binding family: the one place where
//! families are told apart.

#![allow(
    dead_code,
    reason = "a variant is made where the table of bindings has its family"
)]

use quadrille_isa::gl::{Binding, Family};

/// A result of the last stage before rasterization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VertexResult {
    /// Clip coordinates.
    Position,
    /// A colour.
    Color { back: bool, secondary: bool },
    /// A value that is interpolated and that the fragment stage reads by the same name.
    Varying(Varying),
    /// Point size.
    PointSize,
    /// Distance from user clip plane n.
    ClipDistance(u32),
    /// Something the pipeline has no use for.
    Unused,
}

/// A value that is interpolated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Varying {
    FogCoordinate,
    TextureCoordinate(u32),
}

/// What a fragment attribute holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentInput {
    Color {
        secondary: bool,
    },
    Varying(Varying),
    /// Window coordinates and 1/w.
    Position,
}

/// What a vertex attribute holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VertexInput {
    /// The array or current value of an attribute.
    Attribute(usize),
}

/// The meaning of a vertex program's result.
pub(crate) fn vertex_result(binding: Binding) -> VertexResult {
    let index = binding.index;
    match binding.family {
        Family::ResultPosition => VertexResult::Position,
        Family::ResultColor => VertexResult::Color {
            back: index[0] == 1,
            secondary: index[1] == 1,
        },
        _ => VertexResult::Unused,
    }
}

/// The meaning of a fragment program's attribute; `None` for one that rasterization does not give.
pub(crate) fn fragment_input(binding: Binding) -> Option<FragmentInput> {
    let index = binding.index;
    Some(match binding.family {
        Family::FragmentColor => FragmentInput::Color {
            secondary: index[0] == 1,
        },
        _ => return None,
    })
}

/// What a fragment program's result is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FragmentResult {
    /// Colour of draw buffer n.
    Color(u32),
    /// Depth, in z.
    Depth,
    /// Something the pipeline has no use for.
    Unused,
}

/// The meaning of a fragment program's result.
pub(crate) fn fragment_result(binding: Binding) -> FragmentResult {
    match binding.family {
        Family::ResultFragmentColor => FragmentResult::Color(binding.index[0]),
        _ => FragmentResult::Unused,
    }
}

/// The meaning of a vertex program's attribute; `None` for one that a draw does not give.
pub(crate) fn vertex_input(binding: Binding) -> Option<VertexInput> {
    use crate::mesh::attribute;
    let index = binding.index;
    Some(VertexInput::Attribute(match binding.family {
        Family::VertexPosition => attribute::POSITION,
        Family::VertexNormal => attribute::NORMAL,
        Family::VertexColor => attribute::COLOR + index[0] as usize,
        _ => return None,
    }))
}
