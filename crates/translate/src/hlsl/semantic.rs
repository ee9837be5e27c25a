//! Semantics: the usages of Direct3D 9 by which values come and go.
//!
//! They go by the locations of all targets, so that shaders fit each other and the engine however they were translated.

use crate::form::{Input, InputKind, Output, OutputKind};

/// Registers of texture coordinates, which follow the colours and the fog coordinate.
const TEXCOORDS: u32 = 8;

/// The semantic of an input, and its type in the structure of inputs.
pub(super) fn input(input: &Input) -> Option<(String, &'static str)> {
    Some(match input.kind {
        InputKind::Attribute(location) => (attribute(location), "float4"),
        InputKind::Varying(location, interpolation) => {
            let centroid = if interpolation.centroid { "_centroid" } else { "" };
            let ty = super::type_name(input.ty);
            (format!("{}{centroid}", varying(location)), ty)
        }
        InputKind::FragmentPosition => ("VPOS".to_owned(), "float2"),
        InputKind::FrontFacing => ("VFACE".to_owned(), "float"),
        InputKind::AttributeHalf(..)
        | InputKind::ClipDistance(_)
        | InputKind::PointCoordinate
        | InputKind::VertexIndex
        | InputKind::InstanceIndex
        | InputKind::BaseVertex
        | InputKind::BaseInstance
        | InputKind::DrawId
        | InputKind::PrimitiveId
        | InputKind::SampleId
        | InputKind::SampleMask
        | InputKind::Helper
        | InputKind::Layer
        | InputKind::Viewport
        | InputKind::LocalId
        | InputKind::GlobalId
        | InputKind::GroupId
        | InputKind::GroupCount
        | InputKind::GroupSize
        | InputKind::LocalIndex
        | InputKind::SubgroupInvocation
        | InputKind::Position
        | InputKind::PointSize
        | InputKind::Patch(_)
        | InputKind::OuterLevel(_)
        | InputKind::InnerLevel(_)
        | InputKind::TessellationCoordinate
        | InputKind::InvocationId
        | InputKind::PatchVertices => return None,
    })
}

/// The semantic of an output.
pub(super) fn output(output: &Output) -> Option<String> {
    Some(match output.kind {
        OutputKind::Position => "POSITION".to_owned(),
        OutputKind::PointSize => "PSIZE".to_owned(),
        OutputKind::Varying(location, _) => varying(location),
        OutputKind::Color(number, _) => format!("COLOR{number}"),
        OutputKind::Depth => "DEPTH".to_owned(),
        OutputKind::ClipVertex
        | OutputKind::ClipDistance(_)
        | OutputKind::SampleMask
        | OutputKind::Layer
        | OutputKind::Viewport
        | OutputKind::ViewportMask
        | OutputKind::PrimitiveId
        | OutputKind::Patch(_)
        | OutputKind::Streamed { .. }
        | OutputKind::OuterLevel(_)
        | OutputKind::InnerLevel(_) => return None,
    })
}

/// The usage of a vertex array by its number (NV_vertex_program, Table X.1, whose conventional arrays have usages of the
/// same name).
fn attribute(location: u32) -> String {
    const FIRST: [&str; 8] = [
        "POSITION",
        "BLENDWEIGHT",
        "NORMAL",
        "COLOR0",
        "COLOR1",
        "FOG",
        "TANGENT",
        "BLENDINDICES",
    ];
    match FIRST.get(location as usize) {
        Some(name) => (*name).to_owned(),
        None => format!("TEXCOORD{}", location - FIRST.len() as u32),
    }
}

/// The usage of what goes between the stages by its location.
fn varying(location: u32) -> String {
    match location {
        0..4 => format!("COLOR{location}"),
        4 => "FOG".to_owned(),
        5..13 => format!("TEXCOORD{}", location - 5),
        // Generic values, and behind them distances to clip planes.
        13..29 => format!("NORMAL{}", location - 5 - TEXCOORDS),
        _ => format!("BINORMAL{}", location - 29),
    }
}
