//! What can stop a run, and what a sanitizer finds.

use quadrille_base::Rule;
use quadrille_program::InstId;

/// A run that was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The instruction that was to be executed.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// Why.
    pub kind: TrapKind,
}

/// Why a run was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrapKind {
    /// The instruction budget is spent: the program may be endless.
    Budget,
    /// The engine does not have the instruction: it stops rather than pass over it.
    Unsupported,
}

impl std::fmt::Display for TrapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TrapKind::Budget => "the program spent its instruction budget without coming to an end",
            TrapKind::Unsupported => "the engine does not have this instruction",
        })
    }
}

/// Something that a specification calls undefined, met while running.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Which finding.
    pub rule: &'static Rule,
    /// The instruction.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// What was met, in a sentence.
    pub detail: String,
}
