//! The results of a program's run, and its trace.

use std::fmt;

use quadrille_base::{Span, Spent};
use quadrille_engine::batch::GROUP;
use quadrille_engine::{AbnormalEnd, Emission, Trap};
use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::operation::Space;
use quadrille_isa::gl::{DataType, Stage};
use quadrille_memory::AccessKind;
use quadrille_program::{InstId, Program};
use quadrille_reference::{MemoryEvent, Observer, Step, Typed};

use super::LANES;
use crate::compare::Refused;
use crate::program::Loaded;

/// The results of a program's run. [`Inputs`](super::Inputs) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct Outputs {
    /// Results of the first lane in the order of the program, by the names of their bindings, with the
    /// components that it writes, bit 0 for x.
    pub results: Vec<(String, [f32; 4], u8)>,
    /// The types that the program writes its results in, in the same order.
    pub types: Vec<DataType>,
    /// The bits of the results of each lane, in the same order.
    pub lanes: Vec<Vec<[u32; 4]>>,
    /// Whether KIL discarded the first fragment.
    pub killed: bool,
    /// The fragments that KIL discarded.
    pub killed_lanes: Vec<usize>,
    /// Vertices and ends of strips that a geometry program gave.
    pub emitted: Vec<Emission>,
    /// Program parameters as a vertex state program left them: names and bits of those that it can write.
    pub parameters: Vec<(String, [u32; 4])>,
    /// Lanes that ended as no program should, where and why.
    pub ended: Vec<(InstId, usize, AbnormalEnd)>,
}

impl Outputs {
    /// A result of the first lane by the name of its binding.
    pub fn get(&self, name: &str) -> Option<[f32; 4]> {
        self.results
            .iter()
            .find(|(other, ..)| other == name)
            .map(|(_, value, _)| *value)
    }

    /// The bits of a result in one lane by the name of its binding.
    pub fn bits(&self, name: &str, lane: usize) -> Option<[u32; 4]> {
        let slot = self.results.iter().position(|(other, ..)| other == name)?;
        self.lanes.get(lane)?.get(slot).copied()
    }
}

/// One access of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The lane.
    pub lane: usize,
    /// Which memory.
    pub space: Space,
    /// Whether it is read, written, or both in one step.
    pub kind: AccessKind,
    /// The first byte in its buffer, and how many; `None` if nothing was touched.
    pub bytes: Option<(u64, u64)>,
}

impl fmt::Display for Access {
    /// `lane 0 loads bytes 256 to 271 of a constant buffer`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = match self.kind {
            AccessKind::Load => "loads",
            AccessKind::Store => "stores",
            AccessKind::Atomic => "changes",
        };
        let space = match self.space {
            Space::Global => "a buffer by its address",
            Space::Constant => "a constant buffer",
            Space::Storage => "a storage buffer",
            Space::Shared => "shared memory",
            Space::Image => "an image",
            Space::Counter => "a counter buffer",
        };
        write!(f, "lane {} {does} ", self.lane)?;
        match self.bytes {
            Some((first, bytes)) => {
                write!(
                    f,
                    "bytes {first} to {} of {space}",
                    first + bytes.saturating_sub(1)
                )
            }
            None => write!(f, "nothing of {space}"),
        }
    }
}

/// One executed instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceStep {
    /// The instruction.
    pub instruction: InstId,
    /// Its span in the source.
    pub span: Span,
    /// The lanes that executed it at this time, ascending. The vectors and the code below are of the first of them.
    pub lanes: Vec<usize>,
    /// Whether these are not all the lanes that run together.
    pub parted: bool,
    /// Operand vectors as the operation got them.
    pub operands: Vec<Typed>,
    /// The result before the write mask.
    pub result: Option<Typed>,
    /// The condition code that it updates, after it.
    pub flags: Option<[Flags; 4]>,
    /// The memory accesses of each of the lanes, ascending.
    pub accesses: Vec<Access>,
}

impl Access {
    pub(crate) fn of(event: &MemoryEvent<'_>) -> Access {
        Access {
            lane: event.lane,
            space: event.space,
            kind: event.kind,
            bytes: event.touched.map(|(_, first, bytes)| (first, bytes)),
        }
    }
}

impl TraceStep {
    /// A step without lanes and accesses; the program begins at `start` of the source.
    pub(crate) fn of(step: &Step<'_>, program: &Program, start: u32) -> TraceStep {
        let span = program.span(step.instruction);
        TraceStep {
            instruction: step.instruction,
            span: Span::new(span.start + start, span.end + start),
            lanes: Vec::new(),
            parted: false,
            operands: step.operands.to_vec(),
            result: step.result,
            flags: step.flags,
            accesses: Vec::new(),
        }
    }
}

/// Why an evaluation was not begun, or did not come to its end.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EvaluationError {
    /// A name was set that the program has no binding for.
    #[error("the program does not read `{0}`")]
    UnknownInput(String),
    /// An attribute was set in a lane that does not run.
    #[error("`{name}` is set in lane {lane}, and there are lanes 0 to {}", lanes - 1)]
    Lane {
        /// The attribute.
        name: String,
        /// The lane.
        lane: usize,
        /// The number of lanes.
        lanes: usize,
    },
    /// No invocations, or too many, are to run together.
    #[error("{0} invocations cannot run together, only 1 to {LANES}")]
    Lanes(usize),
    /// A thread group is to be empty or too large.
    #[error("a thread group of {0} threads is not one of 1 to {GROUP}")]
    Group(usize),
    /// An attribute of a vertex was set whose number is too high.
    #[error("`{0}` is of a vertex whose number is not below {LANES}")]
    Vertex(String),
    /// The program has no such subroutine parameter.
    #[error("the program has no subroutine parameter {0}")]
    Subroutine(usize),
    /// An array does not have its components for every invocation.
    #[error(
        "`{name}` has {length} numbers; {count} invocations with 1 to 4 components need as many each, not {components}"
    )]
    Array {
        /// The attribute.
        name: String,
        /// Components of an invocation.
        components: usize,
        /// Numbers of the array.
        length: usize,
        /// Invocations.
        count: usize,
    },
    /// Numbers of 64 bits were given to an attribute or a parameter of 32 bits.
    #[error("`{0}` has 32 bits, and numbers of 64 are given")]
    Long(String),
    /// An attribute of single lanes was set for a run over arrays.
    #[error("`{name}` is set in lane {lane} alone; give it an array")]
    Varies {
        /// The attribute.
        name: String,
        /// The lane.
        lane: usize,
    },
    /// An array was given to a parameter.
    #[error("`{0}` is a parameter: it has one value of 1 to 4 components for all invocations, no array")]
    ArrayOfParameter(String),
    /// Programs of the stage do not run over arrays.
    #[error("a {0} does not run over arrays, only a vertex or fragment program does")]
    Alone(Stage),
    /// The inputs take more memory than the run may.
    #[error(transparent)]
    Spent(#[from] Spent),
    /// The engine of the session does not take the program.
    #[error(transparent)]
    Refused(Refused),
    /// The engine shows no steps and no findings.
    #[error("the engine {0} cannot be watched; the engine reference can")]
    Unwatched(&'static str),
    /// The run was stopped at an instruction, whose place in the source is given.
    #[error("{}", .0.kind)]
    Trap(Trap, Span),
}

/// Hands on every step.
pub(super) struct Tracer<'p, F> {
    pub(super) program: &'p Loaded,
    pub(super) each: F,
    /// Accesses of the instruction at hand, which come before its step.
    pub(super) accesses: Vec<Access>,
}

impl<F: FnMut(TraceStep)> Observer for Tracer<'_, F> {
    fn memory(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        self.accesses.push(Access::of(&event));
        Ok(())
    }

    fn step(&mut self, step: Step<'_>) {
        if step.active.iter().next() == Some(step.lane) {
            (self.each)(TraceStep {
                lanes: step.active.iter().collect(),
                parted: !step.active.all(),
                accesses: std::mem::take(&mut self.accesses),
                ..TraceStep::of(&step, self.program.program(), 0)
            });
        }
    }
}
