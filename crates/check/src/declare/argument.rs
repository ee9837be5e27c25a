//! The arguments of the declarations of a stage: words and numbers.

use quadrille_base::Span;
use quadrille_isa::gl::Limit;
use quadrille_syntax::tree::{Declarator, Part, Value};

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// The words that a declaration takes, and what each says.
pub(super) type Choices<T> = &'static [(&'static str, T)];

/// The only argument.
pub(super) fn argument<'t, 's>(
    _cx: &Context<'t, 's>,
    diagnostics: &mut Diagnostics,
    items: &'t [Declarator<'s>],
    keyword: Span,
) -> Option<&'t Declarator<'s>> {
    match items {
        [] => {
            let at = Span::at(keyword.end);
            diagnostics.report(rules::bad_stage_argument::at(at, "an argument is missing"));
            None
        }
        [item] => Some(item),
        [_, extra, ..] => {
            let message = "this declaration has one argument";
            diagnostics.report(rules::bad_stage_argument::at(extra.span, message));
            None
        }
    }
}

/// One of a few words.
pub(super) fn choice<T: Copy>(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
    choices: Choices<T>,
) -> Option<T> {
    let item = argument(cx, diagnostics, items, keyword)?;
    let operand = cx.operand(item.target);
    let word = match &operand.value {
        Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => match cx.parts(parts) {
            [Part::Word(word)] => Some(word.text),
            _ => None,
        },
        Value::Missing => return None,
        _ => None,
    };
    let found = choices.iter().find(|(name, _)| Some(*name) == word);
    if found.is_none() {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        diagnostics.report(rules::bad_stage_argument::word(operand.span, word, &names));
    }
    found.map(|(_, value)| *value)
}

/// One number from `least` to a limit.
pub(super) fn single_count(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    items: &[Declarator<'_>],
    keyword: Span,
    least: u32,
    limit: Limit,
) -> Option<u32> {
    let item = argument(cx, diagnostics, items, keyword)?;
    count(cx, diagnostics, item, least, limit)
}

/// A number from `least` to a limit.
pub(super) fn count(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'_>,
    least: u32,
    limit: Limit,
) -> Option<u32> {
    let operand = cx.operand(item.target);
    let written = cx.integer(item.target).filter(|_| operand.sign.is_none());
    let Some(written) = written else {
        if !matches!(operand.value, Value::Missing) {
            let message = "a whole number without a sign belongs here";
            diagnostics.report(rules::bad_stage_argument::at(operand.span, message));
        }
        return None;
    };
    let most = cx.limits().get(limit);
    if written < i64::from(least) || written > i64::from(most) {
        diagnostics.report(rules::stage_limit::at(operand.span, least, most, limit.row()));
        return None;
    }
    Some(written as u32)
}

/// Reports an argument where none belongs.
pub(super) fn no_argument(diagnostics: &mut Diagnostics, items: &[Declarator<'_>]) {
    if let [item, ..] = items {
        let message = "this declaration has no argument";
        diagnostics.report(rules::bad_stage_argument::at(item.span, message));
    }
}
