//! The limits of what is unpacked.

use crate::Problem;

/// The limits of what is unpacked of one archive and all archives in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most entries.
    pub entries: u64,
    /// The most MiB of one entry.
    pub entry: u64,
    /// The most MiB of all entries together.
    pub total: u64,
    /// The most bytes that come out for each byte of the archive; below [`Limits::FREE`] MiB any number may.
    pub ratio: u64,
    /// The most archives within each other, the outermost counted.
    pub depth: u64,
    /// The most MiB of a dictionary that a decoder keeps.
    pub dictionary: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entries: 200_000,
            entry: 256,
            total: 16 << 10,
            ratio: 200,
            depth: 4,
            dictionary: 256,
        }
    }
}

/// A limit by name.
pub struct LimitRow {
    /// Its name.
    pub name: &'static str,
    /// One lower-case phrase: what it limits.
    pub doc: &'static str,
    /// The value among the limits.
    pub value: fn(&mut Limits) -> &mut u64,
}

/// All limits.
pub static LIMITS: &[LimitRow] = &[
    LimitRow {
        name: "entries",
        doc: "entries of an archive",
        value: |limits| &mut limits.entries,
    },
    LimitRow {
        name: "entry",
        doc: "MiB of one entry",
        value: |limits| &mut limits.entry,
    },
    LimitRow {
        name: "total",
        doc: "MiB of all entries together",
        value: |limits| &mut limits.total,
    },
    LimitRow {
        name: "ratio",
        doc: "bytes that come out for each byte of an archive",
        value: |limits| &mut limits.ratio,
    },
    LimitRow {
        name: "depth",
        doc: "archives within each other",
        value: |limits| &mut limits.depth,
    },
    LimitRow {
        name: "dictionary",
        doc: "MiB that a decoder keeps of what it has unpacked",
        value: |limits| &mut limits.dictionary,
    },
];

/// A MiB in bytes.
pub(crate) const MIB: u64 = 1 << 20;

impl Limits {
    /// The MiB that any archive may unpack to, however small it is.
    pub const FREE: u64 = 64;
}

/// What is left of the limits while an archive is read.
pub(crate) struct Left {
    pub(crate) limits: Limits,
    entries: u64,
    bytes: u64,
    /// Which limit ends the bytes.
    by_ratio: bool,
}

impl Left {
    /// All, for an archive of so many bytes.
    pub(crate) fn of(limits: Limits, archive: u64) -> Left {
        let total = limits.total.saturating_mul(MIB);
        let ratio = archive.saturating_mul(limits.ratio).max(Limits::FREE * MIB);
        Left {
            limits,
            entries: limits.entries,
            bytes: total.min(ratio),
            by_ratio: ratio < total,
        }
    }

    /// One entry less.
    pub(crate) fn entry(&mut self) -> Result<(), Problem> {
        self.entries = self
            .entries
            .checked_sub(1)
            .ok_or(Problem::Entries(self.limits.entries))?;
        Ok(())
    }

    /// The most bytes of the next entry.
    pub(crate) fn most(&self) -> u64 {
        self.bytes.min(self.limits.entry.saturating_mul(MIB))
    }

    /// So many bytes less; whether there were so many.
    pub(crate) fn spend(&mut self, bytes: u64) -> Result<(), Problem> {
        match self.bytes.checked_sub(bytes) {
            Some(left) => {
                self.bytes = left;
                Ok(())
            }
            None => {
                self.bytes = 0;
                Err(self.spent())
            }
        }
    }

    /// Why an entry of more than [`Left::most`] bytes is not read.
    pub(crate) fn too_large(&self) -> Problem {
        if self.bytes > self.limits.entry.saturating_mul(MIB) {
            Problem::TooLarge(self.limits.entry)
        } else {
            self.spent()
        }
    }

    fn spent(&self) -> Problem {
        if self.by_ratio {
            Problem::Ratio(self.limits.ratio)
        } else {
            Problem::Total(self.limits.total)
        }
    }
}
