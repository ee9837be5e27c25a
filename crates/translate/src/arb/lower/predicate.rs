//! Conditions that only a run decides, and what depends on them.

use rustc_hash::FxHashMap;

use super::variable::{Cell, Variable};
use crate::arb::code::{Instruction, Source};

/// A condition that only a run decides, by component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Predicate {
    pub(super) source: Source,
    /// Whether it holds where the source is below zero; else where it is not.
    pub(super) less: bool,
    /// In vertex programs, once it was asked for: the largest float where it holds, its opposite elsewhere.
    pub(super) bound: Option<Source>,
}

impl Predicate {
    /// Holds where a source is below zero.
    pub(super) const fn less(source: Source) -> Predicate {
        Predicate {
            source,
            less: true,
            bound: None,
        }
    }

    /// Holds where a source is not below zero.
    pub(super) const fn not_less(source: Source) -> Predicate {
        Predicate {
            less: false,
            ..Predicate::less(source)
        }
    }

    pub(super) fn opposite(self) -> Predicate {
        Predicate {
            less: !self.less,
            bound: self.bound.map(|bound| -bound),
            ..self
        }
    }

    pub(super) fn component(self, at: u8) -> Predicate {
        Predicate {
            source: self.source.component(at),
            bound: self.bound.map(|bound| bound.component(at)),
            ..self
        }
    }
}

/// A test of the four components.
pub(super) struct Tested {
    /// The answers that are known.
    pub(super) known: [Option<bool>; 4],
    /// The others.
    pub(super) predicate: Predicate,
}

/// Whether a block is run.
pub(super) enum Decision {
    Known(bool),
    Open(Predicate),
}

/// Two ways that have met, and what each had written.
pub(super) struct Met {
    /// Holds on the first.
    pub(super) predicate: Predicate,
    pub(super) ways: [FxHashMap<Variable, Cell>; 2],
    /// The length of the code where they met.
    pub(super) length: usize,
    /// The length of the code where blocks of it begin, if the ways are blocks, and the code of each way.
    pub(super) begin: usize,
    pub(super) codes: [Vec<Instruction>; 2],
}
