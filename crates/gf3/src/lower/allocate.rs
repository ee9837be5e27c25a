//! Temporaries that share registers.
//!
//! A program names as many temporaries as it likes, and its expansions add some; the machine has twelve. Where more
//! are named, each stretch of instructions over which some component of a temporary is waited for gets a register
//! that is free all the way. The program has no branches, so one walk backwards finds the stretches and one forwards
//! gives the registers. Where twelve are enough, every temporary keeps its number.

use super::Lowered;
use super::rule::{Lowering, unfit};
use crate::word::{Instruction, Register};
use quadrille_isa::nv20::{IluOp, limit};
use std::collections::BTreeMap;

/// A stretch of instructions over which a register holds a temporary.
#[derive(Clone, Copy)]
struct Stretch {
    /// The instruction that writes it first.
    from: usize,
    /// The last instruction that reads or writes it.
    to: usize,
    temporary: u8,
}

/// Gives registers to the temporaries of a program that names too many.
///
/// # Errors
///
/// The instruction at which a thirteenth temporary is alive.
pub(super) fn temporaries(lowered: &mut Lowered) -> Lowering<()> {
    let instructions = &lowered.instructions;
    let most = |(instruction, _): &(Instruction, _)| {
        let (reads, writes) = (reads(instruction), writes(instruction));
        let reads = reads.map(|(register, _)| register);
        reads.chain(writes.map(|(register, _)| register)).max()
    };
    let named = instructions.iter().filter_map(most).max();
    if named.is_none_or(|named| usize::from(named) < limit::TEMPORARIES) {
        return Ok(());
    }
    let stretches = stretches(instructions.iter().map(|(instruction, _)| instruction));
    let mut free_from = [0usize; limit::TEMPORARIES];
    let mut registers: BTreeMap<(u8, usize), u8> = BTreeMap::new();
    for stretch in &stretches {
        let Some((instruction, span)) = instructions.get(stretch.from) else {
            continue;
        };
        // Operands are read before results are written, so that one may take the place of the other.
        let is_free = |register: &usize| free_from[*register] <= stretch.from;
        // Beside a vector operation the special function unit writes R1 only.
        let special = instruction.ilu != IluOp::Nop && is_free(&1);
        let found = special.then_some(1).or_else(|| {
            let mut all = (0..limit::TEMPORARIES).filter(is_free);
            all.clone().find(|register| *register != 1).or_else(|| all.next())
        });
        let Some(register) = found else {
            return unfit(*span, "more than 12 temporaries are alive here, and 12 fit");
        };
        // A result that nobody reads still takes its register while it is written.
        free_from[register] = stretch.to.max(stretch.from + 1);
        registers.insert((stretch.temporary, stretch.from), register as u8);
    }
    let at = |temporary: u8, index: usize| {
        let mut before = registers.range((temporary, 0)..=(temporary, index));
        before.next_back().map_or(0, |(_, register)| *register)
    };
    for (index, (instruction, _)) in lowered.instructions.iter_mut().enumerate() {
        for source in instruction.operands.iter_mut().flatten() {
            if let Register::Temporary(register) = &mut source.register {
                // What is read here was written before; what nobody wrote is read from any register.
                *register = index.checked_sub(1).map_or(0, |before| at(*register, before));
            }
        }
        let writes = [&mut instruction.mac_write, &mut instruction.ilu_write];
        for write in writes.into_iter().flatten() {
            write.register = at(write.register, index);
        }
    }
    Ok(())
}

/// The stretches of all temporaries, by their first instruction.
fn stretches<'a>(
    instructions: impl DoubleEndedIterator<Item = &'a Instruction> + ExactSizeIterator,
) -> Vec<Stretch> {
    // By temporary: the components that are waited for, and the last instruction that has to do with them.
    let mut waited: BTreeMap<u8, (u8, usize)> = BTreeMap::new();
    let mut found = Vec::new();
    for (index, instruction) in instructions.enumerate().rev() {
        for (temporary, mask) in writes(instruction) {
            let (components, to) = waited.remove(&temporary).unwrap_or((0, index));
            let left = components & !mask;
            if left == 0 {
                found.push(Stretch {
                    from: index,
                    to,
                    temporary,
                });
            } else {
                waited.insert(temporary, (left, to));
            }
        }
        for (temporary, mask) in reads(instruction).filter(|(_, mask)| *mask != 0) {
            let entry = waited.entry(temporary).or_insert((0, index));
            entry.0 |= mask;
        }
    }
    // What is read and never written holds its register from the start.
    found.extend(waited.into_iter().map(|(temporary, (_, to))| Stretch {
        from: 0,
        to,
        temporary,
    }));
    found.sort_by_key(|stretch| stretch.from);
    found
}

/// Temporaries that an instruction reads, with their components.
fn reads(instruction: &Instruction) -> impl Iterator<Item = (u8, u8)> {
    (0..3).filter_map(|slot| match instruction.operands[slot]?.register {
        Register::Temporary(register) => Some((register, instruction.components_read(slot))),
        Register::Input(_) | Register::Constant(_) | Register::Absent => None,
    })
}

/// Temporaries that an instruction writes, with their components.
fn writes(instruction: &Instruction) -> impl Iterator<Item = (u8, u8)> {
    let writes = [instruction.mac_write, instruction.ilu_write];
    writes
        .into_iter()
        .flatten()
        .map(|write| (write.register, write.mask))
}
