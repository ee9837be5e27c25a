//! Statements whose opening word is misspelled, or that cannot be read: the mistake is told once, and what they
//! would have declared, opened or closed is neither unknown nor missing.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Instruction, OperandIndex, Part, Value, Word};

use crate::context::Context;
use crate::nearest::nearest_opening;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Scope};
use crate::state::unread::Unread;
use crate::{mnemonic, rules};

/// The statement that one with an unknown opening word is taken for.
pub(crate) enum Meant<'s> {
    /// An instruction.
    Instruction,
    /// Another statement, of which nothing more is done.
    Statement,
    /// A label.
    Label(Word<'s>),
    /// OPTION with these names.
    Options(Vec<Word<'s>>),
}

/// Takes an instruction whose opcode is none for what it was meant to be, if that is no instruction: the
/// declaration whose word is nearest, END, or a label.
pub(crate) fn misspelled_statement<'s>(
    cx: &Context<'_, 's>,
    scope: &mut Scope<'s>,
    unread: &mut Unread,
    diagnostics: &mut Diagnostics,
    instruction: &Instruction<'s>,
    span: Span,
) -> Meant<'s> {
    let word = instruction.mnemonic;
    let known = mnemonic::readings(word.text).next().is_some();
    // To look for what is near takes time, and past the limit nothing is told.
    if known || diagnostics.is_full() || !cx.words(&instruction.modifiers).is_empty() {
        return Meant::Instruction;
    }
    let operands = cx.list(&instruction.operands);
    let last = cx.text[span.end as usize..].trim().is_empty();
    let ended = cx.text[span.range()].ends_with(';');
    if operands.is_empty() && last && (!ended || suggest::nearest(word.text, ["END"]).is_some()) {
        no_instruction(diagnostics, &word, "END");
        unread.end = true;
        return Meant::Statement;
    }
    let near = nearest_opening(&cx.language, &word);
    let Some(near) = near.map(|near| (near, Statement::find(near))) else {
        meant_names(cx, scope, &word, operands);
        let alone = operands.is_empty() && !ended;
        return match alone && label_without_colon(cx, diagnostics, &word) {
            true => Meant::Label(word),
            false => Meant::Instruction,
        };
    };
    let (near, Some(statement)) = near else {
        meant_names(cx, scope, &word, operands);
        return Meant::Instruction;
    };
    no_instruction(diagnostics, &word, near);
    let names: Vec<Word<'s>> = operands
        .iter()
        .filter_map(|index| cx.leading_word(*index))
        .collect();
    if statement == Statement::Option {
        return Meant::Options(names);
    }
    if statement.row().unterminated {
        unread.declarations.push(statement);
    } else {
        for name in names {
            // A name that is declared already stays what it is.
            scope.declare(name.text, Entity::Broken, name.span).ok();
        }
    }
    Meant::Statement
}

/// Declares the words behind an unknown opening word, if they are nothing but new names: they may be what a
/// declaration declares. A word alone may be a name itself.
fn meant_names<'s>(cx: &Context<'_, 's>, scope: &mut Scope<'s>, word: &Word<'s>, operands: &[OperandIndex]) {
    if operands.is_empty() {
        scope.declare(word.text, Entity::Broken, word.span).ok();
    }
    let name = |index: &OperandIndex| match &cx.operand(*index).value {
        Value::Path(parts) if cx.is_bare(*index) => match cx.parts(parts) {
            [Part::Word(name)] if scope.find(name.text).is_none() => Some(*name),
            _ => None,
        },
        _ => None,
    };
    let names: Option<Vec<Word<'s>>> = operands.iter().map(name).collect();
    for name in names.into_iter().flatten() {
        scope.declare(name.text, Entity::Broken, name.span).ok();
    }
}

fn no_instruction(diagnostics: &mut Diagnostics, word: &Word<'_>, near: &str) {
    let message = "there is no such instruction or declaration";
    diagnostics.report(rules::unknown_opcode::at(word.span, message, Some(near)));
}

/// Whether a word that stands alone is taken for a label, which is reported: where the language has labels.
fn label_without_colon(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, word: &Word<'_>) -> bool {
    let labels = LanguageSet::GPU.or(LanguageSet::V20);
    let labels = labels.or(LanguageSet::AV2).or(LanguageSet::AF2);
    if !cx.language.meets(labels) {
        return false;
    }
    let diagnostic = rules::unknown_opcode::at(word.span, "there is no such instruction", None)
        .hint("a label has a colon behind it")
        .fix("make it a label", Span::at(word.span.end), ":");
    diagnostics.report(diagnostic);
    true
}
