//! Remedies on words: instructions move apart, and relative branches with them.

use quadrille_isa::qpu::{Instruction, decode, encode};

use super::breach::Remedy;
use super::program::NOP;

/// The words with remedies applied. Relative branches still go where they went; a branch to a word before which
/// something was put goes to what was put there. Absolute branches and addresses in data are left as they are.
/// Remedies that overlap are taken in the order of their words, and a swap that another touches is left out.
pub fn apply(words: &[u64], remedies: &[Remedy]) -> Vec<u64> {
    let mut words = words.to_vec();
    let mut nops = vec![0u8; words.len()];
    for remedy in remedies {
        if let Remedy::Nops { before, count } = *remedy
            && let Some(most) = nops.get_mut(before as usize)
        {
            *most = (*most).max(count);
        }
    }
    let mut free = 0;
    let mut swaps: Vec<usize> = remedies
        .iter()
        .filter_map(|remedy| match remedy {
            Remedy::Swap { first } => Some(*first as usize),
            Remedy::Nops { .. } => None,
        })
        .collect();
    swaps.sort_unstable();
    for first in swaps {
        let is_whole = first + 1 < words.len() && first >= free;
        if is_whole && nops[first] == 0 && nops[first + 1] == 0 {
            words.swap(first, first + 1);
            free = first + 2;
        }
    }
    // Where each word begins after the insertion, its idle instructions included.
    let mut moved = Vec::with_capacity(words.len() + 1);
    let mut at = 0i64;
    for count in &nops {
        moved.push(at);
        at += i64::from(*count) + 1;
    }
    moved.push(at);
    let mut result = Vec::with_capacity(at as usize);
    for (old, word) in words.iter().enumerate() {
        result.resize(result.len() + usize::from(nops[old]), NOP);
        let new = result.len() as i64;
        result.push(match decode(*word) {
            Ok(Instruction::Branch(mut branch)) if branch.relative && !branch.add_register => {
                let target = old as i64 + 4 + i64::from(branch.immediate as i32) / 8;
                let is_inside = target >= 0 && (target as usize) < moved.len();
                if is_inside && branch.immediate % 8 == 0 {
                    let distance = moved[target as usize] - (new + 4);
                    branch.immediate = (8 * distance) as u32;
                }
                encode(&Instruction::Branch(branch))
            }
            _ => *word,
        });
    }
    result
}
