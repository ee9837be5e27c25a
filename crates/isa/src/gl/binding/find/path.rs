//! The parts of a written path, and the result of a lookup: a match, or the reason why there is none.

use super::super::{Binding, BindingRow, Form};
use crate::gl::availability::Missing;
use crate::gl::limit::Limit;
use crate::gl::option::ProgramOption;

/// One part of a written path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathPart<'a> {
    /// A word: the first, or one after a `.`.
    Word(&'a str),
    /// `[n]`, or `[]`.
    Index(Option<i64>),
    /// `[a..b]`.
    Range(i64, i64),
    /// `[A0.x + n]`: an index that is known at run time.
    Dynamic,
    /// `(…)`.
    Arguments,
}

/// A path that is a binding.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The row.
    pub row: &'static BindingRow,
    /// The form that matched.
    pub form: &'static Form,
    /// The bound vector, or the first of several.
    pub first: Binding,
    /// The number of parts of the path that it took; the rest are selectors.
    pub consumed: usize,
    /// Which captured number counts up from one vector to the next.
    pub along: usize,
    /// Whether it belongs to a family of numbered vectors, so that an array of attributes or results can be
    /// bound to it and its successors.
    pub countable: bool,
    /// The number of vectors: more than one only for a range or a whole. For a whole buffer it is what the limit
    /// allows, up to 2^31: something to compare with, not to list.
    pub count: u32,
    /// Whether several vectors are meant, be they as few as one: `env[3..3]`, `state.matrix.mvp`. Only an
    /// array can be bound to it.
    pub array: bool,
    /// Whether everything was meant because no number was written, so that a declared size decides.
    pub whole: bool,
    /// The number of buffers, where a range of buffers is written: the variable gets one more dimension, and the
    /// first captured number counts up along it.
    pub buffers: Option<u32>,
    /// The part that holds an index known at run time; the captured number is then 0.
    pub dynamic: Option<usize>,
}

impl Match {
    /// The bound vectors in order, of the first buffer where there are several.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = Binding> + use<> {
        let (first, along) = (self.first, self.along);
        (0..self.count).map(move |offset| {
            let mut binding = first;
            binding.index[along] += offset;
            binding
        })
    }

    /// Whether every vertex is meant, so that the variable gets one more dimension.
    pub fn every_vertex(&self) -> bool {
        self.first.index.contains(&Binding::EVERY)
    }
}

/// A path that is no binding, and why.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    /// The first part that is wrong; the number of parts where the path stops too early.
    pub part: usize,
    /// One past the last part that is wrong.
    pub end: usize,
    /// The row that came nearest, where one did.
    pub row: Option<&'static BindingRow>,
    /// The reason why the path is no binding.
    pub reason: Reason,
}

/// Why a path is no binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No binding of this program has this word here; [`candidates`](super::candidates) are those that one has.
    UnknownWord,
    /// A word must follow.
    WordMissing,
    /// An index must follow.
    IndexMissing,
    /// `[]` where a number must stand.
    IndexEmpty,
    /// A number beyond its bound.
    OutOfRange {
        /// The number.
        value: i64,
        /// The exclusive upper bound.
        below: u32,
        /// The limit that says so, unless the specification fixes it.
        limit: Option<Limit>,
    },
    /// A number that this does not divide.
    NotMultipleOf(u32),
    /// `[a..b]` with a greater than b.
    RangeReversed {
        /// The first number.
        from: i64,
        /// The last.
        to: i64,
    },
    /// A range where only one number may stand.
    RangeNotAllowed,
    /// An index known at run time where only a constant may stand.
    RelativeNotAllowed,
    /// A parenthesis is needed or in the way.
    Parenthesis,
    /// A binding, but not in this program.
    Unavailable(Missing),
    /// A binding that an option of the program takes away.
    Excluded(ProgramOption),
}
