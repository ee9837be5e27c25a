//! Temporaries that hold nothing that is read again: what a text needs beyond the words goes there.

use crate::word::{Instruction, Register};
use quadrille_isa::nv20::limit;
use std::ops::RangeInclusive;

/// Which temporaries are taken at each word.
pub(super) struct Free {
    /// For each word those that it names or that hold something behind it, a bit each.
    taken: Vec<u16>,
}

impl Free {
    pub(super) fn of(instructions: &[Instruction]) -> Free {
        // Components that a later word reads, x in bit 3.
        let mut live = [0u8; limit::TEMPORARIES];
        let mut taken: Vec<u16> = Vec::new();
        for instruction in instructions.iter().rev() {
            let held = live.iter().enumerate().filter(|(_, mask)| **mask != 0);
            let mut word = held.fold(0u16, |word, (number, _)| word | 1 << number);
            for write in [instruction.mac_write, instruction.ilu_write].iter().flatten() {
                word |= 1 << write.register;
                live[usize::from(write.register)] &= !write.mask;
            }
            for (slot, operand) in instruction.operands.iter().enumerate() {
                let Some(Register::Temporary(number)) = operand.map(|source| source.register) else {
                    continue;
                };
                word |= 1 << number;
                if let Some(live) = live.get_mut(usize::from(number)) {
                    *live |= instruction.components_read(slot);
                }
            }
            taken.push(word);
        }
        taken.reverse();
        Free { taken }
    }

    /// A temporary that is free at all of these words, at best at all others too, and none of `others`.
    pub(super) fn at(&self, words: RangeInclusive<usize>, others: [Option<u8>; 2]) -> Option<u8> {
        self.everywhere(others)
            .or_else(|| self.first(self.taken.get(words)?, others))
    }

    /// One that no word names.
    pub(super) fn everywhere(&self, others: [Option<u8>; 2]) -> Option<u8> {
        self.first(&self.taken, others)
    }

    fn first(&self, words: &[u16], others: [Option<u8>; 2]) -> Option<u8> {
        let taken = words.iter().fold(0u16, |all, word| all | word);
        (0..limit::TEMPORARIES as u8)
            .find(|number| taken & (1 << number) == 0 && !others.contains(&Some(*number)))
    }
}
