//! Accesses to memory, lane after lane.

use quadrille_engine::Batch;
use quadrille_scalar::call_execution::{MemoryCall, Operand};

use super::piece::{Piece, Shared};
use crate::code::CallSite;

impl Piece {
    /// Accesses memory in the active lanes.
    pub(super) fn access(
        &mut self,
        shared: Shared<'_>,
        site: &CallSite,
        memory: &MemoryCall<'_>,
        batch: &Batch,
    ) {
        for lane in self.active.iter() {
            let at = self.first + lane;
            let effective = !batch.helper.get(at) && !batch.killed.get(at);
            let value = memory.execute(&shared.environment.memory, effective, |operand| {
                let word = |number| u64::from(self.registers.get::<u32>(number)[lane]);
                match operand {
                    Operand::Component { operand, component } => {
                        let registers = site.operands.get(operand)?;
                        Some(self.value(registers[component], lane))
                    }
                    Operand::Index => site.index.map(word),
                    Operand::Address => site.address.map(word),
                    Operand::Handle => site.handle.map(|number| self.registers.get::<u64>(number)[lane]),
                }
            });
            for (value, to) in value.into_iter().zip(site.results) {
                if let Some(to) = to {
                    self.set(to, lane, value);
                }
            }
        }
    }
}
