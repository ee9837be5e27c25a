//! Lines that become one instruction: `add r0, r0, 1;` and then `;mov r2, r3`.
//!
//! They are joined where one word has room for both and the checker finds no more in the joined program than in the one
//! whose lines stay apart: that one instruction does too much at once, or that what follows comes too early, is seen
//! only when everything is assembled.

use std::collections::{HashMap, HashSet};

use super::Assembly;
use super::operation::Line;
use crate::hazard::{self, Breach, Program};

/// Instructions after a joined one for which it matters that it is one instead of two.
const REACH: u32 = 3;

/// The lines that were joined, and those that must not be.
#[derive(Default)]
pub(super) struct Joins {
    /// Words made of several lines, with the places of all lines but the first.
    made: Vec<(u32, u32)>,
    /// Places of lines that stay apart from the line before.
    apart: HashSet<u32>,
    /// Whether all lines do.
    all_apart: bool,
}

impl Joins {
    /// Keeps all lines apart.
    pub(super) fn none() -> Joins {
        Joins {
            all_apart: true,
            ..Joins::default()
        }
    }

    /// The same rules for another reading of the text.
    pub(super) fn again(&mut self) {
        self.made.clear();
    }

    /// Whether the line at a place may join the one before.
    pub(super) fn may(&self, place: u32) -> bool {
        !self.all_apart && !self.apart.contains(&place)
    }

    /// Notes that the line at a place is part of a word.
    pub(super) fn note(&mut self, word: usize, place: u32) {
        self.made.push((word as u32, place));
    }

    /// Whether no lines were joined.
    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Keeps lines apart where the checker finds more in the program with joined lines than in that without; whether
    /// there were any.
    pub(super) fn part(&mut self, joined: &[Breach], without: &[Breach]) -> bool {
        let counts = |breaches: &[Breach]| {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            for breach in breaches {
                *counts.entry(breach.rule.name).or_default() += 1;
            }
            counts
        };
        let (more, before) = (counts(joined), counts(without));
        let is_more =
            |breach: &&Breach| more[breach.rule.name] > before.get(breach.rule.name).copied().unwrap_or(0);
        let mut parted = false;
        for breach in joined.iter().filter(is_more) {
            let near = breach.word.saturating_sub(REACH)..=breach.word;
            let made = self.made.iter().map(|(word, _)| *word);
            let nearest = made.filter(|word| near.contains(word)).max();
            let lines = self.made.iter().filter(|(word, _)| Some(*word) == nearest);
            self.apart.extend(lines.map(|(_, place)| place));
            // What is found far away from any joined word comes from one of them, whichever that is.
            self.all_apart |= nearest.is_none();
            parted = true;
        }
        parted
    }
}

/// The rule breaches that the checker finds in an assembled program.
pub(super) fn breaches(assembly: &Assembly, origin: u32) -> Vec<Breach> {
    hazard::check(
        &Program::of_assembly(assembly, origin),
        &hazard::Options::default(),
    )
    .breaches
}

/// Two lines as one, if there is room. Writes to a TMU stay apart: each is a request of its own.
pub(super) fn join(mut before: Line, after: &Line) -> Option<Line> {
    let asks_tmu = |line: &Line| {
        let mut operations = line.operations().iter();
        operations.any(|op| matches!(op.target.write_address(), 56..))
    };
    if asks_tmu(&before) && asks_tmu(after) {
        return None;
    }
    for operation in after.operations() {
        if !before.push(operation) {
            return None;
        }
    }
    for read in after.reads() {
        if !before.push_read(*read) {
            return None;
        }
    }
    if before.signal.is_some() && after.signal.is_some() {
        return None;
    }
    before.signal = before.signal.or(after.signal);
    before.with = (before.with.0 | after.with.0, before.with.1 | after.with.1);
    before.span = before.span.to(after.span);
    Some(before)
}
