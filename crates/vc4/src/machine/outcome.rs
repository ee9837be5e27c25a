//! What a run gave, beside what it wrote to memory.

use super::finding::Finding;
use super::launch::TileWrite;
use super::statistics::{CacheTotals, Totals};

/// The reason why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All programs of the queue ended.
    Finished,
    /// The limit of instructions was reached.
    Budget,
    /// QPUs wait and nobody can wake them.
    Deadlock,
    /// [`super::Machine::stop`] said so.
    Stopped,
}

/// The result of a run, beside what it wrote to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The reason why it ended.
    pub end: End,
    /// The findings, by cycle.
    pub findings: Vec<Finding>,
    /// Findings beyond the limit.
    pub dropped_findings: u64,
    /// Totals, one for each QPU.
    pub qpus: Vec<Totals>,
    /// Items that transfers moved, as far as [`super::Limits::instructions`] allowed.
    pub transferred: u64,
    /// Hits and misses.
    pub caches: CacheTotals,
    /// Host interrupts: QPU, clock, value.
    pub interrupts: Vec<(u8, u64, u32)>,
    /// The writes of fragment programs to the tile buffer.
    pub tile_writes: Vec<TileWrite>,
}

impl Outcome {
    /// Clocks from the start to the end of the last program.
    pub fn clocks(&self) -> u64 {
        self.qpus.iter().map(|totals| totals.clock).max().unwrap_or(0)
    }

    /// Instructions of all QPUs.
    pub fn instructions(&self) -> u64 {
        self.qpus.iter().map(|totals| totals.instructions).sum()
    }

    /// The number of instructions and transferred items, which counts towards [`super::Limits::instructions`].
    pub fn work(&self) -> u64 {
        self.instructions() + self.transferred
    }
}
