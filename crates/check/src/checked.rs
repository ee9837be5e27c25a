//! What a check gives.

use quadrille_base::{Diagnostic, Severity};
use quadrille_program::Program;

/// What a check gives.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program, if no diagnostic is an error.
    pub program: Option<Program>,
    /// All problems, sorted by position.
    pub diagnostics: Vec<Diagnostic>,
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
}
