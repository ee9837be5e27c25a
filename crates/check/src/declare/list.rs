//! The values of declarations: a path, or a list of them in braces with the length of its array.

use quadrille_base::Span;
use quadrille_syntax::tree::{Declarator, OperandIndex, Part, Value};

use crate::context::Context;
use crate::path::part_span;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// The list of an array, which is not empty.
pub(crate) fn braces<'t>(
    cx: &Context<'t, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
) -> Option<(&'t [OperandIndex], Span)> {
    let Some(value) = item.value else {
        let at = Span::at(item.span.end);
        diagnostics.report(rules::syntax_error::unexpected(
            at,
            "`=` and the list of the array belong here",
        ));
        return None;
    };
    let operand = cx.operand(value);
    let list = match &operand.value {
        Value::Braces(list) if operand.sign.is_none() && operand.absolute.is_none() => cx.list(list),
        Value::Missing => return None,
        _ => &[],
    };
    if list.is_empty() {
        diagnostics.report(rules::array_needs_list::at(operand.span));
        return None;
    }
    Some((list, operand.span))
}

/// The length of an array whose list has `items`, held against the size that is written. With `whole`, the
/// list is all of something, so that the size decides.
pub(crate) fn array_length(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    size: &Part<'_>,
    items: u32,
    list: Span,
    whole: bool,
) -> Option<u32> {
    let Part::Index { from: Some(from), .. } = size else {
        return Some(items);
    };
    let span = cx.operand(*from).span;
    let Some(written) = cx.integer(*from) else {
        diagnostics.report(rules::syntax_error::unexpected(
            span,
            "the size of an array is a whole number",
        ));
        return None;
    };
    if written < 1 || whole && written > i64::from(items) {
        diagnostics.report(rules::array_size_out_of_range::at(span, items));
        return None;
    }
    if !whole && written != i64::from(items) {
        diagnostics.report(rules::array_size_mismatch::at(span, items as usize, list));
        return None;
    }
    Some(written as u32)
}

/// The path that a declaration has as its value.
pub(crate) fn value_path<'t, 's>(
    cx: &Context<'t, 's>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'s>,
    what: &str,
) -> Option<&'t [Part<'s>]> {
    match item.value {
        Some(value) => listed_path(cx, diagnostics, value, what),
        None => {
            let message = format!("`=` and the binding of {what} belong here");
            let at = Span::at(item.span.end);
            diagnostics.report(rules::syntax_error::unexpected(at, message));
            None
        }
    }
}

/// The path that a value or an item of a list is.
pub(crate) fn listed_path<'t, 's>(
    cx: &Context<'t, 's>,
    diagnostics: &mut Diagnostics,
    value: OperandIndex,
    what: &str,
) -> Option<&'t [Part<'s>]> {
    let value = cx.operand(value);
    let plain = value.sign.is_none() && value.absolute.is_none() && value.attached.is_none();
    match &value.value {
        Value::Path(parts) if plain => Some(cx.parts(parts)),
        Value::Missing => None,
        _ => {
            let message = format!("the binding of {what} belongs here");
            diagnostics.report(rules::unknown_binding::at(value.span, message, None));
            None
        }
    }
}

/// Reports what follows a binding that a declaration takes whole.
pub(crate) fn nothing_behind(
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    consumed: usize,
) -> Option<()> {
    match parts.get(consumed) {
        None => Some(()),
        Some(extra) => {
            let message = "nothing may follow the binding";
            diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
            None
        }
    }
}
