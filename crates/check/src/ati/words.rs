//! The words of operands: a name and what stands behind its points.

use quadrille_syntax::tree::{self, Part, Value, Word};

use crate::ati::state::{REGISTERS, numbered};
use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// The words of an operand that is a name and selectors.
pub(crate) fn ati_words<'s>(
    cx: &Context<'_, 's>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'s>,
) -> Option<Vec<Word<'s>>> {
    let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none();
    let parts = match &operand.value {
        Value::Path(parts) if plain => cx.parts(parts),
        Value::Missing => return None,
        _ => &[],
    };
    let word = |part: &Part<'s>| match part {
        Part::Word(word) => Some(*word),
        Part::Index { .. } | Part::Arguments { .. } => None,
    };
    let words: Option<Vec<Word<'s>>> = parts.iter().map(word).collect();
    let words = words.filter(|words| !words.is_empty());
    if words.is_none() {
        let message = "a register or coordinates belong here";
        diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
    }
    words
}

/// `r0` to `r5`, of which there are as many as texture units.
pub(crate) fn ati_register(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    word: &Word<'_>,
) -> Option<u8> {
    let Some(number) = numbered(word, "r", REGISTERS) else {
        diagnostics.report(rules::unknown_register::at(word.span, None));
        return None;
    };
    let units = cx.limits().texture_units;
    if u32::from(number) >= units {
        let message = format!("this implementation has {units} texture units, and as many registers");
        diagnostics.report(rules::binding_index_out_of_range::at(word.span, message));
    }
    Some(number)
}
