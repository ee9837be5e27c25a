//! The declarations of a program's stage: primitives, patches, work groups (NV_geometry_program4,
//! NV_tessellation_program5, NV_compute_program5, section 2.X.7 of each).

use quadrille_base::Span;
use quadrille_isa::gl::statement::Statement;
use quadrille_isa::gl::{Binding, Family, LanguageSet, Limit, ProgramOption, Role, Stage};
use quadrille_program::layout::{InputPrimitive, OutputPrimitive, TessellationMode, TessellationSpacing};
use quadrille_syntax::tree::{Declaration, Declarator, Part, Value};

use crate::binding::look_up;
use crate::context::Context;
use crate::declare::argument::{Choices, argument, choice, count, no_argument, single_count};
use crate::declare::modifiers::modifiers_of;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::selector::mask;
use crate::state::diagnostics::Diagnostics;
use crate::state::stage::{Once, Passthrough, StageDeclarations};

const PRIMITIVES_IN: Choices<InputPrimitive> = &[
    ("POINTS", InputPrimitive::Points),
    ("LINES", InputPrimitive::Lines),
    ("LINES_ADJACENCY", InputPrimitive::LinesAdjacency),
    ("TRIANGLES", InputPrimitive::Triangles),
    ("TRIANGLES_ADJACENCY", InputPrimitive::TrianglesAdjacency),
    ("PATCHES", InputPrimitive::Patches),
];

const PRIMITIVES_OUT: Choices<OutputPrimitive> = &[
    ("POINTS", OutputPrimitive::Points),
    ("LINE_STRIP", OutputPrimitive::LineStrip),
    ("TRIANGLE_STRIP", OutputPrimitive::TriangleStrip),
];

const MODES: Choices<TessellationMode> = &[
    ("TRIANGLES", TessellationMode::Triangles),
    ("QUADS", TessellationMode::Quads),
    ("ISOLINES", TessellationMode::Isolines),
];

const SPACINGS: Choices<TessellationSpacing> = &[
    ("EQUAL", TessellationSpacing::Equal),
    ("FRACTIONAL_ODD", TessellationSpacing::FractionalOdd),
    ("FRACTIONAL_EVEN", TessellationSpacing::FractionalEven),
];

const ORDERS: Choices<bool> = &[("CW", true), ("CCW", false)];

/// The words that a declaration of the stage takes; none for one that takes numbers, a binding or nothing.
pub fn arguments(statement: Statement) -> Vec<&'static str> {
    fn names<T>(choices: Choices<T>) -> Vec<&'static str> {
        choices.iter().map(|(name, _)| *name).collect()
    }
    match statement {
        Statement::PrimitiveIn => names(PRIMITIVES_IN),
        Statement::PrimitiveOut => names(PRIMITIVES_OUT),
        Statement::TessMode => names(MODES),
        Statement::TessSpacing => names(SPACINGS),
        Statement::TessVertexOrder => names(ORDERS),
        Statement::VerticesOut
        | Statement::Invocations
        | Statement::TessPointMode
        | Statement::GroupSize
        | Statement::SharedMemory
        | Statement::SecondaryViewLayerOffset
        | Statement::Passthrough
        | Statement::Option
        | Statement::Attrib
        | Statement::Param
        | Statement::Temp
        | Statement::Address
        | Statement::Output
        | Statement::Alias
        | Statement::Define
        | Statement::Declare
        | Statement::Buffer
        | Statement::Buffer4
        | Statement::Cbuffer
        | Statement::Storage
        | Statement::Counter
        | Statement::Shared
        | Statement::Texture
        | Statement::Image
        | Statement::SubroutineType
        | Statement::Subroutine => Vec::new(),
    }
}

/// A declaration of the stage.
pub(crate) fn stage_declaration(
    cx: &Context<'_, '_>,
    stage: &mut StageDeclarations,
    diagnostics: &mut Diagnostics,
    statement: Statement,
    declaration: &Declaration<'_>,
    span: Span,
) {
    if let Some(first) = cx.first_naming {
        diagnostics.report(rules::late_declaration::at(span, first));
    }
    modifiers_of(cx, diagnostics, declaration, statement);
    let items = cx.declarators(declaration);
    let keyword = declaration.keyword.span;
    if let Some(value) = items.iter().find_map(|item| item.value) {
        let message = "this declaration has no value";
        diagnostics.report(rules::syntax_error::unexpected(cx.operand(value).span, message));
    }
    match statement {
        Statement::PrimitiveIn => {
            let value = primitive_in(cx, diagnostics, items, keyword);
            once(stage, diagnostics, |stage| &mut stage.primitive_in, value, span);
        }
        Statement::PrimitiveOut => {
            let value = choice(cx, diagnostics, items, keyword, PRIMITIVES_OUT);
            once(stage, diagnostics, |stage| &mut stage.primitive_out, value, span);
        }
        Statement::VerticesOut => {
            let value = single_count(cx, diagnostics, items, keyword, 1, vertex_limit(cx));
            once(stage, diagnostics, |stage| &mut stage.vertices_out, value, span);
        }
        Statement::Invocations => {
            let value = single_count(cx, diagnostics, items, keyword, 1, Limit::GeometryInvocations);
            once(stage, diagnostics, |stage| &mut stage.invocations, value, span);
        }
        Statement::TessMode => {
            let value = choice(cx, diagnostics, items, keyword, MODES);
            once(stage, diagnostics, |stage| &mut stage.tess_mode, value, span);
        }
        Statement::TessSpacing => {
            let value = choice(cx, diagnostics, items, keyword, SPACINGS);
            once(stage, diagnostics, |stage| &mut stage.tess_spacing, value, span);
        }
        Statement::TessVertexOrder => {
            let value = choice(cx, diagnostics, items, keyword, ORDERS);
            once(stage, diagnostics, |stage| &mut stage.clockwise, value, span);
        }
        Statement::TessPointMode => {
            no_argument(diagnostics, items);
            once(stage, diagnostics, |stage| &mut stage.point_mode, Some(()), span);
        }
        Statement::GroupSize => group_size(cx, stage, diagnostics, items, keyword, span),
        Statement::SharedMemory => {
            let value = single_count(cx, diagnostics, items, keyword, 0, Limit::SharedMemoryBytes);
            once(stage, diagnostics, |stage| &mut stage.shared_memory, value, span);
        }
        Statement::SecondaryViewLayerOffset => {
            let value = view_offset(cx, diagnostics, items, keyword);
            once(stage, diagnostics, |stage| &mut stage.view_offset, value, span);
        }
        Statement::Passthrough => passthrough(cx, stage, diagnostics, items, keyword),
        // These declare names, or nothing.
        Statement::Option
        | Statement::Attrib
        | Statement::Param
        | Statement::Temp
        | Statement::Address
        | Statement::Output
        | Statement::Alias
        | Statement::Define
        | Statement::Declare
        | Statement::Buffer
        | Statement::Buffer4
        | Statement::Cbuffer
        | Statement::Storage
        | Statement::Counter
        | Statement::Shared
        | Statement::Texture
        | Statement::Image
        | Statement::SubroutineType
        | Statement::Subroutine => {}
    }
}

/// The primitives that come in, of which patches are for the fifth version.
fn primitive_in(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
) -> Option<InputPrimitive> {
    let value = choice(cx, diagnostics, items, keyword, PRIMITIVES_IN)?;
    if value == InputPrimitive::Patches && !cx.language.meets(LanguageSet::NV5) {
        let message = "this language has no patches";
        diagnostics.report(rules::bad_stage_argument::at(items[0].span, message));
        return None;
    }
    Some(value)
}

/// The limit of the vertices that a program gives.
fn vertex_limit(cx: &Context<'_, '_>) -> Limit {
    if cx.language.features.stage == Stage::Geometry {
        Limit::OutputVertices
    } else {
        Limit::PatchVertices
    }
}

/// Takes a declaration that may stand once.
fn once<T>(
    stage: &mut StageDeclarations,
    diagnostics: &mut Diagnostics,
    field: impl FnOnce(&mut StageDeclarations) -> &mut Option<Once<T>>,
    value: Option<T>,
    span: Span,
) {
    let field = field(stage);
    match field {
        Some(before) => {
            let before = before.span;
            diagnostics.report(rules::repeated_declaration::at(span, before));
        }
        None => *field = Some(Once { value, span }),
    }
}

/// `GROUP_SIZE x [y [z]];`
fn group_size(
    cx: &Context<'_, '_>,
    stage: &mut StageDeclarations,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
    span: Span,
) {
    let option = ProgramOption::ArbComputeVariableGroupSize;
    if cx.language.has(option) {
        diagnostics.report(rules::declaration_excluded::at(span, option.row().name()));
        return;
    }
    let mut size = Some([1; 3]);
    let limits = [Limit::WorkGroupX, Limit::WorkGroupY, Limit::WorkGroupZ];
    match items {
        [] => {
            let at = Span::at(keyword.end);
            diagnostics.report(rules::bad_stage_argument::at(
                at,
                "one to three numbers belong here",
            ));
            size = None;
        }
        [_, _, _, extra, ..] => {
            let message = "a work group has three dimensions at most";
            diagnostics.report(rules::bad_stage_argument::at(extra.span, message));
            size = None;
        }
        _ => {
            for (axis, (item, limit)) in items.iter().zip(limits).enumerate() {
                // A group of no invocations has nothing to run, and no limit speaks of it.
                let count = count(cx, diagnostics, item, 1, limit);
                match (count, &mut size) {
                    (Some(count), Some(size)) => size[axis] = count,
                    _ => size = None,
                }
            }
        }
    }
    let most = cx.limits().work_group_invocations;
    if let Some([x, y, z]) = size
        && u64::from(x) * u64::from(y) * u64::from(z) > u64::from(most)
        && let ([first, ..], [.., last]) = (items, items)
    {
        let row = Limit::WorkGroupInvocations.row();
        diagnostics.report(rules::stage_limit::product(first.span.to(last.span), most, row));
        size = None;
    }
    once(stage, diagnostics, |stage| &mut stage.group_size, size, span);
}

/// `SECONDARY_VIEW_LAYER_OFFSET -1;`
fn view_offset(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
) -> Option<i32> {
    let item = argument(cx, diagnostics, items, keyword)?;
    let operand = cx.operand(item.target);
    let value = cx
        .signed_integer(item.target)
        .and_then(|value| i32::try_from(value).ok());
    if value.is_none() && !matches!(operand.value, Value::Missing) {
        let message = "a whole number belongs here";
        diagnostics.report(rules::bad_stage_argument::at(operand.span, message));
    }
    value
}

/// `PASSTHROUGH result.attrib[0..3];` (NV_geometry_shader_passthrough 2.X.7.Y).
fn passthrough(
    cx: &Context<'_, '_>,
    stage: &mut StageDeclarations,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
) {
    if items.is_empty() {
        let at = Span::at(keyword.end);
        diagnostics.report(rules::bad_stage_argument::at(
            at,
            "the binding of a result belongs here",
        ));
    }
    for item in items {
        let operand = cx.operand(item.target);
        let Value::Path(parts) = &operand.value else {
            if !matches!(operand.value, Value::Missing) {
                let message = "the binding of a result belongs here";
                diagnostics.report(rules::bad_stage_argument::at(operand.span, message));
            }
            continue;
        };
        let parts = cx.parts(parts);
        let Some(found) = look_up(cx, diagnostics, parts) else {
            continue;
        };
        let span = parts_span(&parts[..found.consumed]);
        if found.row.role != Role::Result {
            let message = "this is not a binding of a result";
            diagnostics.report(rules::unknown_binding::at(span, message, None));
            continue;
        }
        if !passes_through(found.first) {
            diagnostics.report(rules::passthrough_result::no_attribute(span));
            continue;
        }
        let mask = match &parts[found.consumed..] {
            [] => Some(0b1111),
            [Part::Word(word)] => mask(cx, diagnostics, word),
            [_, extra, ..] | [extra] => {
                let message = "nothing may follow here";
                diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
                None
            }
        };
        let Some(mask) = mask else { continue };
        for binding in found.bindings() {
            stage.passthrough.push(Passthrough { binding, mask, span });
        }
    }
}

/// Whether an attribute of the vertices that come in corresponds to a result.
fn passes_through(result: Binding) -> bool {
    use Family::{
        ResultAttrib, ResultClip, ResultColor, ResultFogcoord, ResultPointsize, ResultPosition,
        ResultSecondaryposition, ResultTexcoord,
    };
    matches!(
        result.family,
        ResultPosition
            | ResultColor
            | ResultFogcoord
            | ResultPointsize
            | ResultTexcoord
            | ResultAttrib
            | ResultClip
            | ResultSecondaryposition
    )
}
