//! Prefetches of what the vertices behind a block are made of, issued while those of the block are computed.
//!
//! A processor has only so many cache misses under way at once, and a prefetch beyond these waits for one of them: so they
//! are issued a part at a time, between the steps that a block goes through.

use std::ops::Range;

use prefetch_index::prefetch_index;
use quadrille_memory::Buffer;

use crate::mesh::{self, Array};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// The parts in which prefetches are issued.
const PARTS: usize = 10;

/// Arrays that are prefetched; what there is beyond them is left to the processor.
const ARRAYS: usize = 8;

/// Prefetches of vectors of some arrays.
pub(crate) struct Prefetches<'a> {
    arrays: [Option<Source<'a>>; ARRAYS],
    /// Lines of a part.
    part: usize,
    /// The number of the array that comes next.
    current: usize,
}

/// An array whose vectors lie at equal distances.
#[derive(Clone, Copy)]
struct Source<'a> {
    numbers: Numbers<'a>,
    /// The byte where the first begins, and bytes from one to the next.
    start: usize,
    stride: usize,
    /// The byte of the line that comes next, and how many there are.
    next: usize,
    lines: usize,
}

/// What has the bytes of an array.
#[derive(Clone, Copy)]
enum Numbers<'a> {
    Floats(&'a [f32]),
    Buffer(&'a Buffer),
}

impl<'a> Prefetches<'a> {
    /// Of no array yet.
    pub(crate) fn new() -> Prefetches<'a> {
        Prefetches {
            arrays: [None; ARRAYS],
            part: 0,
            current: 0,
        }
    }

    /// Adds an array. Vectors that are apart in a buffer, as each has lines of its own, and those that are converted one by
    /// one are not prefetched.
    pub(crate) fn push(&mut self, array: &Array<'a>) {
        let source = match array.values {
            mesh::Numbers::Floats(values) => Source {
                numbers: Numbers::Floats(values),
                start: 0,
                stride: array.size * size_of::<f32>(),
                next: 0,
                lines: 0,
            },
            mesh::Numbers::Stored(stored) if stored.stride <= LINE as u64 => Source {
                numbers: Numbers::Buffer(stored.buffer),
                start: stored.start as usize,
                stride: stored.stride as usize,
                next: 0,
                lines: 0,
            },
            mesh::Numbers::Stored(_)
            | mesh::Numbers::Signed(_)
            | mesh::Numbers::Unsigned(_)
            | mesh::Numbers::Doubles(_)
            | mesh::Numbers::Longs(_) => return,
        };
        // Attributes that are interleaved in a buffer have the same lines.
        let is_there = self.arrays.iter().flatten().any(|other| source.is_beside(other));
        let free = self.arrays.iter_mut().find(|array| array.is_none());
        if let (false, Some(free)) = (is_there, free) {
            *free = Some(source);
        }
    }

    /// What comes next is of these vectors; nothing is left of those before.
    pub(crate) fn begin(&mut self, vectors: Range<usize>) {
        let mut lines = 0;
        for array in self.arrays.iter_mut().map_while(Option::as_mut) {
            array.next = array.start.wrapping_add(vectors.start.wrapping_mul(array.stride));
            array.lines = (vectors.len() * array.stride).div_ceil(LINE);
            lines += array.lines;
        }
        self.part = lines.div_ceil(PARTS);
        self.current = 0;
    }

    /// Issues the next part.
    pub(crate) fn issue(&mut self) {
        self.issue_lines(self.part);
    }

    /// Issues what is left.
    pub(crate) fn issue_rest(&mut self) {
        self.issue_lines(usize::MAX);
    }

    fn issue_lines(&mut self, mut lines: usize) {
        while lines > 0
            && let Some(Some(array)) = self.arrays.get_mut(self.current)
        {
            let count = array.lines.min(lines);
            let part = (0..count).map(|line| array.next.wrapping_add(line * LINE));
            match array.numbers {
                Numbers::Floats(values) => part.for_each(|at| prefetch_index(values, at / size_of::<f32>())),
                Numbers::Buffer(buffer) => part.for_each(|at| buffer.prefetch(at as u64)),
            }
            array.next = array.next.wrapping_add(count * LINE);
            array.lines -= count;
            lines -= count;
            self.current += usize::from(array.lines == 0);
        }
    }
}

impl Source<'_> {
    /// Whether its vectors lie among those of another.
    fn is_beside(&self, other: &Source<'_>) -> bool {
        match (self.numbers, other.numbers) {
            (Numbers::Buffer(own), Numbers::Buffer(of_other)) => {
                std::ptr::eq(own, of_other)
                    && self.stride == other.stride
                    && self.start.abs_diff(other.start) < self.stride
            }
            (Numbers::Floats(_), _) | (Numbers::Buffer(_), Numbers::Floats(_)) => false,
        }
    }
}
