//! A QPU's own side of the VPM: its set-ups, its position in them, and its transfers under way.

use super::setup::{Block, Load, Store};

/// Vectors still to be read, and from when on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) block: Block,
    pub(crate) left: u8,
    pub(crate) ready: u64,
}

/// A transfer under way: rows of the VPM, first and last, and when it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Transfer {
    pub(crate) rows: (usize, usize),
    pub(crate) end: u64,
}

impl Transfer {
    /// Whether rows are touched while the transfer goes on.
    pub(crate) fn covers(&self, rows: (usize, usize), clock: u64) -> bool {
        clock < self.end && rows.0 <= self.rows.1 && self.rows.0 <= rows.1
    }
}

/// Set-ups and transfers of one QPU.
#[derive(Clone, Debug, Default)]
pub(crate) struct Port {
    pub(crate) reading: Option<Reading>,
    /// A set-up written while the last value of the one before was outstanding.
    pub(crate) next: Option<Reading>,
    pub(crate) writing: Option<Block>,
    pub(crate) load: Option<Load>,
    pub(crate) load_pitch: u32,
    pub(crate) store: Option<Store>,
    pub(crate) store_gap: u32,
    pub(crate) store_packed_rows: bool,
    pub(crate) loading: Transfer,
    pub(crate) storing: Transfer,
}

impl Port {
    /// Forgets the set-ups of the last program; its transfers go on.
    pub(crate) fn begin(&mut self) {
        *self = Port {
            loading: self.loading,
            storing: self.storing,
            ..Port::default()
        };
    }

    /// Values set up and not yet read.
    pub(crate) fn outstanding(&self) -> u32 {
        [self.reading, self.next]
            .into_iter()
            .flatten()
            .map(|reading| u32::from(reading.left))
            .sum()
    }
}
