//! A kernel that watches itself: the reference engine under the sanitizer, for draws and dispatches.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_engine::{Batch, Environment, Finding, Kernel, Scratch, Trap};
use quadrille_program::Program;

use super::{Sanitizer, SharedHazards};
use crate::kernel::ReferenceKernel;

/// The reference engine, with everything that the sanitizer finds in all its runs.
pub struct SanitizingKernel {
    kernel: ReferenceKernel,
    sanitizer: Mutex<Sanitizer>,
}

impl SanitizingKernel {
    /// Takes a program.
    pub fn new(program: Arc<Program>) -> SanitizingKernel {
        SanitizingKernel {
            sanitizer: Mutex::new(Sanitizer::new(&program)),
            kernel: ReferenceKernel::new(program),
        }
    }

    /// A kernel that also looks for accesses to what programs of earlier draws and dispatches wrote, which all kernels
    /// with these hazards note there.
    #[must_use]
    pub fn with_hazards(self, hazards: SharedHazards) -> SanitizingKernel {
        self.sanitizer().share(hazards);
        self
    }

    /// Says that a draw or dispatch has come to its end: what follows is ordered after it.
    pub fn end_draw(&self) {
        self.sanitizer().end_draw();
    }

    /// The findings, in the order of execution.
    pub fn findings(&self) -> Vec<Finding> {
        self.sanitizer().findings().to_vec()
    }

    fn sanitizer(&self) -> MutexGuard<'_, Sanitizer> {
        self.sanitizer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kernel for SanitizingKernel {
    fn program(&self) -> &Arc<Program> {
        self.kernel.program()
    }

    fn scratch(&self) -> Scratch {
        self.kernel.scratch()
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn run(&self, batch: &mut Batch, environment: &Environment<'_>, _: &mut Scratch) -> Result<(), Trap> {
        // Batches are watched one after another, since they share the log of accesses.
        let mut sanitizer = self.sanitizer();
        let outcome = self.kernel.observe(batch, environment, &mut *sanitizer);
        sanitizer.end_batch(batch.lanes());
        outcome
    }
}
