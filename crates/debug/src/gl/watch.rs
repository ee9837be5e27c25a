//! What a step does, as effects.

use quadrille_base::Spent;
use quadrille_memory::AccessKind;
use quadrille_program::{File, InstId, Program};
use quadrille_reference::{MemoryEvent, Observer, Step};

use super::memory::Map;
use super::registers::Registers;
use crate::machine::Effect;

/// Gathers what a step writes and which memory it touches.
pub(super) struct Watch<'a> {
    pub(super) registers: &'a Registers,
    pub(super) map: &'a Map,
    pub(super) program: &'a Program,
    pub(super) effects: Vec<Effect>,
}

impl Observer for Watch<'_> {
    fn step(&mut self, step: Step<'_>) {
        let instruction = &self.program.instructions()[step.instruction];
        let code = instruction.update.and_then(|number| self.registers.code(number));
        if let (Some(register), Some(_)) = (code, step.flags) {
            let mask = instruction.destination.map_or(15, |to| to.mask);
            self.effects.push(Effect::Register {
                thread: step.lane,
                register,
                components: u32::from(mask),
            });
        }
    }

    fn written(&mut self, _: InstId, lane: usize, file: File, slot: usize, components: u8) {
        let Some(register) = self.registers.number(file, slot) else {
            return;
        };
        // Components of one register come one after another.
        if let Some(Effect::Register {
            thread,
            register: last,
            components: all,
        }) = self.effects.last_mut()
            && (*thread, *last) == (lane, register)
        {
            *all |= u32::from(components);
            return;
        }
        self.effects.push(Effect::Register {
            thread: lane,
            register,
            components: u32::from(components),
        });
    }

    fn memory(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        let Some((buffer, offset, bytes)) = event.touched else {
            return Ok(());
        };
        let Some(region) = self.map.region(buffer) else {
            return Ok(());
        };
        self.effects.push(Effect::Memory {
            thread: event.lane,
            region,
            offset,
            bytes,
            written: event.kind != AccessKind::Load,
        });
        Ok(())
    }
}
