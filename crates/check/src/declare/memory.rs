//! Variables in buffers and shared memory: BUFFER, BUFFER4, CBUFFER, STORAGE, COUNTER and SHARED.

use quadrille_base::Span;
use quadrille_isa::gl::Limits;
use quadrille_isa::gl::binding::{Match, Role};
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declarator, OperandIndex, Part};

use crate::binding::look_up_within;
use crate::context::Context;
use crate::declare::list::{array_length, braces, listed_path, nothing_behind, value_path};
use crate::path::parts_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::memory::Memory;
use crate::state::scope::{BufferVariable, Entity, MemoryKind, MemoryVariable, NumberType};
use crate::state::stage::StageDeclarations;

/// The range that a declaration of memory binds: a run of elements at one binding point or several.
#[derive(Clone, Copy)]
struct Range {
    /// The first binding point.
    binding: u32,
    /// The number of binding points, where a range of them is written.
    bindings: Option<u32>,
    /// The first element.
    first: u32,
    /// The number of elements of an array; `None` for a single one.
    length: Option<u32>,
}

/// BUFFER, BUFFER4, CBUFFER, STORAGE, COUNTER and SHARED.
pub(crate) fn memory_variable(
    cx: &Context<'_, '_>,
    stage: &StageDeclarations,
    memory: &mut Memory,
    diagnostics: &mut Diagnostics,
    statement: Statement,
    (item, sizes): (&Declarator<'_>, &[Part<'_>]),
    kind: NumberType,
) -> Option<Entity> {
    let (role, what) = match statement {
        Statement::Storage => (Role::Storage, "a storage buffer"),
        Statement::Counter => (Role::Counter, "an atomic counter"),
        Statement::Shared => (Role::Shared, "shared memory"),
        _ => (Role::Buffer, "a parameter buffer"),
    };
    let limits = memory_limits(cx, stage, statement);
    let range = match sizes {
        [] => memory_single(cx, diagnostics, item, role, what, &limits)?,
        _ => memory_array(cx, diagnostics, item, sizes, role, what, &limits)?,
    };
    note_memory(memory, statement, range);
    let memory_kind = match statement {
        Statement::Storage => MemoryKind::Storage,
        Statement::Counter => MemoryKind::Counter,
        Statement::Shared => MemoryKind::Shared,
        Statement::Cbuffer => MemoryKind::Constant,
        _ => {
            let vector = statement == Statement::Buffer4;
            buffer_kind(memory, diagnostics, vector, range, item.span)?;
            return Some(Entity::Buffer(BufferVariable {
                buffer: range.binding,
                buffers: range.bindings,
                element: range.first,
                length: range.length,
                vector,
                kind,
            }));
        }
    };
    Some(Entity::Memory(MemoryVariable {
        kind: memory_kind,
        binding: range.binding,
        bindings: range.bindings,
        offset: range.first,
        length: range.length,
        holds: kind,
    }))
}

/// The limits, with that of a buffer's size in the elements of the statement: words, vectors or bytes.
fn memory_limits(cx: &Context<'_, '_>, stage: &StageDeclarations, statement: Statement) -> Limits {
    let mut limits = *cx.limits();
    let words = limits.parameter_buffer_words;
    match statement {
        Statement::Buffer4 => limits.parameter_buffer_words = words / 4,
        Statement::Cbuffer => limits.parameter_buffer_words = words.saturating_mul(4),
        Statement::Shared => {
            if let Some(bytes) = stage.shared_memory.and_then(|once| once.value) {
                limits.shared_memory_bytes = bytes;
            }
        }
        _ => {}
    }
    limits
}

/// One binding of memory.
fn memory_binding(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    role: Role,
    what: &str,
    limits: &Limits,
) -> Option<(Match, Span)> {
    let found = look_up_within(cx, diagnostics, parts, limits)?;
    let span = parts_span(&parts[..found.consumed]);
    nothing_behind(diagnostics, parts, found.consumed)?;
    if found.row.role != role {
        let message = format!("this is not a binding of {what}");
        diagnostics.report(rules::unknown_binding::at(span, message, None));
        return None;
    }
    Some((found, span))
}

fn memory_single(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    role: Role,
    what: &str,
    limits: &Limits,
) -> Option<Range> {
    let parts = value_path(cx, diagnostics, item, what)?;
    let (found, span) = memory_binding(cx, diagnostics, parts, role, what, limits)?;
    if found.array {
        diagnostics.report(rules::many_vectors_for_one::at(span));
        return None;
    }
    Some(Range {
        length: None,
        ..range_of(&found, role)
    })
}

fn memory_array(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    sizes: &[Part<'_>],
    role: Role,
    what: &str,
    limits: &Limits,
) -> Option<Range> {
    let (list, list_span) = braces(cx, diagnostics, item)?;
    let mut all: Option<Range> = None;
    let mut whole = false;
    let mut complete = true;
    for entry in list {
        let Some((found, span)) = memory_item(cx, diagnostics, *entry, role, what, limits) else {
            complete = false;
            continue;
        };
        let next = range_of(&found, role);
        whole = found.whole && list.len() == 1;
        all = match all {
            None => Some(next),
            Some(before) if follows(before, next) => Some(Range {
                length: before.length.zip(next.length).map(|(a, b)| a.saturating_add(b)),
                ..before
            }),
            Some(before) => {
                diagnostics.report(rules::array_not_consecutive::at(span));
                complete = false;
                Some(before)
            }
        };
    }
    let mut range = all.filter(|_| complete)?;
    let length = range.length.unwrap_or(1);
    let size = match sizes {
        [size] => size,
        [buffers, size, ..] => {
            let Some(bindings) = range.bindings else {
                diagnostics.report(rules::syntax_error::unexpected(
                    crate::path::part_span(buffers),
                    "two sizes belong to a range of buffers only",
                ));
                return None;
            };
            array_length(cx, diagnostics, buffers, bindings, list_span, false)?;
            size
        }
        [] => return None,
    };
    range.length = Some(array_length(cx, diagnostics, size, length, list_span, whole)?);
    Some(range)
}

fn memory_item(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    entry: OperandIndex,
    role: Role,
    what: &str,
    limits: &Limits,
) -> Option<(Match, Span)> {
    let parts = listed_path(cx, diagnostics, entry, what)?;
    memory_binding(cx, diagnostics, parts, role, what, limits)
}

/// Notes the binding points of a variable.
fn note_memory(memory: &mut Memory, statement: Statement, range: Range) {
    let memory = &mut memory.used;
    let list = match statement {
        Statement::Storage => &mut memory.storage_buffers,
        Statement::Counter => &mut memory.counter_buffers,
        Statement::Shared => return,
        _ => &mut memory.parameter_buffers,
    };
    for binding in range.binding..range.binding.saturating_add(range.bindings.unwrap_or(1)) {
        if let Err(at) = list.binary_search(&binding) {
            list.insert(at, binding);
        }
    }
}

/// Notes whether a binding point is read by words or by vectors; it is one of the two (NV_gpu_program4
/// 2.X.3.6).
fn buffer_kind(
    memory: &mut Memory,
    diagnostics: &mut Diagnostics,
    vector: bool,
    range: Range,
    span: Span,
) -> Option<()> {
    for buffer in range.binding..range.binding.saturating_add(range.bindings.unwrap_or(1)) {
        match memory.buffer_kinds.get(&buffer) {
            Some((before, at)) if *before != vector => {
                let at = *at;
                diagnostics.report(rules::mixed_buffer_kinds::at(span, at));
                return None;
            }
            Some(_) => {}
            None => {
                memory.buffer_kinds.insert(buffer, (vector, span));
            }
        }
    }
    Some(())
}

/// The range of one binding of a list.
fn range_of(found: &Match, role: Role) -> Range {
    let index = found.first.index;
    let (binding, first) = match role {
        Role::Shared => (0, index[0]),
        _ => (index[0], index[1]),
    };
    Range {
        binding,
        bindings: found.buffers,
        first,
        length: Some(found.count),
    }
}

/// Whether a binding goes on where another ends.
fn follows(before: Range, next: Range) -> bool {
    let same = (before.binding, before.bindings) == (next.binding, next.bindings);
    same && before.first.checked_add(before.length.unwrap_or(1)) == Some(next.first)
}
