//! The same bits in fewer cycles: operations of both units in one word, others moved to where their operands are
//! there, and temporaries renamed so that neither is in the other's way.
//!
//! `operation` takes a program apart into the operations of its units and the values that they hand to each other;
//! `list` puts them together again, word by word; [`schedule`] tries several orders of preference, has the time model
//! count the cycles of each, and keeps the program as it is where none is better. [`proof`] runs both on random inputs.

mod list;
mod operation;
mod preference;
pub mod proof;
mod registers;

use crate::function::{Constants, Program};
use crate::time::{Failure, Machine, Parameters, Workload};
use crate::word::{Instruction, Word, encode};

use preference::{Latency, Preference};

/// A program and what it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Scheduled {
    /// The words; those of the program itself where no order is better.
    pub words: Vec<Word>,
    /// For each word the words of the program that its operations come from.
    pub origins: Vec<Vec<usize>>,
    /// Cycles of the workload before and after.
    pub cycles: [u64; 2],
}

/// Schedules a program for a workload of `vertices` on a machine with these numbers; it never gets longer.
///
/// # Errors
///
/// A run of the time model that fails.
pub fn schedule(words: &[Word], parameters: &Parameters, vertices: usize) -> Result<Scheduled, Failure> {
    let unchanged = |cycles: u64| Scheduled {
        words: words.to_vec(),
        origins: (0..words.len()).map(|index| vec![index]).collect(),
        cycles: [cycles; 2],
    };
    let Ok((program, _)) = Program::from_any_words(words) else {
        return Ok(unchanged(0));
    };
    let before = cycles(&program, parameters, vertices)?;
    let mut best = unchanged(before);
    // Which write of R1 stays where both halves write it is not known: such programs stay as they are.
    if program.instructions().iter().any(Instruction::writes_r1_twice) {
        return Ok(best);
    }
    for preference in Preference::ALL {
        let Some(listed) = list::list(program.instructions(), Latency::of(parameters), preference) else {
            continue;
        };
        let encoded: Result<Vec<Word>, _> = listed
            .iter()
            .map(|(instruction, _)| encode(instruction))
            .collect();
        let Ok(encoded) = encoded else { continue };
        // Operations of a pair that are apart wait less on some machines; the program's slots are worth more.
        if encoded.len() > words.len() {
            continue;
        }
        let Ok(other) = Program::from_words(&encoded) else {
            continue;
        };
        let after = cycles(&other, parameters, vertices)?;
        if (after, encoded.len()) < (best.cycles[1], best.words.len()) {
            best = Scheduled {
                words: encoded,
                origins: listed.into_iter().map(|(_, origins)| origins).collect(),
                cycles: [before, after],
            };
        }
    }
    Ok(best)
}

fn cycles(program: &Program, parameters: &Parameters, vertices: usize) -> Result<u64, Failure> {
    let workload = Workload::generated(vertices, program.inputs());
    let constants = Constants::default();
    let machine = Machine::new(program, &constants, parameters.clone());
    Ok(machine.run(&workload)?.cycles)
}
