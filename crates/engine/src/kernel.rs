//! Engines and the kernels they prepare.

use std::any::Any;
use std::sync::Arc;

use quadrille_program::Program;

use crate::batch::Batch;
use crate::environment::Environment;
use crate::trap::Trap;

/// Something that runs programs.
pub trait Engine: Send + Sync {
    /// Its name, as `--engine` takes it.
    fn name(&self) -> &'static str;

    /// Makes a program ready to run. An engine may refuse one.
    fn prepare(&self, program: &Arc<Program>) -> Result<Arc<dyn Kernel>, Refusal>;
}

/// Why an engine does not take a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// A lower-case sentence.
    pub reason: String,
}

/// Working storage of a kernel; each thread has its own.
pub type Scratch = Box<dyn Any + Send>;

/// A program made ready by an engine: immutable, shared by threads.
pub trait Kernel: Send + Sync {
    /// The program.
    fn program(&self) -> &Arc<Program>;

    /// Fresh working storage.
    fn scratch(&self) -> Scratch;

    /// Runs the live lanes of a batch to their end. On a trap, lanes that had not finished keep the results
    /// they had written.
    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap>;
}
