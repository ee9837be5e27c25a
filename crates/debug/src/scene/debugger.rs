//! The end of the line that is in the draw: it stands still at an invocation and does what it is asked.

use std::fmt::Write;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::scene::ProgramDebugger;
use quadrille::{Dropped, PixelValue, Source, Span, Spent, Trap, TrapKind, WatchedFragment};
use quadrille_engine::environment::{AttributeLocation, Interpolator};
use quadrille_engine::{Batch, Environment};
use quadrille_isa::gl::operation::MemoryOp;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::Program;

use crate::gl::{GlMachine, Surroundings, listing};
use crate::machine::{Listing, Machine, Register};

/// Fragments of a quad.
const QUAD: usize = 4;

/// Something to do with the machine of an invocation.
pub(super) type Task = Box<dyn FnOnce(&mut dyn Machine) + Send>;

/// What is asked of the scene.
pub(super) enum Job {
    /// To be done with the invocation's machine.
    Do(Task),
    /// Go on.
    Leave,
}

/// What the scene tells.
pub(super) enum SceneEvent {
    /// It stands at an invocation.
    Arrived(Box<Arrived>),
    /// What became of a fragment, and what the pixel holds.
    Fragment { pixel: Vec<u8>, told: String },
    /// A command has drawn there, or run invocations that are meant.
    Command,
    /// It has ended, with this verdict.
    Finished(String),
}

/// An invocation that the scene stands at.
pub(super) struct Arrived {
    pub(super) listing: Listing,
    pub(super) registers: Vec<Register>,
    pub(super) threads: usize,
    /// Its lane.
    pub(super) focus: usize,
}

/// Stands still at invocations.
pub struct SceneDebugger {
    source: Arc<Source>,
    line: Mutex<Line>,
}

struct Line {
    /// Invocations that are passed before it stands at one.
    left: u64,
    jobs: Receiver<Job>,
    events: Sender<SceneEvent>,
}

impl SceneDebugger {
    pub(super) fn new(
        source: Arc<Source>,
        left: u64,
        jobs: Receiver<Job>,
        events: Sender<SceneEvent>,
    ) -> SceneDebugger {
        SceneDebugger {
            source,
            line: Mutex::new(Line { left, jobs, events }),
        }
    }

    fn tell(&self, event: SceneEvent) {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        // Who has gone needs no event.
        let _ = line.events.send(event);
    }

    /// The scene has ended, with a verdict.
    pub fn finish(&self, verdict: String) {
        self.tell(SceneEvent::Finished(verdict));
    }
}

impl ProgramDebugger for SceneDebugger {
    fn run(
        &self,
        program: &Arc<Program>,
        start: u32,
        lanes: &[usize],
        batch: &Batch,
        environment: &Environment<'_>,
    ) -> Result<(), Trap> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.left > 0 {
            line.left -= 1;
            return Ok(());
        }
        let lane = lanes.first().copied().unwrap_or(0);
        let PausedInvocation { mut machine, focus } =
            PausedInvocation::new(program, start, lane, batch, environment, &self.source);
        let beginning = machine.save();
        let arrived = Arrived {
            listing: machine.listing().clone(),
            registers: machine.registers().to_vec(),
            threads: machine.threads(),
            focus,
        };
        let gone = PausedInvocation::left(program, lane);
        if line.events.send(SceneEvent::Arrived(Box::new(arrived))).is_err() {
            return Err(gone);
        }
        loop {
            match line.jobs.recv() {
                Ok(Job::Do(job)) => job(&mut machine),
                Ok(Job::Leave) => break,
                Err(_) => return Err(gone),
            }
        }
        // Memory is as it was: the run that counts comes now.
        machine.restore(&beginning);
        Ok(())
    }

    fn fragment(&self, fragment: &WatchedFragment) {
        let before = numbers(&fragment.before);
        let after = numbers(&fragment.after);
        let side = if fragment.front { "front" } else { "back" };
        let mut told = format!("the fragment of primitive {} ({side}) ", fragment.primitive);
        let what = match fragment.dropped {
            None => "was drawn",
            Some(Dropped::Discarded) => "was discarded by its program",
            Some(Dropped::Coverage) => "was dropped, for it covers no sample",
            Some(Dropped::Alpha) => "was dropped by the alpha test",
            Some(Dropped::Stencil) => "was dropped by the stencil test",
            Some(Dropped::Depth) => "was dropped by the depth test",
        };
        let text = |of: &[f32]| {
            of.iter()
                .take(4)
                .map(f32::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        // Writing to a string cannot fail.
        let _ = write!(
            told,
            "{what}: the pixel was ({}) and is ({})",
            text(&before),
            text(&after)
        );
        let pixel = after.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.tell(SceneEvent::Fragment { pixel, told });
    }

    fn command(&self, _: Span) {
        self.tell(SceneEvent::Command);
    }
}

/// An invocation in the middle of its draw, in front of its first instruction.
pub struct PausedInvocation<'a> {
    /// It with those that run with it.
    pub machine: GlMachine<Borrowed<'a>>,
    /// Its lane.
    pub focus: usize,
}

impl<'a> PausedInvocation<'a> {
    /// The invocation of a lane of a program that begins at byte `start` of the source.
    pub fn new(
        program: &Arc<Program>,
        start: u32,
        lane: usize,
        batch: &Batch,
        environment: &'a Environment<'a>,
        source: &Source,
    ) -> PausedInvocation<'a> {
        // A quad by itself gives what it gives among others, unless invocations reach each other or have vertices that come
        // in.
        let has_quads = matches!(program.profile().stage, Stage::Vertex | Stage::Fragment);
        let is_alone = has_quads
            && program.instructions().iter().all(|one| {
                !matches!(
                    one.operation,
                    Operation::Group(_) | Operation::Memory(MemoryOp::Store(_) | MemoryOp::Atomic(_))
                )
            });
        let first = if is_alone { lane - lane % QUAD } else { 0 };
        let own = if is_alone {
            quad(program, batch, first)
        } else {
            batch.clone()
        };
        let surroundings = Borrowed {
            environment,
            shifted: environment.interpolator.map(|inner| Shifted { inner, first }),
        };
        let at = |span: Span| Span::new(span.start + start, span.end + start);
        let listing = listing(program, source, &at);
        PausedInvocation {
            machine: GlMachine::new(program, listing, own, surroundings),
            focus: lane - first,
        }
    }

    /// How the draw ends if nothing behind the invocation is wanted.
    pub fn left(program: &Program, lane: usize) -> Trap {
        Trap {
            instruction: program.entry(),
            lane,
            kind: TrapKind::Spent(Spent::Stopped),
        }
    }
}

/// Red, green, blue, alpha and depth.
fn numbers(value: &PixelValue) -> [f32; 5] {
    let color = value
        .colors
        .first()
        .copied()
        .unwrap_or_default()
        .map(|number| number as f32);
    let [red, green, blue, alpha] = color;
    [red, green, blue, alpha, value.depth.unwrap_or(0.0)]
}

/// The lanes of a quad by themselves.
fn quad(program: &Program, batch: &Batch, first: usize) -> Batch {
    let mut own = Batch::new(program, QUAD);
    for lane in 0..QUAD.min(batch.lanes() - first) {
        for slot in 0..own.attributes.slots() {
            let components = if program.attributes()[slot].long { 8 } else { 4 };
            for component in 0..components {
                let word = batch.attributes.component(slot, component)[first + lane];
                own.attributes.component_mut(slot, component)[lane] = word;
            }
        }
        own.live.set(lane, batch.live.get(first + lane));
        own.helper.set(lane, batch.helper.get(first + lane));
    }
    own.group = batch.group;
    own
}

/// The surroundings of a draw, as some of its lanes see them.
pub struct Borrowed<'a> {
    environment: &'a Environment<'a>,
    shifted: Option<Shifted<'a>>,
}

impl Surroundings for Borrowed<'_> {
    fn environment(&self) -> Environment<'_> {
        let Environment {
            parameters,
            textures,
            memory,
            meter,
            subroutines,
            interpolator: _,
            meanwhile,
        } = *self.environment;
        Environment {
            parameters,
            textures,
            memory,
            meter,
            subroutines,
            interpolator: self.shifted.as_ref().map(|shifted| shifted as &dyn Interpolator),
            meanwhile,
        }
    }
}

/// The attributes of lanes from one on.
struct Shifted<'a> {
    inner: &'a dyn Interpolator,
    first: usize,
}

impl Interpolator for Shifted<'_> {
    fn interpolate(&self, slot: usize, lane: usize, place: AttributeLocation) -> Option<[u32; 4]> {
        self.inner.interpolate(slot, self.first + lane, place)
    }
}
