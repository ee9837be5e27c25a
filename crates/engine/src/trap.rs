//! The traps that stop a run, and the findings of a sanitizer.

use quadrille_base::{Rule, Spent};
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
    /// The instructions that an invocation may execute are spent: the program may be endless.
    Budget,
    /// The budget of the whole run is spent. Where lanes run on several threads, which of them were stopped, and
    /// where, is left open.
    Spent(Spent),
    /// The engine does not have the instruction: it stops rather than pass over it.
    Unsupported,
    /// A barrier is not executed by all invocations of the work group, which is undefined and may hang
    /// (NV_compute_program5 2.X.8.Z BAR).
    Barrier,
}

impl std::fmt::Display for TrapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TrapKind::Spent(spent) => return spent.fmt(f),
            TrapKind::Budget => "the program spent its instruction budget without coming to an end",
            TrapKind::Unsupported => "the engine does not have this instruction",
            TrapKind::Barrier => "a barrier was not executed by all invocations of the work group",
        })
    }
}

/// Why a program ended abnormally, as its language lays down: its results are what was written until then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AbnormalEnd {
    /// The instructions that the language allows are spent.
    Instructions,
    /// A call or PUSHA on a full call stack.
    CallDepth,
    /// IF in too many open IF blocks.
    IfDepth,
    /// A loop in too many open loops.
    LoopDepth,
    /// RET on an address register, or POPA on a call.
    StackEntry,
    /// POPA on an empty stack.
    StackEmpty,
}

impl std::fmt::Display for AbnormalEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AbnormalEnd::Instructions => "the instructions that its language allows are spent",
            AbnormalEnd::CallDepth => "the call stack is full",
            AbnormalEnd::IfDepth => "too many IF blocks are open",
            AbnormalEnd::LoopDepth => "too many loops are open",
            AbnormalEnd::StackEntry => "the top of the call stack is of the other kind",
            AbnormalEnd::StackEmpty => "the call stack is empty",
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
    /// The undefined case that was met, in a sentence.
    pub detail: String,
}
