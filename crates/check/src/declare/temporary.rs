//! TEMP and ADDRESS: variables without a binding.

use quadrille_isa::gl::{LanguageSet, Resource};
use quadrille_program::{File, Temporary};
use quadrille_syntax::tree::{Declarator, Part, Word};

use super::modifiers::Modifiers;
use crate::context::Context;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Variable};
use crate::state::slots::Slots;

/// `TEMP a, b[4];`
pub(crate) fn temporary(
    cx: &Context<'_, '_>,
    slots: &mut Slots,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    name: &Word<'_>,
    size: Option<&Part<'_>>,
    modifiers: &Modifiers,
) -> Option<Entity> {
    no_value(cx, diagnostics, item)?;
    let arrays = cx.language.meets(LanguageSet::GPU);
    let length = match size {
        Some(size) if arrays => Some(temporaries_of(cx, slots, diagnostics, size, name)?),
        Some(size) => {
            let diagnostic = rules::array_not_allowed::at(part_span(size), "a temporary");
            if !diagnostics.unless_admitted(Habit::TemporaryArrays, diagnostic) {
                return None;
            }
            Some(temporaries_of(cx, slots, diagnostics, size, name)?)
        }
        None => None,
    };
    let count = length.unwrap_or(1) as usize;
    let spans = slots.temporary_spans.len() + count;
    slots.temporary_spans.resize(spans, name.span);
    let first = slots.temporaries.len() as u32;
    let temporary = Temporary {
        name: name.text.to_owned(),
        long: modifiers.long(),
    };
    let all = slots.temporaries.len() + count;
    slots.temporaries.resize(all, temporary);
    Some(Entity::Variable(Variable {
        length,
        kind: modifiers.kind,
        ..Variable::single(File::Temporary, first)
    }))
}

/// The size of an array of temporaries. One that no limit allows makes no slots.
fn temporaries_of(
    cx: &Context<'_, '_>,
    slots: &mut Slots,
    diagnostics: &mut Diagnostics,
    size: &Part<'_>,
    name: &Word<'_>,
) -> Option<u32> {
    let Part::Index { from: Some(from), .. } = size else {
        let message = "an array of temporaries has its size in the brackets";
        diagnostics.report(rules::syntax_error::unexpected(part_span(size), message));
        return None;
    };
    let span = cx.operand(*from).span;
    let Some(written) = cx.integer(*from) else {
        let message = "the size of an array is a whole number";
        diagnostics.report(rules::syntax_error::unexpected(span, message));
        return None;
    };
    let most = cx.limits().of(Resource::Temporaries, &cx.language.features);
    if written < 1 || written > i64::from(most) {
        diagnostics.report(rules::array_size_out_of_range::at(span, most));
        return None;
    }
    let left = (most as usize).saturating_sub(slots.temporary_spans.len());
    if written as usize > left {
        // Counted so far that the program is rejected.
        slots.temporary_spans.resize(most as usize + 1, name.span);
        return None;
    }
    Some(written as u32)
}

pub(crate) fn address_register(
    cx: &Context<'_, '_>,
    slots: &mut Slots,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    name: &Word<'_>,
    size: Option<&Part<'_>>,
) -> Option<Entity> {
    no_value(cx, diagnostics, item)?;
    if let Some(size) = size {
        diagnostics.report(rules::array_not_allowed::at(
            part_span(size),
            "an address register",
        ));
        return None;
    }
    slots.address_spans.push(name.span);
    slots.addresses += 1;
    let first = slots.addresses - 1;
    Some(Entity::Variable(Variable::single(File::Address, first)))
}

fn no_value(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, item: &Declarator<'_>) -> Option<()> {
    match item.value {
        None => Some(()),
        Some(value) => {
            let span = cx.operand(value).span;
            diagnostics.report(rules::syntax_error::unexpected(
                span,
                "this declaration has no value",
            ));
            None
        }
    }
}
