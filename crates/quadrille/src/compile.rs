//! Programs of fixed-function stages, by the session's checker and engine.

use std::sync::Arc;

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
