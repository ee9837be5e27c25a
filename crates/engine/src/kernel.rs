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

/// Lanes that an instruction counts for at least: an engine takes as long for a few as for these.
const LEAST: u64 = 32;

/// Units of work of so many instructions, each executed by so many lanes.
pub fn work_of(instructions: u64, lanes: usize) -> u64 {
    instructions.saturating_mul(LEAST.max(lanes as u64))
}

/// A program made ready by an engine: immutable, shared by threads.
pub trait Kernel: Send + Sync {
    /// The program.
    fn program(&self) -> &Arc<Program>;

    /// Fresh working storage.
    fn scratch(&self) -> Scratch;

    /// Runs the live lanes of a batch to their end, and counts the work ([`work_of`]). On a trap, lanes that had not
    /// finished keep the results they had written.
    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap>;
}
