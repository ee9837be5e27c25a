//! Memory instructions: buffers, images, shared and global memory, atomic counters.

use quadrille_engine::TrapKind;
use quadrille_program::{InstId, Instruction};

use crate::observer::Observer;
use crate::run::Run;
use crate::state::Values;

impl<O: Observer> Run<'_, O> {
    /// Executes a memory instruction for the active lanes, ascending. Its operands are loaded; its result goes
    /// into `values` and is clamped, converted and written by the caller.
    ///
    /// # Errors
    ///
    /// Why the run must stop.
    pub(crate) fn memory(
        &mut self,
        id: InstId,
        instruction: &Instruction,
        values: &mut Values,
    ) -> Result<(), TrapKind> {
        let _ = (id, instruction, values);
        Err(TrapKind::Unsupported)
    }
}
