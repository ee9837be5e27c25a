//! TEXTURE and IMAGE: names for texture and image units; the lists of these, and of subroutine parameters.

use quadrille_base::Span;
use quadrille_isa::gl::Role;
use quadrille_syntax::tree::{Declarator, Part};

use crate::binding::look_up;
use crate::context::Context;
use crate::declare::list::{array_length, braces, listed_path, nothing_behind, value_path};
use crate::path::parts_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::Units;

/// TEXTURE and IMAGE: the units of a role.
pub(crate) fn units(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    size: Option<&Part<'_>>,
    role: Role,
) -> Option<Units> {
    let what = if role == Role::Image {
        "an image"
    } else {
        "a texture"
    };
    let Some(size) = size else {
        let first = numbered(cx, diagnostics, item, role, what)?;
        return Some(Units { first, length: None });
    };
    let (runs, list) = numbered_list(cx, diagnostics, item, role, what)?;
    let mut complete = true;
    for (before, next) in runs.iter().zip(&runs[1..]) {
        if before.first + before.count != next.first {
            diagnostics.report(rules::array_not_consecutive::at(next.span));
            complete = false;
        }
    }
    if !complete {
        return None;
    }
    Some(Units {
        first: runs[0].first,
        length: Some(length(cx, diagnostics, size, &runs, list)?),
    })
}

/// Units or subroutine parameters that follow each other, as a declaration lists them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedRun {
    /// The first of them.
    pub(crate) first: u32,
    /// The number of them.
    pub(crate) count: u32,
    /// Their place in the text.
    pub(crate) span: Span,
}

/// The unit or subroutine parameter that a declaration binds.
pub(crate) fn numbered(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    role: Role,
    what: &str,
) -> Option<u32> {
    let parts = value_path(cx, diagnostics, item, what)?;
    Some(numbered_binding(cx, diagnostics, parts, role, what, false)?.first)
}

/// The units or subroutine parameters that the declaration of an array lists, at least one, and where the list stands.
pub(crate) fn numbered_list(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    role: Role,
    what: &str,
) -> Option<(Vec<NumberedRun>, Span)> {
    let (list, span) = braces(cx, diagnostics, item)?;
    let found = list.iter().map(|entry| {
        let parts = listed_path(cx, diagnostics, *entry, what)?;
        numbered_binding(cx, diagnostics, parts, role, what, true)
    });
    // All of them are looked at before one that is wrong ends it.
    let found: Vec<Option<NumberedRun>> = found.collect();
    let runs: Option<Vec<NumberedRun>> = found.into_iter().collect();
    Some((runs.filter(|runs| !runs.is_empty())?, span))
}

/// The length of an array of all of these.
pub(crate) fn length(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    size: &Part<'_>,
    runs: &[NumberedRun],
    list: Span,
) -> Option<u32> {
    let counts = runs.iter().map(|run| run.count);
    let all = counts.fold(0, u32::saturating_add);
    array_length(cx, diagnostics, size, all, list, false)
}

/// The units or subroutine parameters of a binding.
fn numbered_binding(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    role: Role,
    what: &str,
    several: bool,
) -> Option<NumberedRun> {
    let found = look_up(cx, diagnostics, parts)?;
    let span = parts_span(&parts[..found.consumed]);
    nothing_behind(diagnostics, parts, found.consumed)?;
    if found.row.role != role {
        let message = format!("this is not a binding of {what}");
        diagnostics.report(rules::unknown_binding::at(span, message, None));
        return None;
    }
    if role == Role::Texture && found.consumed == 1 {
        // `texture` alone is unit 0 in instructions, not here (NV_gpu_program5 2.X.2, <textureUseDS>).
        let message = "a number in brackets belongs here";
        diagnostics.report(rules::unknown_binding::at(Span::at(span.end), message, None));
        return None;
    }
    if found.array && !several {
        diagnostics.report(rules::many_vectors_for_one::at(span));
        return None;
    }
    Some(NumberedRun {
        first: found.first.index[0],
        count: found.count,
        span,
    })
}
