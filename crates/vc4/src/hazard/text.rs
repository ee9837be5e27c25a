//! A program judged as text: what the assembler says, then the rules of the hardware.

use quadrille_base::{Diagnostic, Span};

use super::{Options, Program, RULES, Report, check};
use crate::asm::{Assembly, WordList};

/// An assembled text, judged.
#[derive(Debug)]
pub struct JudgedText {
    /// The program; its problems without those that the rules say too.
    pub assembly: Assembly,
    /// What the rules say, where the program is complete.
    pub report: Option<Report>,
    /// The breaches of the report, with places among all texts.
    pub breaches: Vec<Diagnostic>,
}

/// Judges an assembled text.
pub fn judge(mut assembly: Assembly, origin: u32, options: &Options) -> JudgedText {
    if !assembly.is_complete() {
        return JudgedText {
            assembly,
            report: None,
            breaches: Vec::new(),
        };
    }
    // What the checker says too is said once.
    let is_checked = |name| RULES.iter().any(|rule| rule.name == name);
    assembly
        .diagnostics
        .retain(|diagnostic| !is_checked(diagnostic.rule.name));
    let program = Program::of_assembly(&assembly, origin);
    let report = check(&program, options);
    let breaches = report.diagnostics(&program);
    JudgedText {
        assembly,
        report: Some(report),
        breaches,
    }
}

/// Judges words, each with its place in a text. A text of words has no fixes: a word more would move all others.
pub fn judge_words(
    words: &[u64],
    spans: Vec<Span>,
    origin: u32,
    options: &Options,
) -> (Report, Vec<Diagnostic>) {
    let mut program = Program::of_words(words);
    program.origin = origin;
    program.spans = spans;
    let report = check(&program, options);
    let diagnostics = report.breaches.iter().zip(report.diagnostics(&program));
    let diagnostics = diagnostics.map(|(breach, mut diagnostic)| {
        diagnostic.fix = None;
        diagnostic.note(format!(
            "word {}, byte {:#x}",
            breach.word,
            8 * u64::from(breach.word)
        ))
    });
    let diagnostics = diagnostics.collect();
    (report, diagnostics)
}

/// What the rules say of words, and what is odd about each by itself. Places are bytes, 8 a word.
pub fn check_words(words: &[u64], options: &Options) -> Vec<Diagnostic> {
    let spans = (0..words.len() as u32).map(|word| Span::new(8 * word, 8 * word + 8));
    let list = WordList::new(words.to_vec(), spans.collect());
    let program = Program::of_words(words);
    let mut found = check(&program, options).diagnostics(&program);
    found.extend(list.diagnostics);
    found.sort_by_key(|diagnostic| diagnostic.span);
    found
}

/// Whether a text has lines with numbers or `.word` and, besides comments, no others.
pub fn is_words(text: &str) -> bool {
    let mut lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && ![";", "#", "//"].iter().any(|mark| line.starts_with(mark)))
        .peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with("0x") || line.starts_with(".word"))
}
