//! The numbers that constants have in a text: the machine has 192, OpenGL 96.

use super::{Language, RaiseError};
use crate::word::{Instruction, OutputTarget, Register, Unit};
use quadrille_isa::nv20::{IluOp, limit};

/// The constants of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Constants {
    /// For each its number in the word.
    pub(super) words: Vec<u8>,
    /// How many of them are those that the words index, where fewer than 96 have room.
    pub(super) reach: Option<usize>,
}

impl Constants {
    /// Those of a half of the machine's where all lie in one, else those that are read, in order. The half that the
    /// program indexes stands first and together; what it reads of the other takes places at the end.
    pub(super) fn of(instructions: &[Instruction], language: Language) -> Result<Constants, RaiseError> {
        let written = instructions
            .iter()
            .filter_map(|instruction| match instruction.output?.target {
                OutputTarget::Constant(number) => Some(number),
                OutputTarget::Output(_) => None,
            });
        let read = instructions.iter().filter_map(Instruction::constant);
        let mut all: Vec<u8> = read.chain(written).collect();
        all.sort_unstable();
        all.dedup();
        let clamps = |one: &Instruction| one.ilu == IluOp::Rcc && one.live(Unit::Ilu) != 0;
        // RCC and the screen of `!!ARBvp1.0` have a constant each.
        let own = match language {
            Language::Nv => 0,
            Language::Arb { viewport } => {
                usize::from(viewport.is_some()) + usize::from(instructions.iter().any(clamps))
            }
        };
        let most = limit::GL_CONSTANTS - own;
        let too_many = RaiseError::Constants(all.len() + own);
        let indexed: Vec<(usize, u8)> = instructions
            .iter()
            .enumerate()
            .filter(|(_, one)| one.relative)
            .filter_map(|(index, one)| Some((index, one.constant()?)))
            .collect();
        let Some((first, _)) = indexed.first() else {
            let run = half(all.iter()).zip(all.last());
            let run: Option<Vec<u8>> = run.map(|(start, last)| (start..=*last).collect());
            let words = run.filter(|run| run.len() <= most).unwrap_or(all);
            return if words.len() <= most {
                Ok(Constants { words, reach: None })
            } else {
                Err(too_many)
            };
        };
        let start = half(indexed.iter().map(|(_, number)| number)).ok_or(RaiseError::BothHalves(*first))?;
        let least = indexed.iter().map(|(_, number)| number - start + 1).max();
        for reach in (least.unwrap_or(1)..=limit::GL_CONSTANTS as u8).rev() {
            let together = start..start + reach;
            let others = all.iter().filter(|number| !together.contains(number));
            let words: Vec<u8> = together.clone().chain(others.copied()).collect();
            if words.len() <= most {
                let whole = usize::from(reach) == limit::GL_CONSTANTS;
                let reach = (!whole).then_some(usize::from(reach));
                return Ok(Constants { words, reach });
            }
        }
        Err(too_many)
    }

    /// The text's number of a constant of the word.
    pub(super) fn number(&self, word: u8) -> i32 {
        let place = self.words.iter().position(|there| *there == word);
        place.map_or(0, |place| place as i32)
    }
}

/// The first constant of the half that all lie in.
fn half<'n>(mut all: impl Iterator<Item = &'n u8> + Clone) -> Option<u8> {
    let first = limit::GL_FIRST_CONSTANT;
    let upper = *all.clone().next()? >= first;
    all.all(|number| (*number >= first) == upper)
        .then_some(if upper { first } else { 0 })
}

/// The instructions without the index of those that come before the address register is loaded: it is 0 there.
pub(super) fn unindexed(instructions: &[Instruction]) -> Vec<Instruction> {
    let loads = |instruction: &Instruction| instruction.mac == quadrille_isa::nv20::MacOp::Arl;
    let loaded = instructions.iter().position(loads).unwrap_or(instructions.len());
    let numbered = instructions.iter().enumerate();
    let all = numbered.map(|(index, instruction)| Instruction {
        relative: instruction.relative && index > loaded,
        ..*instruction
    });
    all.collect()
}

/// Whether the program is one that runs alone and writes constants.
pub(super) fn state_program(instructions: &[Instruction]) -> Result<bool, RaiseError> {
    let writes = |instruction: &Instruction| {
        instruction
            .output
            .is_some_and(|write| matches!(write.target, OutputTarget::Constant(_)))
    };
    let Some(index) = instructions.iter().position(writes) else {
        return Ok(false);
    };
    let vertex = instructions.iter().any(|instruction| {
        let output = instruction
            .output
            .is_some_and(|write| matches!(write.target, OutputTarget::Output(_)));
        let mut sources = instruction.operands.iter().flatten();
        output || sources.any(|source| matches!(source.register, Register::Input(1..)))
    });
    if vertex {
        return Err(RaiseError::ConstantWrite(index));
    }
    Ok(true)
}
