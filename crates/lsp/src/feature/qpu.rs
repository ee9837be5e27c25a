//! Programs of the QPU: what their words are, and which may stand at a place.

use lsp_types::{CompletionItem, CompletionItemKind};
use quadrille_base::Span;
use quadrille_vc4::asm::vocabulary::{DIRECTIVES, SUFFIXES, functions, mnemonics, registers};
use quadrille_vc4::asm::{Assembly, Options, assemble, explain_word};

use super::completion::{matches, word_item};
use super::lines::{Lexeme, LexemeKind, LineNameKind, Lines};
use super::trial::Trial;
use crate::document::{Document, Resolving, assembled};

/// Whether the lexeme at the end of these is the first word of an instruction.
pub(crate) fn begins(before: &[Lexeme]) -> bool {
    let Some(last) = before.last() else { return true };
    match last.kind {
        LexemeKind::Mark(';') => true,
        // Behind a label, not in front of a label's name.
        LexemeKind::Mark(':') => before.len() > 1,
        LexemeKind::Word => {
            let before_last = before.len().checked_sub(2).map(|at| before[at].kind);
            before_last == Some(LexemeKind::Mark(':')) && before.len() == 2
        }
        _ => false,
    }
}

pub(crate) fn complete(document: &Document, offset: u32) -> Vec<CompletionItem> {
    let all = document.text().text();
    let lines = Lines::of_qpu(all);
    let word = lines.word(offset).filter(|word| word.span.start < offset);
    let span = word.map_or(Span::at(offset), |word| word.span);
    let Some(before) = lines.before(span.start) else {
        return Vec::new();
    };
    let typed = &all[span.start as usize..offset as usize];
    let mut found: Vec<(String, CompletionItemKind, String)> = Vec::new();
    let mut push = |name: &str, kind, detail: &str| found.push((name.to_owned(), kind, detail.to_owned()));
    let names = |wanted: &dyn Fn(LineNameKind) -> bool| {
        let names = lines.names.iter().filter(|name| wanted(name.kind));
        let names = names.map(|name| (&all[name.span.range()], &all[name.statement.range()]));
        names.collect::<Vec<_>>()
    };
    let is_label = before
        .last()
        .is_some_and(|last| last.kind == LexemeKind::Mark(':'))
        && before.len() > 1;
    if before
        .last()
        .is_some_and(|last| last.kind == LexemeKind::Mark('.'))
    {
        for suffix in SUFFIXES {
            push(suffix, CompletionItemKind::PROPERTY, "a suffix");
        }
        if before.len() == 1 {
            for directive in DIRECTIVES {
                push(directive, CompletionItemKind::KEYWORD, "a directive");
            }
        }
    } else if begins(before) {
        for name in mnemonics() {
            push(name, CompletionItemKind::FUNCTION, "an instruction or signal");
        }
        for directive in DIRECTIVES {
            push(
                &format!(".{directive}"),
                CompletionItemKind::KEYWORD,
                "a directive",
            );
        }
        for (name, line) in names(&|kind| kind == LineNameKind::Macro) {
            push(name, CompletionItemKind::FUNCTION, line);
        }
    } else if is_label {
        for (name, line) in names(&|kind| kind == LineNameKind::Label) {
            push(name, CompletionItemKind::REFERENCE, line);
        }
    } else {
        for name in registers() {
            push(&name, CompletionItemKind::VARIABLE, "a register");
        }
        for name in functions() {
            push(name, CompletionItemKind::FUNCTION, "a function");
        }
        for (name, line) in names(&|kind| kind != LineNameKind::Label) {
            push(name, CompletionItemKind::CONSTANT, line);
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found.dedup_by(|one, other| one.0 == other.0);
    found.retain(|(name, ..)| matches(name, typed));
    let trial = Trial::new(
        all,
        span,
        &["", " r0, r0", " r0, r0, r0", ", r0", ", r0, r0", "(0)", " -, r0"],
    );
    let judge = |text: &str| assembled_text(document, text).diagnostics;
    found.retain(|(name, ..)| trial.accepts(name, &judge));
    found
        .iter()
        .map(|(name, kind, detail)| word_item(document, span, name, *kind, detail))
        .collect()
}

/// Whether a word is a register, an instruction, a signal or a function, which a name would hide.
pub(crate) fn is_reserved(word: &str) -> bool {
    let is_it = |other: &str| other.eq_ignore_ascii_case(word);
    registers().any(|name| is_it(&name)) || mnemonics().any(is_it) || functions().any(is_it)
}

/// A text in the document's place, assembled.
pub(crate) fn assembled_text(document: &Document, text: &str) -> Assembly {
    let options = Options {
        dialect: document.session.settings.qpu_dialect(),
        ..Options::default()
    };
    let mut includes = Resolving {
        includes: &*document.session.includes,
        path: document.path(),
    };
    assemble("", text, &options, &mut includes)
}

/// What there is to say of a word: its declaration, or the words of its line.
pub(crate) fn hover(document: &Document, offset: u32) -> Option<(Span, String)> {
    let all = document.text().text();
    let lines = Lines::of_qpu(all);
    let lexeme = lines.word(offset)?;
    if let Some(declared) = lines.declaration(lines.text(lexeme)) {
        let statement = &all[declared.statement.range()];
        return Some((lexeme.span, format!("```\n{statement}\n```\n")));
    }
    let assembly = assembled(document);
    let line = document.text().line_span(document.text().line(offset));
    let own = assembly.texts.first()?.base();
    let mut text = String::new();
    for (word, place) in assembly.words.iter().zip(&assembly.places) {
        let at = place.offset.wrapping_sub(own);
        if place.is_data || at < line.start || at > line.end {
            continue;
        }
        let explained = explain_word(*word);
        text += &format!(
            "```\n{}\n```\n\n| field | value | |\n|---|---|---|\n",
            explained.text
        );
        for field in &explained.fields {
            text += &format!("| `{}` | {} | {} |\n", field.name, field.value, field.meaning);
        }
        for note in &explained.notes {
            text += &format!("\n{note}\n");
        }
        text.push('\n');
    }
    (!text.is_empty()).then_some((lexeme.span, text))
}
