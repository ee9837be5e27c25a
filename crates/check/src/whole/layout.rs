//! The layout of a program: what its stage has to declare is there, and the vertices that it may read.

use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{Features, ProgramOption, Stage};
use quadrille_program::Layout;
use quadrille_program::layout::{Geometry, InputPrimitive, OutputPrimitive, Passthrough, Tessellation};

use crate::context::Context;
use crate::language::Language;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::stage::{Once, StageDeclarations, value};
use crate::state::unread::Unread;

/// Reports what the stage has to declare and does not, and what it may not.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    unread: &Unread,
    diagnostics: &mut Diagnostics,
) {
    let passes = cx.language.has(ProgramOption::NvGeometryProgramPassthrough);
    let end = cx.end_of_program();
    let stated = stage;
    let mut found = Vec::new();
    let mut need = |is_there: bool, what: &'static str| {
        let misspelled = |statement: &Statement| statement.row().word == what;
        if !(is_there || unread.head || unread.declarations.iter().any(misspelled)) {
            found.push(rules::missing_declaration::at(end, what));
        }
    };
    match cx.language.features.stage {
        Stage::Geometry => {
            need(stated.primitive_in.is_some(), "PRIMITIVE_IN");
            if !passes {
                need(stated.primitive_out.is_some(), "PRIMITIVE_OUT");
                need(stated.vertices_out.is_some(), "VERTICES_OUT");
            }
        }
        Stage::TessellationControl => need(stated.vertices_out.is_some(), "VERTICES_OUT"),
        Stage::TessellationEvaluation => need(stated.tess_mode.is_some(), "TESS_MODE"),
        Stage::Compute if !cx.language.has(ProgramOption::ArbComputeVariableGroupSize) => {
            need(stated.group_size.is_some(), "GROUP_SIZE");
        }
        Stage::Compute | Stage::Vertex | Stage::VertexState | Stage::Fragment => {}
    }
    if passes {
        let option = ProgramOption::NvGeometryProgramPassthrough.row().name();
        let excluded = [
            stated.primitive_out.map(|once| once.span),
            stated.vertices_out.map(|once| once.span),
            stated.invocations.map(|once| once.span),
        ];
        let excluded = excluded.into_iter().flatten();
        found.extend(excluded.map(|span| rules::declaration_excluded::at(span, option)));
        if let Some(Once {
            value: Some(input),
            span,
        }) = stated.primitive_in
            && strip(input).is_none()
        {
            found.push(rules::passthrough_result::primitive(span));
        }
    }
    for diagnostic in found {
        diagnostics.report(diagnostic);
    }
}

/// The layout of a program without errors.
pub(crate) fn layout(language: &Language, stage: &StageDeclarations) -> Layout {
    let stated = stage;
    match language.features.stage {
        Stage::Vertex | Stage::VertexState | Stage::Fragment => Layout::None,
        Stage::Geometry => {
            let input = value(stated.primitive_in).unwrap_or(InputPrimitive::Points);
            Layout::Geometry(Geometry {
                input,
                output: value(stated.primitive_out)
                    .or(strip(input))
                    .unwrap_or(OutputPrimitive::Points),
                vertices: value(stated.vertices_out).or(input.vertices()).unwrap_or(0),
                invocations: value(stated.invocations).unwrap_or(1),
                passes_through: passes_through(&language.features),
                passthrough: passthrough_results(stage),
            })
        }
        Stage::TessellationControl => Layout::TessellationControl {
            vertices: value(stated.vertices_out).unwrap_or(0),
        },
        Stage::TessellationEvaluation => match value(stated.tess_mode) {
            Some(mode) => Layout::TessellationEvaluation(Tessellation {
                mode,
                spacing: value(stated.tess_spacing).unwrap_or_default(),
                clockwise: value(stated.clockwise).unwrap_or(false),
                points: stated.point_mode.is_some(),
            }),
            None => Layout::None,
        },
        Stage::Compute => Layout::Compute {
            group_size: value(stated.group_size),
            shared_bytes: value(stated.shared_memory).unwrap_or(0),
        },
    }
}

/// The results that PASSTHROUGH names, each once with all its components.
fn passthrough_results(stage: &StageDeclarations) -> Vec<Passthrough> {
    let mut results: Vec<Passthrough> = Vec::new();
    let mut named = stage.passthrough.clone();
    named.sort_by_key(|named| named.binding);
    for named in named {
        match results.last_mut() {
            Some(last) if last.binding == named.binding => last.mask |= named.mask,
            _ => results.push(Passthrough {
                binding: named.binding,
                mask: named.mask,
            }),
        }
    }
    results
}

/// The output primitive of a passthrough program for its input primitive; none for an input that it may not have.
const fn strip(input: InputPrimitive) -> Option<OutputPrimitive> {
    match input {
        InputPrimitive::Points => Some(OutputPrimitive::Points),
        InputPrimitive::Lines => Some(OutputPrimitive::LineStrip),
        InputPrimitive::Triangles => Some(OutputPrimitive::TriangleStrip),
        InputPrimitive::LinesAdjacency | InputPrimitive::TrianglesAdjacency | InputPrimitive::Patches => None,
    }
}

/// Whether a geometry program copies its vertices and emits none of its own.
const fn passes_through(features: &Features) -> bool {
    features
        .options
        .contains(ProgramOption::NvGeometryProgramPassthrough)
}
