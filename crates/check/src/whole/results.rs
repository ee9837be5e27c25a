//! Results that may not be written together, and components that one invocation emits: rules that only the whole
//! program shows.

use quadrille_base::Span;
use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_program::{File, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Context;
use crate::rules;
use crate::state::code::Code;
use crate::state::diagnostics::Diagnostics;
use crate::state::slots::Slots;
use crate::state::stage::StageDeclarations;

/// The rules about results of the NV languages.
pub(crate) fn check(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    slots: &Slots,
    code: &Code,
    diagnostics: &mut Diagnostics,
) {
    written_together(stage, slots, code, diagnostics);
    emitted(cx, stage, slots, diagnostics);
}

/// Reports results that may not be written beside a mask of viewports or a result that is passed through.
fn written_together(stage: &StageDeclarations, slots: &Slots, code: &Code, diagnostics: &mut Diagnostics) {
    let masks = |result: &Variable| result.binding.family == Family::ResultViewportmask;
    if stage.passthrough.is_empty() && !slots.results.iter().any(masks) {
        return;
    }
    let written = first_writes(slots, code);
    let of_family = |family: Family| {
        let spans = written.iter().filter(|(binding, _)| binding.family == family);
        spans.map(|(_, span)| *span).min_by_key(|span| span.start)
    };
    let mut found = Vec::new();
    if let (Some(index), Some(mask)) = (
        of_family(Family::ResultViewport),
        of_family(Family::ResultViewportmask),
    ) {
        let (before, after) = if index.start < mask.start {
            (index, mask)
        } else {
            (mask, index)
        };
        found.push(rules::two_viewports::at(after, before));
    }
    for named in &stage.passthrough {
        if let Some(written) = written.get(&named.binding) {
            found.push(rules::passthrough_result::written(*written, named.span));
        }
    }
    for diagnostic in found {
        diagnostics.report(diagnostic);
    }
}

/// Vertices times components is limited (NV_geometry_program4, "Errors"; NV_gpu_program5: for each
/// invocation).
fn emitted(cx: &Context<'_, '_>, stage: &StageDeclarations, slots: &Slots, diagnostics: &mut Diagnostics) {
    if cx.language.features.stage != Stage::Geometry {
        return;
    }
    let Some(vertices) = stage.vertices_out else {
        return;
    };
    let components = components(&slots.results);
    let most = cx.limits().total_output_components;
    let emitted = u64::from(vertices.value.unwrap_or(0)) * u64::from(components);
    if emitted > u64::from(most) {
        diagnostics.report(rules::too_many_output_components::at(
            vertices.span,
            most,
            components,
        ));
    }
}

/// The results that instructions write, each with the first that does.
fn first_writes(slots: &Slots, code: &Code) -> FxHashMap<Binding, Span> {
    let mut first = FxHashMap::default();
    let mut arrays = FxHashSet::default();
    let results = &slots.results;
    for (instruction, span) in code.instructions.iter().zip(code.spans.iter()) {
        let register = instruction.destination.as_ref().and_then(|to| to.register);
        let Some(register) = register.filter(|register| register.file == File::Result) else {
            continue;
        };
        match register.relative {
            None => {
                first
                    .entry(results[register.slot as usize].binding)
                    .or_insert(*span);
            }
            Some(relative) if !arrays.insert(relative.first) => {}
            Some(relative) => {
                let range = relative.first as usize..(relative.first + relative.length) as usize;
                for result in &results[range] {
                    first.entry(result.binding).or_insert(*span);
                }
            }
        }
    }
    first
}

/// The number of components of bindings that are used, each counted once.
pub(crate) fn components(slots: &[Variable]) -> u32 {
    let mut seen: FxHashMap<Binding, u8> = FxHashMap::default();
    for slot in slots {
        *seen.entry(slot.binding).or_default() |= slot.used;
    }
    seen.values().map(|used| used.count_ones()).sum()
}
