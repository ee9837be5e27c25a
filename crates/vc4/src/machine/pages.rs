//! Which pages of memory were read and stored.

use std::collections::BTreeSet;

/// Bits of an address within a page.
const BITS: u32 = 12;
/// Runs of pages that are kept apart.
const RUNS: usize = 4096;

fn pages(address: u32, bytes: u64) -> (u32, u32) {
    let more = u32::try_from(bytes.saturating_sub(1)).unwrap_or(u32::MAX);
    (address >> BITS, address.saturating_add(more) >> BITS)
}

/// Pages that may have been read, by their first and last.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadPages {
    runs: Vec<(u32, u32)>,
}

impl ReadPages {
    /// Adds those of `bytes` bytes from physical address `address` on.
    pub(crate) fn add(&mut self, address: u32, bytes: u64) {
        let (first, last) = pages(address, bytes);
        if self
            .runs
            .last()
            .is_some_and(|run| run.0 <= first && last <= run.1)
        {
            return;
        }
        if self.runs.len() == RUNS {
            // Too many to tell apart: everything between them.
            let all = self
                .runs
                .drain(..)
                .fold((first, last), |all, run| (all.0.min(run.0), all.1.max(run.1)));
            self.runs.push(all);
        } else {
            self.runs.push((first, last));
        }
    }

    /// Whether one of them was stored to.
    pub(crate) fn meet(&self, stored: &StoredPages) -> bool {
        self.runs
            .iter()
            .any(|&(first, last)| stored.all.range(first..=last).next().is_some())
    }
}

/// Pages that were stored to.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoredPages {
    all: BTreeSet<u32>,
}

impl StoredPages {
    /// Adds those of `bytes` bytes from physical address `address` on.
    pub(crate) fn add(&mut self, address: u32, bytes: u64) {
        let (first, last) = pages(address, bytes);
        self.all.extend(first..=last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_meet_where_bytes_do() {
        let (mut read, mut stored) = (ReadPages::default(), StoredPages::default());
        read.add(0x1ff0, 0x20);
        stored.add(0x3000, 0x1000);
        assert!(!read.meet(&stored));
        stored.add(0x2fff, 1);
        assert!(read.meet(&stored));
        assert!(!ReadPages::default().meet(&stored));
    }

    #[test]
    fn many_runs_become_one() {
        let (mut read, mut stored) = (ReadPages::default(), StoredPages::default());
        for n in 0..=RUNS as u32 {
            read.add(0x2000 * n, 4);
        }
        assert_eq!(read.runs, [(0, 2 * RUNS as u32)]);
        stored.add(0x1000, 4);
        assert!(read.meet(&stored));
    }
}
