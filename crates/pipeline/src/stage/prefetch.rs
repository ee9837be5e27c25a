//! Prefetches of what the vertices behind a block are made of, issued while those of the block are computed.
//!
//! A processor has only so many cache misses under way at once, and a prefetch beyond these waits for one of them: so they
//! are issued a part at a time, between the steps that a block goes through.

use std::ops::Range;

use prefetch_index::prefetch_index;
use quadrille_memory::Buffer;

use crate::mesh::{Array, Numbers};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// The parts in which prefetches are issued, each some of every array.
const PARTS: usize = 5;

/// Arrays that are prefetched; what there is beyond them is left to the processor.
const ARRAYS: usize = 8;

/// Prefetches of arrays that are still to be issued.
#[derive(Default)]
#[must_use]
pub(crate) struct Prefetches<'a> {
    runs: [Option<Run<'a>>; ARRAYS],
    part: usize,
}

/// Bytes that lie one behind the other.
#[derive(Clone, Copy)]
struct Run<'a> {
    source: Source<'a>,
    start: usize,
    length: usize,
}

/// What they are bytes of.
#[derive(Clone, Copy)]
enum Source<'a> {
    Floats(&'a [f32]),
    Buffer(&'a Buffer),
}

impl<'a> Prefetches<'a> {
    /// Adds vectors of an array. Those that are apart in a buffer, as each has lines of its own, and those that are
    /// converted one by one are not prefetched.
    pub(crate) fn push(&mut self, array: &Array<'a>, vectors: Range<usize>) {
        let (source, start, stride) = match array.values {
            Numbers::Floats(values) => (Source::Floats(values), 0, array.size * size_of::<f32>()),
            Numbers::Stored(stored) if stored.stride <= LINE as u64 => (
                Source::Buffer(stored.buffer),
                stored.start as usize,
                stored.stride as usize,
            ),
            Numbers::Stored(_)
            | Numbers::Signed(_)
            | Numbers::Unsigned(_)
            | Numbers::Doubles(_)
            | Numbers::Longs(_) => return,
        };
        let at = |vector: usize| start.wrapping_add(vector.wrapping_mul(stride));
        let start = at(vectors.start);
        let length = at(vectors.end).saturating_sub(start);
        // Attributes that are interleaved in a buffer have the same lines.
        let is_there =
            self.runs.iter().flatten().any(|run| {
                source.is(run.source) && run.length == length && run.start.abs_diff(start) < stride
            });
        if let (false, Some(free)) = (is_there, self.runs.iter_mut().find(|run| run.is_none())) {
            *free = Some(Run {
                source,
                start,
                length,
            });
        }
    }

    /// Issues the next part.
    pub(crate) fn issue(&mut self) {
        for run in self.runs.iter().flatten() {
            let each = run.length / PARTS;
            let start = run.start + self.part * each;
            let part = (start..start + each).step_by(LINE);
            match run.source {
                Source::Floats(values) => part.for_each(|at| prefetch_index(values, at / size_of::<f32>())),
                Source::Buffer(buffer) => part.for_each(|at| buffer.prefetch(at as u64)),
            }
        }
        self.part += 1;
    }

    /// Issues what is left.
    pub(crate) fn issue_rest(mut self) {
        while self.part < PARTS {
            self.issue();
        }
    }
}

impl Source<'_> {
    /// Whether it is the same buffer.
    fn is(self, other: Source<'_>) -> bool {
        match (self, other) {
            (Source::Buffer(own), Source::Buffer(other)) => std::ptr::eq(own, other),
            (Source::Floats(_), _) | (Source::Buffer(_), Source::Floats(_)) => false,
        }
    }
}
