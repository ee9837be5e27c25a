//! What a request asks for, read once from its command and arguments.

use super::arguments::{Launch, Origin, SetBreakpoints, Which, read};
use super::protocol::Request;
use crate::command::Command;
use crate::session::Unit;

/// What a request asks for.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// `initialize`: how the client counts lines and columns.
    Initialize(Origin),
    /// `launch`
    Launch(Launch),
    /// `configurationDone`: breakpoints are set, the run may begin.
    ConfigurationDone,
    /// `pause`
    Pause,
    /// `terminate`: the run is to end; the client stays.
    Terminate,
    /// `disconnect`: the client goes.
    Disconnect,
    /// The run goes on, of this thread if one is named.
    Go(Motion, Option<i64>),
    /// A command of the debugger that was typed where expressions are evaluated.
    Command(String),
    /// Something is looked at, or breakpoints are set.
    Look(Box<Look>),
}

/// How far the run goes, and in which direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    /// `continue`
    On,
    /// `reverseContinue`
    Back,
    /// `next`, `stepIn` and `stepOut`
    Step(Unit),
    /// `stepBack`
    StepBack(Unit),
}

/// Requests that change nothing of a run but its breakpoints.
#[derive(Clone, Debug)]
pub(super) enum Look {
    /// `threads`
    Threads,
    /// `stackTrace`
    StackTrace(Which),
    /// `scopes`
    Scopes(Which),
    /// `variables`
    Variables(Which),
    /// `source`
    Source,
    /// `loadedSources`
    LoadedSources,
    /// `setBreakpoints`
    SetBreakpoints(SetBreakpoints),
    /// `setInstructionBreakpoints`
    SetInstructionBreakpoints(SetBreakpoints),
    /// `setDataBreakpoints`
    SetDataBreakpoints(SetBreakpoints),
    /// `setExceptionBreakpoints` and `setFunctionBreakpoints`: there are none of these kinds.
    SetNoBreakpoints,
    /// `dataBreakpointInfo`
    DataBreakpointInfo(Which),
    /// `breakpointLocations`
    BreakpointLocations(Which),
    /// `disassemble`
    Disassemble(Which),
    /// `readMemory`
    ReadMemory(Which),
    /// `evaluate` of an expression
    Evaluate(Which),
    /// A command that is not known.
    Unknown(String),
}

impl Asked {
    /// What a request asks for.
    pub(super) fn of(request: &Request) -> Asked {
        let arguments = &request.arguments;
        let which = || read::<Which>(arguments);
        let go = |motion: fn(&Which) -> Motion| {
            let which = which();
            Asked::Go(motion(&which), which.thread_id)
        };
        let look = match request.command.as_str() {
            "initialize" => return Asked::Initialize(read(arguments)),
            "launch" => return Asked::Launch(read(arguments)),
            "configurationDone" => return Asked::ConfigurationDone,
            "pause" => return Asked::Pause,
            "terminate" => return Asked::Terminate,
            "disconnect" => return Asked::Disconnect,
            "continue" => return go(|_| Motion::On),
            "reverseContinue" => return go(|_| Motion::Back),
            "next" => return go(|which| Motion::Step(unit(which))),
            "stepIn" => return go(|_| Motion::Step(Unit::Instruction)),
            "stepOut" => return go(|_| Motion::Step(Unit::Out)),
            "stepBack" => return go(|which| Motion::StepBack(unit(which))),
            "threads" => Look::Threads,
            "stackTrace" => Look::StackTrace(which()),
            "scopes" => Look::Scopes(which()),
            "variables" => Look::Variables(which()),
            "source" => Look::Source,
            "loadedSources" => Look::LoadedSources,
            "setBreakpoints" => Look::SetBreakpoints(read(arguments)),
            "setInstructionBreakpoints" => Look::SetInstructionBreakpoints(read(arguments)),
            "setDataBreakpoints" => Look::SetDataBreakpoints(read(arguments)),
            "setExceptionBreakpoints" | "setFunctionBreakpoints" => Look::SetNoBreakpoints,
            "dataBreakpointInfo" => Look::DataBreakpointInfo(which()),
            "breakpointLocations" => Look::BreakpointLocations(which()),
            "disassemble" => Look::Disassemble(which()),
            "readMemory" => Look::ReadMemory(which()),
            "evaluate" => {
                let which = which();
                let is_typed = which.context.as_deref() == Some("repl");
                if is_typed && Command::parse(&which.expression).is_ok() {
                    return Asked::Command(which.expression);
                }
                Look::Evaluate(which)
            }
            command => Look::Unknown(command.to_owned()),
        };
        Asked::Look(Box::new(look))
    }

    /// Whether a run that is under way stops for it.
    pub(super) fn interrupts(&self) -> bool {
        match self {
            Asked::Pause | Asked::Terminate | Asked::Disconnect => true,
            Asked::Initialize(_)
            | Asked::Launch(_)
            | Asked::ConfigurationDone
            | Asked::Go(..)
            | Asked::Command(_)
            | Asked::Look(_) => false,
        }
    }
}

/// How far `next` and `stepBack` go.
fn unit(which: &Which) -> Unit {
    match which.granularity.as_deref() {
        Some("instruction") => Unit::Instruction,
        _ => Unit::Line,
    }
}
