//! What a check gives.

use quadrille_base::{Diagnostic, Severity};
use quadrille_program::Program;

use crate::rules::unlisted_problems::UNLISTED_PROBLEMS;

/// What a check gives.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program, if no diagnostic is an error.
    pub program: Option<Program>,
    /// All problems up to the limit of the options, sorted by position; what is beyond it one of the rule
    /// `unlisted-problems` counts.
    pub diagnostics: Vec<Diagnostic>,
    /// How many errors are beyond the limit.
    pub unlisted_errors: usize,
}

impl Checked {
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

    /// How many errors there are, listed or not.
    pub fn error_count(&self) -> usize {
        let said = |error: &&Diagnostic| error.rule.name != UNLISTED_PROBLEMS.name;
        self.errors().filter(said).count() + self.unlisted_errors
    }
}
