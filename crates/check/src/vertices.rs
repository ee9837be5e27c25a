//! The vertices whose attributes a program may read: how many there are, and which one is meant.

use quadrille_base::Span;
use quadrille_isa::gl::binding::Match;
use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::Outer;
use quadrille_program::layout::InputPrimitive;

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::Vertex;
use crate::state::slots::Slots;
use crate::state::stage::{StageDeclarations, value};

/// The number of vertices that the attribute in a slot has one of: those of the input primitive, or as many
/// as a patch may have.
pub(crate) fn vertices(cx: &Context<'_, '_>, stage: &StageDeclarations, slots: &Slots, slot: u32) -> u32 {
    let binding = slots.attributes[slot as usize].binding;
    // An index beyond a patch is undefined, whether it comes in or goes out (NV_tessellation_program5
    // 2.X.3.2), so that only the size of the largest patch bounds it.
    let known = vertices_of(cx, stage, binding).filter(|_| cx.language.features.stage == Stage::Geometry);
    known.unwrap_or(cx.limits().patch_vertices)
}

/// The number of vertices of an attribute, as far as the program says so.
pub(crate) fn vertices_of(cx: &Context<'_, '_>, stage: &StageDeclarations, binding: Binding) -> Option<u32> {
    let of_output = binding.index[0] == 1;
    match value(stage.primitive_in) {
        Some(input) => input.vertices().or(Some(cx.limits().patch_vertices)),
        None if of_output => value(stage.vertices_out),
        None => None,
    }
}

/// A vertex that is known, of the attribute in a slot.
pub(crate) fn outer(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    slots: &Slots,
    slot: u32,
    number: u32,
) -> Outer {
    Outer {
        number: number as i32,
        index: None,
        count: vertices(cx, stage, slots, slot).max(number.saturating_add(1)),
        stride: 0,
    }
}

/// Whether the vertices that come in are those of a patch, as far as it is declared.
pub(crate) fn reads_patches(cx: &Context<'_, '_>, stage: &StageDeclarations) -> bool {
    cx.language.features.stage != Stage::Geometry
        || stage.primitive_in.is_none_or(|primitive| {
            primitive
                .value
                .is_none_or(|value| value == InputPrimitive::Patches)
        })
}

/// Reports an attribute of patches in a program that gets none (NV_gpu_program5 2.X.3.2).
pub(crate) fn patch_only(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    found: &Match,
    span: Span,
) -> Option<()> {
    let of_patch = matches!(
        found.row.family,
        Family::PrimitiveTessouter | Family::PrimitiveTessinner | Family::PatchAttrib
    );
    if of_patch && !reads_patches(cx, stage) {
        let declared = stage.primitive_in.map(|once| once.span).unwrap_or_default();
        diagnostics.report(rules::attribute_of_patch::at(span, declared));
        return None;
    }
    Some(())
}

/// The binding of an attribute for all vertices, and the vertex that is meant where one is written.
pub(crate) fn vertex_of(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    binding: Binding,
    span: Span,
) -> Option<(Binding, Vertex)> {
    if !binding.family.has_vertex() {
        return Some((binding, Vertex::None));
    }
    let number = binding.index[1];
    let mut every = binding;
    every.index[1] = Binding::EVERY;
    if number == Binding::EVERY {
        return Some((every, Vertex::Every));
    }
    match vertices_of(cx, stage, every) {
        Some(count) if number >= count => {
            diagnostics.report(rules::vertex_out_of_range::at(span, count));
            None
        }
        _ => Some((every, Vertex::Number(number))),
    }
}
