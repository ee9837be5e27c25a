//! Asks the checker whether a word may stand at a place: the program is judged with the word in it.
//!
//! What follows the word may not be typed yet, so several ways to go on are tried. A program that is too long to be
//! judged for each word is cut down to its declarations and blocks; one that is too long then is not asked about.

use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_check::{Options, check};
use quadrille_syntax::tree::StatementKind;

use super::cursor::Cursor;
use super::program::Program;

/// The most bytes of a program that is judged for each word.
const MOST: usize = 64 << 10;

/// Rules about what belongs around a word, not about the word.
const AROUND: &[&str] = &["wrong-operand-count", "missing-modifier"];

/// A program with a gap.
#[derive(Debug)]
pub(crate) struct Probe {
    before: String,
    /// The bytes of `before` that the statement begins behind.
    statement: u32,
    /// What follows the gap in its statement, as it is written.
    rest: String,
    after: String,
    options: Options,
    /// Rules that are broken around the gap as it is: these say nothing about the word.
    broken: Vec<&'static str>,
}

/// The checker's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Accepted,
    Refused,
    /// The statement cannot be read, so the word is not judged.
    Unread,
}

impl Probe {
    /// A program with a gap for the word at the cursor; none where the program is too long.
    pub(crate) fn new(program: &Program<'_>, cursor: &Cursor<'_>, options: &Options) -> Option<Probe> {
        let text = program.piece.text;
        let statement = cursor.statement as usize;
        // Up to the next `;`, or the end of the line.
        let rest = &text[cursor.word.end as usize..];
        let end = rest
            .find([';', '\n', '\r', '#'])
            .map_or(rest.len(), |at| at + usize::from(rest.as_bytes()[at] == b';'));
        let (rest, after) = rest.split_at(end);
        let (mut before, mut after) = (text[..statement].to_owned(), after.to_owned());
        if text.len() > MOST {
            before = frame(program, 0, cursor.statement);
            after = frame(program, cursor.word.end, u32::MAX);
            if before.len() + after.len() > MOST {
                return None;
            }
        }
        let start = before.len() as u32;
        before += &text[statement..cursor.word.start as usize];
        let mut probe = Probe {
            before,
            statement: start,
            rest: rest.to_owned(),
            after,
            options: Options {
                preprocess: None,
                ..options.clone()
            },
            broken: Vec::new(),
        };
        let word = &text[cursor.word.range()];
        if !word.is_empty() {
            let (found, span) = probe.judge(word, rest);
            let around = found.iter().filter(|one| is_at(one, span) && one.span != span);
            probe.broken = around.map(|one| one.rule.name).collect();
        }
        Some(probe)
    }

    /// Whether the word may stand there, as it goes on or in one of these other ways.
    pub(crate) fn accepts(&self, word: &str, ways: &[String]) -> bool {
        let mut refused = false;
        for rest in std::iter::once(&self.rest).chain(ways) {
            match self.answer(word, rest) {
                Answer::Accepted => return true,
                Answer::Refused => refused = true,
                Answer::Unread => {}
            }
        }
        !refused
    }

    fn answer(&self, word: &str, rest: &str) -> Answer {
        let (found, span) = self.judge(word, rest);
        let end = span.end + rest.len() as u32;
        let unread = found.iter().any(|one| {
            one.rule.name == "syntax-error" && self.statement <= one.span.start && one.span.start <= end
        });
        if unread {
            return Answer::Unread;
        }
        let refuses = |one: &&Diagnostic| {
            let around = one.span != span && self.broken.contains(&one.rule.name);
            is_at(one, span) && !around && !AROUND.contains(&one.rule.name)
        };
        match found.iter().find(refuses) {
            Some(_) => Answer::Refused,
            None => Answer::Accepted,
        }
    }

    /// The problems of the program with a word in the gap, and the word's place.
    fn judge(&self, word: &str, rest: &str) -> (Vec<Diagnostic>, Span) {
        let text = format!("{}{word}{rest}{}", self.before, self.after);
        let start = self.before.len() as u32;
        let span = Span::new(start, start + word.len() as u32);
        (check(&text, &self.options).diagnostics, span)
    }
}

/// Whether an error is about a place.
fn is_at(found: &Diagnostic, place: Span) -> bool {
    let meets = found.span.start < place.end && found.span.end > place.start;
    let within = found.span.is_empty() && place.start <= found.span.start && found.span.start < place.end;
    found.severity == Severity::Error && (meets || within)
}

/// The header, declarations and blocks of a part of a program.
fn frame(program: &Program<'_>, from: u32, until: u32) -> String {
    let text = program.piece.text;
    let blocks = quadrille_check::words(program.profile).blocks;
    let mut frame = String::new();
    if from == 0 {
        frame += &text[..program.header.end as usize];
        frame.push('\n');
    }
    for statement in &program.tree.statements {
        if statement.span.start < from || statement.span.end > until {
            continue;
        }
        let stays = match &statement.kind {
            StatementKind::Declaration(_) | StatementKind::Label { .. } => true,
            StatementKind::Instruction(instruction) => {
                let word = instruction.mnemonic.text;
                [blocks.open, blocks.divide, blocks.close]
                    .iter()
                    .any(|words| words.contains(&word))
            }
            StatementKind::Error => false,
        };
        if stays {
            frame += &text[statement.span.range()];
            frame.push('\n');
        }
    }
    if until == u32::MAX {
        frame += "END\n";
    }
    frame
}
