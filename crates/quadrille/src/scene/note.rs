//! Notes of a run: breaches that a dialect admits, results that go nowhere, programs that the engine leaves to the
//! reference engine.

use quadrille_base::{Diagnostic, Severity, Span, rule};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::UnusedResult;
use quadrille_program::{File, Program};

use super::placed::Placed;
use super::problems::Problems;
use crate::compare::Refused;
use crate::program::Loaded;

rule!(
    UNUSED_RESULT,
    "unused-result",
    Warning,
    "a fragment program writes a result that has no effect",
    ["docs/scenes.md"],
    "note.rs"
);

rule!(
    PROGRAM_REFUSED,
    "program-refused",
    Note,
    "the engine leaves a program to the reference engine",
    ["docs/scenes.md"],
    "note.rs"
);

/// The notes of a run, each once.
pub(super) struct Notes {
    unused: Vec<UnusedResult>,
    said: Problems,
    /// Whether a program that the engine refuses is a problem.
    strict_engine: bool,
}

impl Notes {
    /// None yet; `most` are listed.
    pub(super) fn new(most: usize, strict_engine: bool) -> Notes {
        Notes {
            unused: Vec::new(),
            said: Problems::new(most),
            strict_engine,
        }
    }

    /// Warnings of a program that stands at `span`.
    pub(super) fn loaded(&mut self, program: &Loaded, span: Span) {
        self.said.program(program.diagnostics(), program.unlisted(), span);
    }

    /// Others, with their places in the scene.
    pub(super) fn add(&mut self, notes: Vec<Diagnostic>) {
        self.said.extend(notes);
    }

    /// Results of the fragment program that a draw stores nowhere.
    pub(super) fn unused(&mut self, results: &[UnusedResult]) {
        for result in results {
            if !self.unused.contains(result) {
                self.unused.push(*result);
            }
        }
    }

    /// A program that stands at `span`, or a fixed-function stage that the command there needs: noted, or returned
    /// as a problem of the scene.
    pub(super) fn refused(&mut self, refused: &Refused, span: Span) -> Option<Diagnostic> {
        let message = format!(
            "the engine {} leaves this to the reference engine",
            refused.engine
        );
        let note = format!("{}: {}", refused.stage, refused.reason);
        let mut diagnostic = Diagnostic::new(&PROGRAM_REFUSED, span, message).note(note);
        if self.strict_engine {
            diagnostic.severity = Severity::Error;
            return Some(diagnostic);
        }
        self.said.push(diagnostic);
        None
    }

    /// All of it, of a scene of so many bytes; results stand where the fragment program writes them first.
    pub(super) fn into_diagnostics(self, programs: &[Placed], length: usize) -> Vec<Diagnostic> {
        let mut said = self.said;
        let is_fragment = |placed: &&Placed| placed.program.program().profile().stage == Stage::Fragment;
        if let Some(placed) = programs.iter().rev().find(is_fragment) {
            let program = placed.program.program();
            said.extend(self.unused.iter().map(|result| {
                let span = written(program, *result).unwrap_or_default();
                Diagnostic::new(&UNUSED_RESULT, span, result.to_string()).moved(placed.span.start)
            }));
        }
        said.into_list(length)
    }
}

/// The first instruction that writes a result.
fn written(program: &Program, result: UnusedResult) -> Option<Span> {
    let mut results = program.results().iter();
    let slot = results.position(|own| own.binding == result.binding())?;
    let writes = |instruction: &quadrille_program::Instruction| {
        let register = instruction.destination.and_then(|to| to.register);
        register.is_some_and(|to| to.file == File::Result && to.slot == slot as i32)
    };
    let at = program
        .instructions()
        .iter_enumerated()
        .find(|(_, own)| writes(own));
    Some(program.span(at?.0))
}
