//! Comments: each finds the statement that it stands at.
//!
//! A comment on the line of an instruction stays behind it, one on a line of its own before the next
//! instruction; those among the declarations open the shader.
//!
//! Comes last: a statement that a pass adds has no place in the source, and takes no comment.

use quadrille_base::IndexVec;
use quadrille_program::InstId;
use quadrille_syntax::lexer::TokenKind;
use quadrille_syntax::{Lexis, lex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{Listing, Shader, Statement, StatementKind};
use crate::raise::source::SourceProgram;

#[derive(Default)]
struct Notes {
    before: Vec<String>,
    after: Option<String>,
}

/// Gives the comments of a source to the statements of its shader.
pub(crate) fn attach(shader: &mut Shader, source: SourceProgram<'_>) {
    if !source.text.is_empty() {
        shader.listing = Some(listing(source));
    }
    let comments: Vec<(usize, String)> = lex(source.text, Lexis::Assembly)
        .into_iter()
        .filter(|token| token.kind == TokenKind::Comment)
        .map(|token| {
            let text = source.text[token.span.range()].trim_start_matches('#').trim();
            (token.span.start as usize, text.to_owned())
        })
        .collect();
    if comments.is_empty() {
        return;
    }
    let mut present = FxHashSet::default();
    for function in &shader.functions {
        origins(&function.body, &mut present);
    }
    let program = source.program;
    let mut instructions: Vec<(usize, usize, InstId)> = program
        .instructions()
        .iter_enumerated()
        .map(|(id, _)| (program.span(id), id))
        .filter(|(span, id)| span.end > 0 && present.contains(id))
        .map(|(span, id)| (span.start as usize, span.end as usize, id))
        .collect();
    instructions.sort_unstable();
    let mut notes: FxHashMap<InstId, Notes> = FxHashMap::default();
    for (at, text) in comments {
        let next = instructions.partition_point(|(start, ..)| *start < at);
        let before = next.checked_sub(1).map(|last| instructions[last]);
        let beside = before.filter(|(_, end, _)| !source.text[(*end).min(at)..at].contains('\n'));
        match (beside, instructions.get(next)) {
            (Some((.., id)), _) => {
                let after = &mut notes.entry(id).or_default().after;
                *after = Some(
                    after
                        .take()
                        .map_or(text.clone(), |first| format!("{first} {text}")),
                );
            }
            (None, Some((start, ..))) if before.is_none() && !leads(&source.text[at..*start]) => {
                shader.preamble.push(text);
            }
            (None, Some((.., id))) => notes.entry(*id).or_default().before.push(text),
            (None, None) => shader.closing.push(text),
        }
    }
    for function in &mut shader.functions {
        give(&mut function.body, &mut notes);
    }
}

/// The text with the line of each instruction.
fn listing(source: SourceProgram<'_>) -> Listing {
    let starts: Vec<usize> = source.text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| starts.partition_point(|start| *start < at) as u32 + 1;
    let instructions = source.program.instructions().iter_enumerated();
    let mut lines = IndexVec::new();
    for (id, _) in instructions {
        lines.push(line(source.program.span(id).start as usize));
    }
    Listing {
        text: source.text.to_owned(),
        lines,
    }
}

/// Whether nothing but white space and comments lies in a text.
fn leads(text: &str) -> bool {
    lex(text, Lexis::Assembly)
        .iter()
        .all(|token| token.kind.is_blank())
}

fn origins(block: &[Statement], present: &mut FxHashSet<InstId>) {
    for statement in block {
        present.extend(statement.origin);
        match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                origins(then, present);
                origins(otherwise, present);
            }
            StatementKind::Loop { body, .. } => origins(body, present),
            _ => {}
        }
    }
}

fn give(block: &mut [Statement], notes: &mut FxHashMap<InstId, Notes>) {
    for statement in block {
        if let Some(found) = statement.origin.and_then(|id| notes.remove(&id)) {
            statement.before = found.before;
            statement.after = found.after;
        }
        match &mut statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                give(then, notes);
                give(otherwise, notes);
            }
            StatementKind::Loop { body, .. } => give(body, notes),
            _ => {}
        }
    }
}
