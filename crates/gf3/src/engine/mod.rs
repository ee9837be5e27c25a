//! The machine as an engine: vertex programs of any scene, with its arithmetic to the bit.
//!
//! [`GeForce3`] lowers a checked program to words once; `kernel` runs them over batches of vertices with
//! the functional model. Time plays no part here: the pipeline model never changes a result.

mod kernel;

use crate::function;
use crate::lower;
use kernel::MachineKernel;
use quadrille_engine::{Engine, Kernel, Refusal};
use quadrille_isa::gl::Stage;
use quadrille_program::Program;
use std::sync::Arc;

/// The vertex processor of the GeForce 3, with the choices of [`function::Options`] that the published
/// descriptions leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GeForce3 {
    /// Those choices.
    pub options: function::Options,
}

impl Engine for GeForce3 {
    fn name(&self) -> &'static str {
        "gf3"
    }

    /// # Errors
    ///
    /// Programs of other stages, programs that do not fit the machine, and those that write a result that it drops:
    /// the picture would lack it.
    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal> {
        let stage = program.profile().stage;
        if stage != Stage::Vertex {
            return Err(Refusal::Stage(stage));
        }
        let lowered = lower::lower(program)?;
        if let Some(note) = lowered.notes.first() {
            return Err(Refusal::Rule(Box::new(note.clone())));
        }
        let words = lowered.words()?;
        let machine = function::Program::from_words(&words).map_err(|bad| lowered.unfit(bad.index, &bad))?;
        let batch = function::Batch::new(machine, self.options).map_err(|bad| lowered.unfit(0, &bad))?;
        Ok(Arc::new(MachineKernel::new(program.clone(), batch, &lowered)))
    }
}
