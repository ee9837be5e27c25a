//! TEXTURE and IMAGE: names for texture and image units.

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
    numbered(cx, diagnostics, item, size, role, what)
}

/// The units or subroutine parameters that a declaration binds: one, or a run of them.
pub(crate) fn numbered(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    size: Option<&Part<'_>>,
    role: Role,
    what: &str,
) -> Option<Units> {
    let Some(size) = size else {
        let parts = value_path(cx, diagnostics, item, what)?;
        let (first, ..) = numbered_binding(cx, diagnostics, parts, role, what, false)?;
        return Some(Units { first, length: None });
    };
    let (list, list_span) = braces(cx, diagnostics, item)?;
    let mut all: Option<(u32, u32)> = None;
    let mut complete = true;
    for entry in list {
        let found = match listed_path(cx, diagnostics, *entry, what) {
            Some(parts) => numbered_binding(cx, diagnostics, parts, role, what, true),
            None => None,
        };
        let Some((first, count, span)) = found else {
            complete = false;
            continue;
        };
        all = match all {
            None => Some((first, count)),
            Some((start, length)) if start + length == first => Some((start, length + count)),
            Some(before) => {
                diagnostics.report(rules::array_not_consecutive::at(span));
                complete = false;
                Some(before)
            }
        };
    }
    let (first, length) = all.filter(|_| complete)?;
    let length = array_length(cx, diagnostics, size, length, list_span, false)?;
    Some(Units {
        first,
        length: Some(length),
    })
}

/// The first unit of a binding, how many it has, and where it stands.
fn numbered_binding(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    role: Role,
    what: &str,
    several: bool,
) -> Option<(u32, u32, Span)> {
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
    Some((found.first.index[0], found.count, span))
}
