//! Lookups that wait for the same are made together: fewer texture indirections.
//!
//! An instruction has a level: a lookup that needs what arithmetic gave, or another lookup, one more than that;
//! arithmetic as much as the highest that it needs. Levels follow each other, in each the lookups first.

use rustc_hash::FxHashMap;

use crate::arb::code::{Code, Instruction, Target};

/// Brings instructions into the order of their levels; nothing that one needs of another changes.
pub(in crate::arb) fn lookups(code: &mut Code) {
    let levels = levels(&code.instructions);
    let mut order: Vec<usize> = (0..code.instructions.len()).collect();
    order.sort_by_key(|at| (levels[*at], !code.instructions[*at].is_texture()));
    code.instructions = order
        .into_iter()
        .map(|at| code.instructions[at].clone())
        .collect();
}

/// What was done to a component of a temporary.
#[derive(Default)]
struct Last {
    write: Option<usize>,
    reads: Vec<usize>,
}

fn levels(instructions: &[Instruction]) -> Vec<u32> {
    let mut last: FxHashMap<(u32, u8), Last> = FxHashMap::default();
    let mut levels: Vec<u32> = Vec::with_capacity(instructions.len());
    let components = |number: u32, mask: u8| {
        (0..4u8)
            .filter(move |at| mask >> at & 1 != 0)
            .map(move |at| (number, at))
    };
    for (at, instruction) in instructions.iter().enumerate() {
        let mut level = 0;
        let mut after = |other: usize| {
            let step = u32::from(instruction.is_texture());
            level = level.max(levels[other] + step);
        };
        let reads: Vec<(u32, u8)> = instruction
            .reads()
            .flat_map(|(number, mask)| components(number, mask))
            .collect();
        for place in &reads {
            last.get(place)
                .and_then(|last| last.write)
                .into_iter()
                .for_each(&mut after);
        }
        let written = match instruction.target {
            Target::Temporary(number) => Some(number),
            Target::Result(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => None,
        };
        let writes: Vec<(u32, u8)> = written
            .into_iter()
            .flat_map(|number| components(number, instruction.mask))
            .collect();
        for place in &writes {
            if let Some(last) = last.get(place) {
                last.write
                    .into_iter()
                    .chain(last.reads.iter().copied())
                    .for_each(&mut after);
            }
        }
        levels.push(level);
        for place in reads {
            last.entry(place).or_default().reads.push(at);
        }
        for place in writes {
            let last = last.entry(place).or_default();
            last.write = Some(at);
            last.reads.clear();
        }
    }
    levels
}
