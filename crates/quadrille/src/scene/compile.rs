//! Programs for the pipeline, by the session's checker and engine.

use std::sync::Arc;

use quadrille_base::{Diagnostic, Span};
use quadrille_engine::Kernel;
use quadrille_pipeline::Compiler;

use crate::session::Session;

/// Compiles the texts of fixed-function stages.
pub(crate) struct SessionCompiler(pub(crate) Session);

impl Compiler for SessionCompiler {
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, String> {
        match self.0.load("fixed function", text) {
            Ok(program) => Ok(program.kernel().clone()),
            Err(rejected) => Err(rejected.to_string()),
        }
    }
}

/// Loads a program of a scene; problems are moved to where it stands in the file.
pub(crate) fn load(session: &Session, text: &str, at: Span) -> Result<Arc<dyn Kernel>, Vec<Diagnostic>> {
    match session.load("program", text) {
        Ok(program) => Ok(program.kernel().clone()),
        Err(rejected) => Err(rejected
            .diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.moved(at.start))
            .collect()),
    }
}
