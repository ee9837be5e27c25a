//! What the list scheduler goes by: how long results take, and what comes first.

use super::operation::{Before, Kind, Operations};
use crate::time::Parameters;
use quadrille_isa::nv20::MacOp;

/// How many words a result takes until it can be read, where every thread issues in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Latency {
    vector: u64,
    special: u64,
    address: u64,
}

impl Latency {
    /// The latency on a machine.
    pub(super) fn of(parameters: &Parameters) -> Latency {
        let threads = u64::from(parameters.threads);
        let words = |cycles: u64| cycles.div_ceil(threads).max(1);
        Latency {
            vector: words(parameters.distance()),
            special: words(parameters.distance() + u64::from(parameters.ilu_extra)),
            address: words(parameters.distance() + 1),
        }
    }

    /// Words from an operation to another that has to come after it.
    pub(super) fn between(self, operations: &Operations, before: &Before) -> u64 {
        match before.kind {
            Kind::Overwritten => 0,
            Kind::Order => 1,
            Kind::Address => self.address,
            Kind::Result if operations.all[before.operation].instruction.mac == MacOp::Nop => self.special,
            Kind::Result => self.vector,
        }
    }
}

/// What decides between operations that could come next, and which register special functions get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preference {
    /// The longest way to the end; R1 for special functions.
    Longest,
    /// The longest way to the end; R1 only in pairs.
    LongestR1Free,
    /// The order of the program; R1 for special functions.
    Order,
    /// The order of the program; R1 only in pairs.
    OrderR1Free,
    /// Whatever has a partner first, then the longest way to the end.
    Pairs,
}

impl Preference {
    /// All of them.
    pub(super) const ALL: [Preference; 5] = [
        Preference::Longest,
        Preference::LongestR1Free,
        Preference::Order,
        Preference::OrderR1Free,
        Preference::Pairs,
    ];

    /// Whether special functions get R1 before they are in a pair.
    pub(super) fn prefers_r1(self) -> bool {
        matches!(self, Preference::Longest | Preference::Order | Preference::Pairs)
    }
}
