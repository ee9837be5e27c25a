//! What the vertices behind a block are made of, asked of the cache while those of the block are computed.
//!
//! A processor has only so many lines under way at once, and a request beyond these waits for one of them: so it is asked
//! for a part at a time, between the steps that a block goes through.

use std::ops::Range;

use prefetch_index::prefetch_index;
use quadrille_memory::Buffer;
use smallvec::SmallVec;

use crate::mesh::{Array, Numbers};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// The parts in which it is asked for, each some of every array.
const PARTS: usize = 5;

/// Bytes of arrays that will be read soon.
#[derive(Default)]
pub(crate) struct Ahead<'a> {
    runs: SmallVec<[(Place<'a>, Range<usize>); 4]>,
    part: usize,
}

#[derive(Clone, Copy)]
enum Place<'a> {
    Floats(&'a [f32]),
    Buffer(&'a Buffer),
}

impl<'a> Ahead<'a> {
    /// Adds vectors of an array. Where each has lines of its own, or is converted one by one, nothing is asked for.
    pub(crate) fn push(&mut self, array: &Array<'a>, vectors: Range<usize>) {
        let (place, start, stride) = match array.values {
            Numbers::Floats(values) => (Place::Floats(values), 0, array.size * size_of::<f32>()),
            Numbers::Stored(stored) if stored.stride <= LINE as u64 => (
                Place::Buffer(stored.buffer),
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
        self.runs.push((place, at(vectors.start)..at(vectors.end)));
    }

    /// Asks for the next part.
    pub(crate) fn ask(&mut self) {
        for (place, run) in &self.runs {
            let each = run.len() / PARTS;
            let part = (run.start + self.part * each..run.start + (self.part + 1) * each).step_by(LINE);
            match *place {
                Place::Floats(values) => part.for_each(|at| prefetch_index(values, at / size_of::<f32>())),
                Place::Buffer(buffer) => part.for_each(|at| buffer.prefetch(at as u64)),
            }
        }
        self.part += 1;
    }

    /// Asks for what is left.
    pub(crate) fn rest(mut self) {
        while self.part < PARTS {
            self.ask();
        }
    }
}
