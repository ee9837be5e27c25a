//! Condition codes in operands: `R0.xy (GT.x)` on a destination, `(LE.wzyx)` behind a branch.

use quadrille_base::Span;
use quadrille_isa::gl::condition::{Condition, NUMBERED_TESTS, TESTS};
use quadrille_program::Selector;
use quadrille_syntax::tree::{self, OperandIndex, Part, Value, Word};

use crate::context::Context;
use crate::dialect::Habit;
use crate::names::Names;
use crate::path::part_span;
use crate::rules;
use crate::selector::swizzle;
use crate::state::diagnostics::Diagnostics;

/// Whether a word is written for no register, rightly or as a dialect admits it.
pub(crate) fn null_register(names: Names<'_, '_>, diagnostics: &mut Diagnostics, word: &Word<'_>) -> bool {
    if names.is_null(word.text) {
        return true;
    }
    let known = matches!(word.text, "RC" | "HC" | "CC") && names.language.has_conditions();
    if !known || names.scope.find(word.text).is_some() || !diagnostics.admits(Habit::NullRegisters) {
        return false;
    }
    diagnostics.unless_admitted(Habit::NullRegisters, rules::undeclared_name::at(word.span, None))
}

/// The condition in the parenthesis behind a destination or a label. `None` if it is wrong, which is
/// reported; `Some(None)` if there is nothing.
pub(crate) fn attached_condition(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    diagnostics: &mut Diagnostics,
    attached: Option<OperandIndex>,
) -> Option<Option<Condition>> {
    let Some(index) = attached else {
        return Some(None);
    };
    parenthesized_condition(cx, names, diagnostics, index).map(Some)
}

/// The number alone in parentheses, which is no condition: that of a binding.
pub(crate) fn parenthesized_number(cx: &Context<'_, '_>, operand: &tree::Operand<'_>) -> Option<i64> {
    let Value::Parenthesis(list) = &operand.value else {
        return None;
    };
    match cx.list(list) {
        [only] => cx.integer(*only),
        _ => None,
    }
}

/// `(GT.x)`: a test in parentheses, and a swizzle.
pub(crate) fn parenthesized_condition(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    diagnostics: &mut Diagnostics,
    index: OperandIndex,
) -> Option<Condition> {
    let operand = cx.operand(index);
    if let Some(number) = parenthesized_number(cx, operand) {
        diagnostics.report(rules::index_in_brackets::at(operand.span, format!("[{number}]")));
        return None;
    }
    if !cx.language.has_conditions() {
        let message = "this language has no conditions";
        diagnostics.report(rules::unavailable_form::at(operand.span, message));
        return None;
    }
    if matches!(operand.value, Value::Path(_)) && names.is_test(cx, index) {
        let message = "a condition stands in parentheses here";
        let diagnostic = rules::syntax_error::unexpected(operand.span, message);
        let admitted = diagnostics.unless_admitted(Habit::ConditionParentheses, diagnostic);
        return admitted
            .then(|| bare_condition(cx, names, diagnostics, index))
            .flatten();
    }
    let inside = match &operand.value {
        Value::Parenthesis(list) if operand.sign.is_none() && operand.absolute.is_none() => cx.list(list),
        Value::Missing => return None,
        _ => &[],
    };
    let parts = match inside {
        [only] => match &cx.operand(*only).value {
            Value::Path(parts) if cx.is_bare(*only) => cx.parts(parts),
            Value::Missing => return None,
            _ => &[],
        },
        _ => &[],
    };
    tested(cx, diagnostics, parts, operand.span)
}

/// KIL's condition in !!FP1.0, which has no parentheses: `GT.x`.
pub(crate) fn bare_condition(
    cx: &Context<'_, '_>,
    names: Names<'_, '_>,
    diagnostics: &mut Diagnostics,
    index: OperandIndex,
) -> Option<Condition> {
    let operand = cx.operand(index);
    if matches!(operand.value, Value::Parenthesis(_)) {
        let message = "a condition stands without parentheses here";
        let diagnostic = rules::syntax_error::unexpected(operand.span, message);
        let admitted = diagnostics.unless_admitted(Habit::ConditionParentheses, diagnostic);
        return admitted
            .then(|| parenthesized_condition(cx, names, diagnostics, index))
            .flatten();
    }
    let parts = match &operand.value {
        Value::Path(parts) if cx.is_bare(index) => cx.parts(parts),
        Value::Missing => return None,
        _ => &[],
    };
    tested(cx, diagnostics, parts, operand.span)
}

fn tested(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    span: Span,
) -> Option<Condition> {
    match parts {
        [Part::Word(test)] => condition_of(cx, diagnostics, test, None),
        [Part::Word(test), Part::Word(swizzle)] => condition_of(cx, diagnostics, test, Some(swizzle)),
        [_, _, extra, ..] | [_, extra] => no_condition(diagnostics, part_span(extra)),
        _ => no_condition(diagnostics, span),
    }
}

fn no_condition(diagnostics: &mut Diagnostics, span: Span) -> Option<Condition> {
    let message = "a condition is a test with a swizzle, such as `(GT.x)`";
    diagnostics.report(rules::syntax_error::unexpected(span, message));
    None
}

/// The condition of a test and a swizzle.
fn condition_of(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    word: &Word<'_>,
    selector: Option<&Word<'_>>,
) -> Option<Condition> {
    let numbered = cx.language.meets(NUMBERED_TESTS);
    let (name, register) = match (word.text.strip_suffix('0'), word.text.strip_suffix('1')) {
        (Some(name), _) if numbered => (name, 0),
        (_, Some(name)) if numbered => (name, 1),
        _ => (word.text, 0),
    };
    let row = TESTS.iter().find(|row| row.name == name);
    // Residency has one register, which no number names.
    let row = row.filter(|row| !row.test.is_sparse() || name == word.text);
    let Some(row) = row.filter(|row| row.availability.check(&cx.language.features).is_ok()) else {
        let message = "this language has no such test of a condition";
        diagnostics.report(rules::unavailable_form::at(word.span, message));
        return None;
    };
    let swizzle = match selector {
        None => [0, 1, 2, 3],
        Some(word) => swizzle(cx, diagnostics, word)?.0.map(|selector| match selector {
            Selector::X | Selector::Zero | Selector::One => 0,
            Selector::Y => 1,
            Selector::Z => 2,
            Selector::W => 3,
        }),
    };
    Some(Condition {
        test: row.test,
        register,
        swizzle,
    })
}
