//! Tree and tables to a checked [`Program`] and diagnostics.
//!
//! The checker reports every problem, sorted by position; what GL itself would answer ([`gl_answer`]) is
//! derived from the same list. Language differences end here: what comes out is one form for all. It runs
//! nothing and knows no arithmetic.

mod address;
mod ati;
mod binding;
mod block;
mod build;
mod checker;
mod condition;
mod constant;
mod count;
mod declare;
pub mod dialect;
mod execution;
mod extended;
mod flow;
mod gl;
mod images;
mod indexed;
mod instruct;
mod lexical;
mod mnemonic;
mod noticed;
mod option;
mod options;
mod parameter;
mod path;
mod place;
mod position;
mod register;
mod relative;
mod results;
pub mod rules;
mod scope;
mod selector;
mod slots;
mod source;
mod texture;
mod words;

use quadrille_base::{Diagnostic, Severity};
use quadrille_program::Program;

pub use gl::{GlAnswer, gl_answer};
pub use options::{Dialect, Options};
pub use words::words;

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

/// Checks one program, header to END. Never fails: what is wrong is in the diagnostics.
pub fn check(text: &str, options: &Options) -> Checked {
    checker::check(text, options)
}
