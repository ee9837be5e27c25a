//! Machine text of the GeForce 3 vertex processor: what its words are, and which may stand at a place.

use lsp_types::{CompletionItem, CompletionItemKind};
use quadrille_base::{Diagnostic, Span};
use quadrille_gf3::word::assemble::assemble_line;
use quadrille_gf3::word::explain::explain;
use quadrille_gf3::word::text;
use quadrille_isa::nv20::register::{INPUTS, OUTPUTS};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

use super::completion::{matches, word_item};
use super::lines::{LexemeKind, Lines};
use super::trial::Trial;
use crate::document::Document;

/// What a word of machine text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MachineWord {
    Operation(&'static str),
    Register,
    Keyword,
    Other,
}

/// What a word is, where an operation may stand or elsewhere.
pub(crate) fn word(text: &str, begins: bool) -> MachineWord {
    let own = |name: &str| name.eq_ignore_ascii_case(text);
    if begins {
        return match (MacOp::from_name(text), IluOp::from_name(text)) {
            (Some(op), _) => MachineWord::Operation(op.doc()),
            (None, Some(op)) => MachineWord::Operation(op.doc()),
            _ if ["matmul4x4", "norm3", "mac", "ilu"].into_iter().any(own) => MachineWord::Keyword,
            _ => MachineWord::Other,
        };
    }
    if ["vector", "matrix4"].into_iter().any(own) {
        return MachineWord::Keyword;
    }
    match registers().iter().any(|name| own(name)) {
        true => MachineWord::Register,
        false => MachineWord::Other,
    }
}

/// The names of registers.
fn registers() -> Vec<String> {
    let temporaries = (0..limit::TEMPORARIES).map(|number| format!("R{number}"));
    let attributes = (0..INPUTS.len()).map(|number| format!("v{number}"));
    let inputs = INPUTS.iter().map(|input| input.nv2a.to_owned());
    let outputs = OUTPUTS
        .iter()
        .flat_map(|output| [output.nv2a.to_owned(), output.long.to_owned()]);
    let others = ["R12", "A0", "a0", "c", "v", "o"].map(str::to_owned);
    let mut all: Vec<String> = temporaries
        .chain(attributes)
        .chain(inputs)
        .chain(outputs)
        .chain(others)
        .filter(|name| !name.is_empty())
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Whether the lexeme at the end of these is the first word of an operation.
pub(crate) fn begins(before: &[super::lines::Lexeme]) -> bool {
    before.last().is_none_or(|last| {
        matches!(last.kind, LexemeKind::Mark('+' | ':' | '%' | ';')) && !in_brackets(before)
    })
}

fn in_brackets(before: &[super::lines::Lexeme]) -> bool {
    let count = |mark| {
        before
            .iter()
            .filter(|one| one.kind == LexemeKind::Mark(mark))
            .count()
    };
    count('[') > count(']')
}

pub(crate) fn complete(document: &Document, offset: u32) -> Vec<CompletionItem> {
    let numbering = document.session.settings.numbering();
    let all = document.text().text();
    let lines = Lines::of_machine(all, numbering);
    let word = lines.word(offset);
    let span = word.map_or(Span::at(offset), |word| word.span);
    let Some(before) = lines.before(span.start) else {
        return Vec::new();
    };
    let typed = &all[span.start as usize..offset as usize];
    let operation = begins(before);
    let is_lower = all.bytes().filter(u8::is_ascii_lowercase).count() * 2 > all.len() / 2;
    let mut found: Vec<(String, CompletionItemKind, String)> = Vec::new();
    if operation {
        let mac = MacOp::ALL.iter().map(|op| (op.name(), op.doc()));
        let ilu = IluOp::ALL.iter().map(|op| (op.name(), op.doc()));
        for (name, doc) in mac.chain(ilu) {
            let name = if is_lower {
                name.to_ascii_lowercase()
            } else {
                name.to_owned()
            };
            found.push((name, CompletionItemKind::FUNCTION, doc.to_owned()));
        }
    } else if before
        .last()
        .is_some_and(|last| last.kind == LexemeKind::Mark('.'))
    {
        for mask in ["x", "y", "z", "w", "xyz", "xyzw"] {
            found.push((
                mask.to_owned(),
                CompletionItemKind::PROPERTY,
                "components".to_owned(),
            ));
        }
    } else {
        for name in registers() {
            found.push((name, CompletionItemKind::VARIABLE, "a register".to_owned()));
        }
        for name in &lines.names {
            let text = all[name.span.range()].to_owned();
            let line = all[name.statement.range()].to_owned();
            found.push((text, CompletionItemKind::CONSTANT, line));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found.dedup_by(|one, other| one.0 == other.0);
    found.retain(|(name, ..)| matches(name, typed));
    let ways: &[&str] = match operation {
        true => &[
            " R0, v0",
            " R0, v0, v0",
            " R0, v0, v0, v0",
            " A0, v0",
            " R0, v0, c[0]",
        ],
        false => &[
            "",
            ".x",
            ", v0",
            ", v0, v0",
            ", v0, v0, v0",
            "[0], v0",
            "[0]",
            "[0], v0, v0",
        ],
    };
    let trial = Trial::new(all, span, ways);
    let judge = |text: &str| -> Vec<Diagnostic> { text::read(text, numbering).err().unwrap_or_default() };
    found.retain(|(name, ..)| trial.accepts(name, &judge));
    found
        .iter()
        .map(|(name, kind, detail)| word_item(document, span, name, *kind, detail))
        .collect()
}

/// What there is to say of a word: its operation, its declaration, or the word of its line.
pub(crate) fn hover(document: &Document, offset: u32) -> Option<(Span, String)> {
    let numbering = document.session.settings.numbering();
    let all = document.text().text();
    let lines = Lines::of_machine(all, numbering);
    let lexeme = lines.word(offset)?;
    let name = lines.text(lexeme);
    if let Some(declared) = lines.declaration(name) {
        let statement = &all[declared.statement.range()];
        return Some((lexeme.span, format!("```\n{statement}\n```\n")));
    }
    let before = lines.before(lexeme.span.start)?;
    let mut text = String::new();
    if let MachineWord::Operation(doc) = word(name, begins(before)) {
        text += &format!("**{}**: {doc}\n", name.to_ascii_uppercase());
    }
    let line = document.text().line_span(document.text().line(offset));
    // A line with a named constant is no word by itself.
    let head: String = lines
        .names
        .iter()
        .map(|name| format!("{}\n", &all[name.statement.range()]))
        .collect();
    if let Ok(word) = assemble_line(&format!("{head}{}\n", &all[line.range()]), numbering) {
        text += &format!("\n```\n{}```\n", explain(word, numbering));
    }
    (!text.is_empty()).then_some((lexeme.span, text))
}
