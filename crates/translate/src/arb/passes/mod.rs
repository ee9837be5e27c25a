//! Passes over the code, each to fewer instructions or temporaries, until none finds anything or [`ROUNDS`] are over.

pub(super) mod blocks;
mod copies;
pub(super) mod dead;
mod indices;
mod merge;
pub(super) mod schedule;

use super::code::Code;

/// Rounds of the passes; the later ones find what the earlier made, which is little.
const ROUNDS: usize = 8;

/// Removes the floors of what is only an index.
pub(super) fn floor_indices(code: &mut Code) {
    if indices::floor(code) {
        run(code);
    }
}

/// Removes what the results do not need.
pub(super) fn run(code: &mut Code) {
    for _ in 0..ROUNDS {
        let before = code.instructions.clone();
        copies::propagate(code);
        dead::remove(code);
        merge::targets(code);
        if code.instructions == before {
            break;
        }
    }
    dead::remove(code);
}
