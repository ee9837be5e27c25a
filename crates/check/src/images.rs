//! The image units that the instructions of a program access.

use std::collections::BTreeSet;

use quadrille_program::{Access, Instruction};

/// Notes the units that an instruction accesses: of an array that a register indexes, all of them.
pub(crate) fn note_use(units: &mut BTreeSet<u32>, instruction: &Instruction) {
    if let Access::Memory(memory) = &instruction.access
        && memory.target.is_some()
        && memory.handle.is_none()
    {
        let count = memory.index.as_ref().map_or(1, |index| index.length);
        units.extend(memory.binding..memory.binding.saturating_add(count));
    }
}
