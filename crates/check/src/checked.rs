//! The result of a check.

use quadrille_base::{Diagnostic, Rule, Severity};
use quadrille_program::Program;
use quadrille_syntax::Preprocessed;

use crate::rules;
use crate::rules::index_in_brackets::INDEX_IN_BRACKETS;
use crate::rules::no_division::NO_DIVISION;
use crate::rules::unlisted_problems::{self, UNLISTED_PROBLEMS};
use crate::state::diagnostics::{Diagnostics, Unlisted};
use crate::template;

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program, if no diagnostic is an error.
    pub program: Option<Program>,
    /// All problems up to the limit of the options, sorted by position; what is beyond it one of the rule
    /// `unlisted-problems` counts.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of problems beyond the limit.
    pub unlisted: Unlisted,
}

impl Checked {
    /// The same with all places where they stood before a pass; what would be mended in a macro is not offered.
    pub(crate) fn before(self, pass: &Preprocessed) -> Checked {
        let placed = |mut found: Diagnostic| {
            found.fix = found.fix.filter(|fix| pass.is_written(fix.span));
            found.mapped(|span| pass.place(span))
        };
        Checked {
            program: self
                .program
                .map(|program| program.placed(|span| pass.place(span))),
            diagnostics: self.diagnostics.into_iter().map(placed).collect(),
            unlisted: self.unlisted,
        }
    }

    /// The same with the line ends of a text in what would be written into it, if all of its lines end with CR and LF.
    pub(crate) fn with_line_ends_of(mut self, text: &str) -> Checked {
        let fixes = self.diagnostics.iter_mut().filter_map(|one| one.fix.as_mut());
        let mut fixes = fixes.filter(|fix| fix.replacement.contains('\n')).peekable();
        if fixes.peek().is_some()
            && text.contains('\n')
            && text.split('\n').rev().skip(1).all(|line| line.ends_with('\r'))
        {
            fixes.for_each(|fix| {
                fix.replacement = fix.replacement.replace("\r\n", "\n").replace('\n', "\r\n")
            });
        }
        self
    }

    /// Whether the program is accepted.
    pub fn accepted(&self) -> bool {
        self.program.is_some()
    }

    /// Problems for which the program is rejected.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The number of errors, listed or not.
    pub fn error_count(&self) -> usize {
        let said = |error: &&Diagnostic| *error.rule != UNLISTED_PROBLEMS;
        self.errors().filter(said).count() + self.unlisted.errors
    }
}

/// The list of the diagnostics of a whole program that are told, in order of their places.
pub(crate) fn listed(text: &str, diagnostics: &mut Diagnostics) -> Vec<Diagnostic> {
    let (list, unlisted) = (std::mem::take(&mut diagnostics.list), diagnostics.unlisted);
    // A place that was found by counting may cut a character that no language has.
    let mut list: Vec<Diagnostic> = list.into_iter().map(|one| one.within(text)).collect();
    for one in &mut list {
        rules::text_after_end::explain(text, one);
    }
    if unlisted.total() > 0 {
        list.push(unlisted_problems::at(text.len(), unlisted));
    }
    if list.iter().any(|one| one.severity == Severity::Error) {
        template::tell(text, &mut list);
        fold(text, &mut list);
    }
    list.sort_by_key(|one| (one.span.start, one.span.end));
    list
}

/// Rules of which every breach has the same cause: a habit, or a name that is not there.
const OF_ONE_CAUSE: &[&Rule] = &[&INDEX_IN_BRACKETS, &NO_DIVISION];

/// Makes one problem of all breaches of such a rule that are mended alike, at the first place, with one fix for all.
fn fold(text: &str, list: &mut Vec<Diagnostic>) {
    for rule in OF_ONE_CAUSE {
        let is_of = |one: &Diagnostic| one.rule == *rule && one.fix.is_some();
        let mut all: Vec<Diagnostic> = list.extract_if(.., |one| is_of(one)).collect();
        all.sort_by_key(|one| one.span.start);
        let count = all.len();
        let mut all = all.into_iter();
        let Some(mut first) = all.next() else { continue };
        for next in all.filter_map(|one| one.fix) {
            let Some(fix) = first.fix.as_mut().filter(|fix| fix.span.end <= next.span.start) else {
                continue;
            };
            fix.replacement += &text[fix.span.end as usize..next.span.start as usize];
            fix.replacement += &next.replacement;
            fix.span = fix.span.to(next.span);
        }
        if count > 1 {
            first = first.note(format!("places written so: {count}"));
        }
        list.push(first);
    }
}
