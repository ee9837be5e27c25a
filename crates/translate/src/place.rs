//! Places in a program: where it uses what a translation cannot take over.

use quadrille_program::{File, InstId, Program, Register};

/// The first instruction that reads or writes a slot of a file, or the array that it lies in.
pub(crate) fn use_of(program: &Program, file: File, slot: u32) -> Option<InstId> {
    let is_meant = |register: &Register| {
        register.file == file
            && match register.relative {
                None => register.slot as u32 == slot,
                Some(run) => (run.first..run.first + run.length).contains(&slot),
            }
    };
    let mut instructions = program.instructions().iter_enumerated();
    let found = instructions.find(|(_, instruction)| {
        let written = instruction.destination.and_then(|to| to.register);
        let read = instruction.reads().map(|operand| operand.register);
        written
            .into_iter()
            .chain(read)
            .any(|register| is_meant(&register))
    });
    found.map(|(at, _)| at)
}
