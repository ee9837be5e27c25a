//! The history of a pixel: what each command of a scene left in it, and what became of each fragment that covered it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_base::{Source, Span, Spent};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_pipeline::{DrawWatch, PixelPlace, PixelValue, WatchedFragment};
use quadrille_program::Program;
use quadrille_reference::{MemoryEvent, Observer, Step};

use super::watching::{ProgramDebugger, SceneWatch, WatchedProgram};
use crate::evaluate::{Access, TraceStep};

/// Fragments that a history lists.
pub const MOST_FRAGMENTS: usize = 10_000;
/// Executed instructions that a history lists, of all fragments together.
pub const MOST_STEPS: usize = 100_000;

/// The history of a pixel.
#[derive(Clone, Debug)]
pub struct PixelHistory {
    /// The pixel.
    pub place: PixelPlace,
    /// What the framebuffer that is read at the end holds there; `None` if the pixel is outside.
    pub value: Option<PixelValue>,
    /// The commands that changed it or drew fragments there, in their order.
    pub entries: Vec<HistoryEntry>,
    /// Fragments beyond [`MOST_FRAGMENTS`], which are not listed.
    pub unlisted: u64,
}

impl PixelHistory {
    /// It for tools: one object, with the lines of the scene that commands and instructions stand in.
    pub fn json(&self, scene: &Source) -> serde_json::Value {
        super::history_json::json(scene, self)
    }
}

/// What a command did with the pixel.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// The command.
    pub span: Span,
    /// The name of the framebuffer that it drew into, if that has one.
    pub framebuffer: Option<String>,
    /// What the buffers held before it.
    pub before: PixelValue,
    /// What they hold after it.
    pub after: PixelValue,
    /// The fragments that covered the pixel, in the order in which they were drawn.
    pub fragments: Vec<HistoryFragment>,
}

/// A fragment that covered the pixel.
#[derive(Clone, Debug)]
pub struct HistoryFragment {
    /// The fragment.
    pub fragment: WatchedFragment,
    /// What its program executed, with places in the scene; `None` if the fragment stage is fixed function.
    pub trace: Option<Trace>,
}

/// The instructions that an invocation executed.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    /// The instructions, in their order.
    pub steps: Vec<TraceStep>,
    /// Those that are not listed, for there are more than [`MOST_STEPS`].
    pub unlisted: u64,
}

/// What is gathered while commands are carried out.
pub(super) struct History {
    place: PixelPlace,
    debugger: Option<Arc<dyn ProgramDebugger>>,
    gathered: Mutex<Gathered>,
}

#[derive(Default)]
struct Gathered {
    /// The lanes of the next batch that cover the pixel.
    lanes: Vec<usize>,
    /// Their traces, if their program is traced.
    traces: Vec<Trace>,
    fragments: Vec<HistoryFragment>,
    /// Fragments and steps that were listed so far.
    listed: usize,
    steps: usize,
    unlisted: u64,
}

impl History {
    pub(super) fn new(place: PixelPlace, debugger: Option<Arc<dyn ProgramDebugger>>) -> History {
        History {
            place,
            debugger,
            gathered: Mutex::default(),
        }
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fragments since this was asked last.
    pub(super) fn take(&self) -> Vec<HistoryFragment> {
        std::mem::take(&mut self.gathered().fragments)
    }

    /// Fragments that are not listed.
    pub(super) fn unlisted(&self) -> u64 {
        self.gathered().unlisted
    }

    /// A command was carried out that changed the pixel or drew fragments there.
    pub(super) fn end_command(&self, span: Span) {
        if let Some(debugger) = &self.debugger {
            debugger.command(span);
        }
    }
}

impl DrawWatch for History {
    fn pixel(&self) -> Option<PixelPlace> {
        Some(self.place)
    }

    fn shade(&self, lanes: &[usize]) {
        let mut gathered = self.gathered();
        gathered.lanes = lanes.to_vec();
        gathered.traces.clear();
    }

    fn fragment(&self, fragment: WatchedFragment) {
        if let Some(debugger) = &self.debugger {
            debugger.fragment(&fragment);
        }
        let mut gathered = self.gathered();
        let trace = (!gathered.traces.is_empty()).then(|| gathered.traces.remove(0));
        if gathered.listed < MOST_FRAGMENTS {
            gathered.listed += 1;
            gathered.fragments.push(HistoryFragment { fragment, trace });
        } else {
            gathered.unlisted += 1;
        }
    }
}

impl SceneWatch for History {
    fn observes(&self, stage: Stage) -> bool {
        stage == Stage::Fragment
    }

    /// Traces the invocations at the pixel.
    fn run(
        &self,
        program: &WatchedProgram,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let kernel = &program.kernel;
        let mut gathered = self.gathered();
        if gathered.lanes.is_empty() {
            drop(gathered);
            return kernel.run(batch, environment, scratch);
        }
        if let Some(debugger) = &self.debugger {
            let lanes = gathered.lanes.clone();
            drop(gathered);
            debugger.run(kernel.program(), program.start, &lanes, batch, environment)?;
            gathered = self.gathered();
        }
        let mut tracer = LaneTracer {
            program: kernel.program(),
            start: program.start,
            traces: vec![Trace::default(); gathered.lanes.len()],
            lanes: gathered.lanes.clone(),
            accesses: Vec::new(),
            room: MOST_STEPS.saturating_sub(gathered.steps),
        };
        let outcome = kernel.observe(batch, environment, &mut tracer);
        gathered.steps += tracer.traces.iter().map(|trace| trace.steps.len()).sum::<usize>();
        gathered.traces = tracer.traces;
        outcome
    }
}

/// Traces some lanes, each by itself.
struct LaneTracer<'a> {
    program: &'a Program,
    start: u32,
    lanes: Vec<usize>,
    traces: Vec<Trace>,
    /// Accesses of the instruction at hand, which come before its step.
    accesses: Vec<Access>,
    /// Steps that may still be listed.
    room: usize,
}

impl Observer for LaneTracer<'_> {
    fn memory(&mut self, event: MemoryEvent<'_>) -> Result<(), Spent> {
        if self.lanes.contains(&event.lane) {
            self.accesses.push(Access::of(&event));
        }
        Ok(())
    }

    fn step(&mut self, step: Step<'_>) {
        let Some(at) = self.lanes.iter().position(|lane| *lane == step.lane) else {
            return;
        };
        let own = |access: &mut Access| access.lane == step.lane;
        let accesses = self.accesses.extract_if(.., own).collect();
        let trace = &mut self.traces[at];
        if self.room == 0 {
            trace.unlisted += 1;
            return;
        }
        self.room -= 1;
        trace.steps.push(TraceStep {
            lanes: vec![step.lane],
            accesses,
            ..TraceStep::of(&step, self.program, self.start)
        });
    }
}
