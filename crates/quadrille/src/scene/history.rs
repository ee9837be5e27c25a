//! The history of a pixel: what each command of a scene left in it, and what became of each fragment that covered it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_base::{Source, Span};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_pipeline::{Framebuffer, PixelPlace, PixelValue, PixelWatch, WatchedFragment};
use quadrille_program::Program;
use quadrille_reference::{MemoryEvent, Observer, ReferenceKernel, Step};

use super::runner::Runner;
use super::stop::Stop;
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

/// Who goes through the runs of fragment programs at the pixel, each when its turn has come. What is drawn does not
/// change by it.
pub trait FragmentDebugger: Send + Sync {
    /// A program that begins at byte `start` of the scene is about to run for a batch, of which these lanes cover the
    /// pixel. Afterwards it runs as ever: nothing that is done here with copies of the batch has an effect, but on memory
    /// that the program writes, which is to be left as it was.
    ///
    /// # Errors
    ///
    /// The scene is to end here.
    fn shade(
        &self,
        program: &Arc<Program>,
        start: u32,
        lanes: &[usize],
        batch: &Batch,
        environment: &Environment<'_>,
    ) -> Result<(), Trap>;

    /// What became of the next of the fragments of these lanes.
    fn fragment(&self, fragment: &WatchedFragment);

    /// A command was carried out that changed the pixel or drew fragments there.
    fn command(&self, span: Span);
}

/// What is gathered while commands are carried out.
pub(super) struct History {
    place: PixelPlace,
    debugger: Option<Arc<dyn FragmentDebugger>>,
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
    fn new(place: PixelPlace, debugger: Option<Arc<dyn FragmentDebugger>>) -> History {
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
}

impl PixelWatch for History {
    fn place(&self) -> PixelPlace {
        self.place
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

/// The history of a scene's pixel, while its commands are carried out.
#[derive(Default)]
pub(super) struct Recording {
    watch: Option<Arc<History>>,
    entries: Vec<HistoryEntry>,
}

impl Recording {
    /// That of a pixel, or of none.
    pub(super) fn of(place: Option<PixelPlace>, debugger: Option<&Arc<dyn FragmentDebugger>>) -> Recording {
        Recording {
            watch: place.map(|place| Arc::new(History::new(place, debugger.cloned()))),
            entries: Vec::new(),
        }
    }

    /// What watches the pixel, if one is wanted.
    pub(super) fn watch(&self) -> Option<&Arc<History>> {
        self.watch.as_ref()
    }

    /// The same for draws.
    pub(super) fn pixel_watch(&self) -> Option<Arc<dyn PixelWatch>> {
        let watch = self.watch.clone()?;
        Some(watch)
    }

    /// What a framebuffer holds at the pixel, if it is wanted and inside.
    pub(super) fn value(&self, framebuffer: &Framebuffer) -> Option<PixelValue> {
        framebuffer.value(self.watch.as_ref()?.place)
    }

    /// A command was carried out, which drew into the framebuffer of a name.
    pub(super) fn add(&mut self, span: Span, framebuffer: Option<&String>, [before, after]: [PixelValue; 2]) {
        let fragments = self.watch.iter().flat_map(|watch| watch.take()).collect();
        let entry = HistoryEntry {
            span,
            framebuffer: framebuffer.cloned(),
            before,
            after,
            fragments,
        };
        if entry.before != entry.after || !entry.fragments.is_empty() {
            if let Some(debugger) = self.watch.as_ref().and_then(|watch| watch.debugger.as_ref()) {
                debugger.command(span);
            }
            self.entries.push(entry);
        }
    }

    /// The history, when all is drawn.
    pub(super) fn finish(self, framebuffer: &Framebuffer) -> Option<PixelHistory> {
        let watch = self.watch?;
        Some(PixelHistory {
            place: watch.place,
            value: framebuffer.value(watch.place),
            entries: self.entries,
            unlisted: watch.gathered().unlisted,
        })
    }
}

impl<'a> Runner<'a> {
    /// Carries a command out, and keeps what it does with the pixel whose history is wanted.
    pub(super) fn recorded(
        &mut self,
        span: Span,
        command: impl FnOnce(&mut Runner<'a>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let drawn = self.canvas.bound_framebuffers()[0];
        let before = self.history.value(self.canvas.draw_framebuffer());
        let done = command(self);
        let after = self.history.value(self.canvas.draw_framebuffer());
        // A command that binds another framebuffer changes none.
        if drawn == self.canvas.bound_framebuffers()[0]
            && let (Some(before), Some(after)) = (before, after)
        {
            let mut names = self.named.iter();
            let name = names.find_map(|(name, named)| (*named == drawn).then_some(name));
            self.history.add(span, name, [before, after]);
        }
        done
    }
}

/// A fragment program on the reference engine, which traces the invocations at the pixel.
pub(super) struct TracingKernel {
    kernel: ReferenceKernel,
    /// Where the program begins in the scene.
    start: u32,
    history: Arc<History>,
}

impl TracingKernel {
    pub(super) fn new(program: Arc<Program>, start: u32, history: Arc<History>) -> TracingKernel {
        TracingKernel {
            kernel: ReferenceKernel::new(program),
            start,
            history,
        }
    }
}

impl Kernel for TracingKernel {
    fn program(&self) -> &Arc<Program> {
        self.kernel.program()
    }

    fn scratch(&self) -> Scratch {
        self.kernel.scratch()
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let mut gathered = self.history.gathered();
        if gathered.lanes.is_empty() {
            drop(gathered);
            return self.kernel.run(batch, environment, scratch);
        }
        if let Some(debugger) = &self.history.debugger {
            let lanes = gathered.lanes.clone();
            drop(gathered);
            debugger.shade(self.kernel.program(), self.start, &lanes, batch, environment)?;
            gathered = self.history.gathered();
        }
        let mut tracer = LaneTracer {
            program: self.kernel.program(),
            start: self.start,
            traces: vec![Trace::default(); gathered.lanes.len()],
            lanes: gathered.lanes.clone(),
            accesses: Vec::new(),
            room: MOST_STEPS.saturating_sub(gathered.steps),
        };
        let outcome = self.kernel.observe(batch, environment, &mut tracer);
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
    fn memory(&mut self, event: MemoryEvent<'_>) {
        if self.lanes.contains(&event.lane) {
            self.accesses.push(Access::of(&event));
        }
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
