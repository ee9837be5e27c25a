//! Byte ranges of a source text.

use std::ops::Range;

/// A half-open range of bytes of one source, `start..end`. Sources are at most 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`; an end before the start becomes an empty range at `start`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The empty range at `offset`.
    pub const fn at(offset: u32) -> Span {
        Span {
            start: offset,
            end: offset,
        }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same in a text that has `by` bytes before it.
    pub const fn moved(self, by: u32) -> Span {
        Span {
            start: self.start.saturating_add(by),
            end: self.end.saturating_add(by),
        }
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether no byte lies in it.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// As a range of `usize`, to index a text with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
