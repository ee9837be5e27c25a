//! Programs of fixed-function stages, by the session's checker and engine.

use std::sync::{Arc, Mutex, PoisonError};

use quadrille_engine::Kernel;
use quadrille_pipeline::{CompileError, Compiler};

use crate::compare::Refused;
use crate::session::Session;

/// The stages that an engine has refused.
#[derive(Clone, Default)]
pub(crate) struct Refusals(Arc<Mutex<Vec<Refused>>>);

impl Refusals {
    /// Those since this was asked last.
    pub(crate) fn take(&self) -> Vec<Refused> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Compiles the texts of fixed-function stages.
pub(crate) struct SessionCompiler {
    pub(crate) session: Session,
    pub(crate) refusals: Refusals,
}

impl Compiler for SessionCompiler {
    fn compile(&self, text: &str) -> Result<Arc<dyn Kernel>, CompileError> {
        match self.session.load("fixed function", text) {
            Ok(program) => {
                let mut refusals = self.refusals.0.lock().unwrap_or_else(PoisonError::into_inner);
                refusals.extend(program.refused().cloned());
                Ok(program.kernel().clone())
            }
            Err(rejected) => Err(CompileError(rejected.diagnostics)),
        }
    }
}
