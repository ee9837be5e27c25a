//! ATTRIB and OUTPUT: names for what an invocation gets and gives, and arrays of them.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Match, Role};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::File;
use quadrille_syntax::tree::{Declarator, OperandIndex, Part};

use super::modifiers::Modifiers;
use crate::binding::{attribute_as, is_unused_position, look_up, no_alias};
use crate::context::Context;
use crate::declare::list::{array_length, braces, listed_path, nothing_behind, value_path};
use crate::declare::modifiers::interpolate;
use crate::path::{part_span, parts_span};
use crate::resolver::Resolver;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::fragment::Interpolations;
use crate::state::scope::{Entity, Variable};
use crate::state::slots::ARRAY_SLOTS;
use crate::state::stage::StageDeclarations;
use crate::vertices::{patch_only, vertex_of};

/// ATTRIB and OUTPUT.
pub(crate) fn bound<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    interpolations: &mut Interpolations,
    item: &Declarator<'s>,
    size: Option<&'t Part<'s>>,
    role: Role,
    modifiers: &Modifiers,
) -> Option<Entity> {
    let what = what(role);
    if let Some(size) = size {
        let arrays = resolver.cx.language.meets(LanguageSet::GPU)
            && (role == Role::Attribute || resolver.cx.language.features.stage != Stage::Fragment);
        if !arrays {
            resolver.report(rules::array_not_allowed::at(part_span(size), what));
            return None;
        }
        return bound_array(resolver, interpolations, item, size, role, modifiers);
    }
    let parts = value_path(&resolver.cx, resolver.diagnostics, item, what)?;
    let name = &resolver.cx.text[resolver.cx.operand(item.target).span.range()];
    if role == Role::Result && is_unused_position(&resolver.cx, resolver.diagnostics, name, parts) {
        return None;
    }
    let (found, span) = bindable(&resolver.cx, resolver.stage, resolver.diagnostics, parts, role)?;
    if found.array {
        resolver.report(rules::many_vectors_for_one::at(span));
        return None;
    }
    if found.dynamic.is_some() {
        return resolver.relative_binding(parts, &found).map(Entity::Relative);
    }
    bind_all(resolver, interpolations, &found, span, role, modifiers, None)
}

/// A binding of an attribute or result, and nothing else.
fn bindable(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    role: Role,
) -> Option<(Match, Span)> {
    let found = look_up(cx, diagnostics, parts)?;
    let span = parts_span(&parts[..found.consumed]);
    nothing_behind(diagnostics, parts, found.consumed)?;
    if found.row.role != role {
        let message = format!("this is not a binding of {}", what(role));
        diagnostics.report(rules::unknown_binding::at(span, message, None));
        return None;
    }
    patch_only(cx, stage, diagnostics, &found, span)?;
    Some((found, span))
}

/// `ATTRIB a[4] = { vertex.attrib[0..3] };`
fn bound_array<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    interpolations: &mut Interpolations,
    item: &Declarator<'s>,
    size: &'t Part<'s>,
    role: Role,
    modifiers: &Modifiers,
) -> Option<Entity> {
    let (list, list_span) = braces(&resolver.cx, resolver.diagnostics, item)?;
    let mut all: Option<(Match, Span)> = None;
    let mut complete = true;
    for entry in list {
        let Some((found, span)) = listed(&resolver.cx, resolver.stage, resolver.diagnostics, *entry, role)
        else {
            complete = false;
            continue;
        };
        match &mut all {
            None if !found.countable => {
                resolver.report(rules::array_not_consecutive::not_numbered(span));
                complete = false;
            }
            None => all = Some((found, span)),
            Some((before, _)) if follows(before, &found) => before.count += found.count,
            Some((before, _)) => {
                let mixed =
                    before.row.family == found.row.family && before.every_vertex() != found.every_vertex();
                resolver.report(if mixed {
                    rules::mixed_vertices::at(span)
                } else {
                    rules::array_not_consecutive::at(span)
                });
                complete = false;
            }
        }
    }
    let (found, span) = all.filter(|_| complete)?;
    let length = array_length(
        &resolver.cx,
        resolver.diagnostics,
        size,
        found.count,
        list_span,
        false,
    )?;
    bind_all(
        resolver,
        interpolations,
        &found,
        span,
        role,
        modifiers,
        Some(length),
    )
}

fn listed(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    entry: OperandIndex,
    role: Role,
) -> Option<(Match, Span)> {
    let parts = listed_path(cx, diagnostics, entry, what(role))?;
    bindable(cx, stage, diagnostics, parts, role)
}

/// The variable of a binding, or of all that an array has.
fn bind_all<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    interpolations: &mut Interpolations,
    found: &Match,
    span: Span,
    role: Role,
    modifiers: &Modifiers,
    length: Option<u32>,
) -> Option<Entity> {
    let long = modifiers.long();
    let (first, vertex) = vertex_of(
        &resolver.cx,
        resolver.stage,
        resolver.diagnostics,
        found.first,
        span,
    )?;
    let count = length.unwrap_or(1);
    let along = found.along;
    let bindings = move || {
        (0..count).map(move |offset| {
            let mut binding = first;
            binding.index[along] += offset;
            binding
        })
    };
    let file = if role == Role::Attribute {
        interpolate(
            &resolver.cx,
            interpolations,
            resolver.diagnostics,
            found.row,
            bindings(),
            modifiers,
            span,
        );
        File::Attribute
    } else {
        File::Result
    };
    let slot = match length {
        None if file == File::Attribute => {
            attribute_as(resolver.slots, resolver.diagnostics, first, long, span)
        }
        None => resolver.slots.bind_as(file, first, long, span),
        Some(_) => {
            let Some(slot) = resolver.slots.bind_array(file, bindings(), long, span) else {
                resolver.report(rules::array_size_out_of_range::at(span, ARRAY_SLOTS));
                return None;
            };
            if file == File::Attribute {
                for binding in bindings() {
                    no_alias(resolver.slots, resolver.diagnostics, binding, span);
                }
            }
            slot
        }
    };
    Some(Entity::Variable(Variable {
        file,
        first: slot,
        length,
        vertex,
        kind: modifiers.kind,
    }))
}

const fn what(role: Role) -> &'static str {
    match role {
        Role::Attribute => "an attribute",
        _ => "a result",
    }
}

/// Whether a binding goes on where another ends.
fn follows(before: &Match, next: &Match) -> bool {
    let mut end = before.first;
    let Some(number) = end.index[before.along].checked_add(before.count) else {
        return false;
    };
    end.index[before.along] = number;
    before.countable && next.countable && before.along == next.along && end == next.first
}
