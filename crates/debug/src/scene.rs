//! The programs of a scene: the fragments that cover a pixel, or chosen invocations of another stage, one after another, each
//! in the middle of its draw.
//!
//! The scene runs on a thread of its own, which the caller starts, and stands still where a program is about to run for
//! them. What is asked of the machine is done there, where the textures and the memory of the draw are. A
//! step back to an earlier invocation runs the scene from its beginning again, for a draw cannot be taken back.

mod debugger;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use quadrille::Source;

use crate::machine::{
    Activity, Area, Effect, End, Executed, Listing, Machine, Region, Register, Snapshot, Texture,
};
use crate::value::{Kind, Value};
pub use debugger::{Borrowed, PausedInvocation, SceneDebugger};
use debugger::{Job, SceneEvent};

/// The bytes of the region that the pixel is: red, green, blue, alpha and depth as the buffers hold them, as floats. It is
/// in front of those that the program reaches.
const PIXEL_BYTES: usize = 20;

/// What is gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The fragments at a pixel.
    Pixel,
    /// Invocations of another stage.
    Invocations,
}

/// Starts a run of the scene with a debugger, on another thread; [`SceneDebugger::finish`] is called at its end.
pub type Start = Box<dyn Fn(Arc<SceneDebugger>)>;

/// The invocations, one after another.
pub struct SceneMachine {
    start: Start,
    source: Arc<Source>,
    jobs: Sender<Job>,
    events: Receiver<SceneEvent>,
    /// The invocation that the scene stands at; `None` when it has come to its end.
    paused_at: Option<u64>,
    state: State,
    listing: Listing,
    registers: Vec<Register>,
    threads: usize,
    focus: usize,
}

/// What goes with a step, beside what the invocation's machine has.
#[derive(Clone, Default)]
struct State {
    /// The number of the invocation.
    invocation: u64,
    /// Commands that have run invocations that are meant, or changed the pixel.
    draws: u64,
    /// What the pixel holds; empty if none is meant.
    pixel: Vec<u8>,
    /// What became of the fragment before.
    told: Option<String>,
    end: Option<End>,
}

struct Saved {
    state: State,
    inner: Option<Arc<Snapshot>>,
}

/// There is nothing to go through; what became of the scene.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NothingRan {
    /// Of the fragments at a pixel.
    #[error("no fragment program ran for the pixel: {0}")]
    Pixel(String),
    /// Of other invocations.
    #[error("no program ran for such an invocation: {0}")]
    Invocations(String),
}

impl SceneMachine {
    /// The scene in front of the first instruction for what is meant.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn new(source: Source, subject: Subject, start: Start) -> Result<SceneMachine, NothingRan> {
        let (jobs, _) = channel();
        let (_, events) = channel();
        let mut machine = SceneMachine {
            start,
            source: Arc::new(source),
            jobs,
            events,
            paused_at: None,
            state: State {
                pixel: match subject {
                    Subject::Pixel => vec![0; PIXEL_BYTES],
                    Subject::Invocations => Vec::new(),
                },
                ..State::default()
            },
            listing: Listing::default(),
            registers: Vec::new(),
            threads: 0,
            focus: 0,
        };
        machine.begin(0);
        match machine.state.end.take() {
            None => Ok(machine),
            Some(_) => {
                let told = machine.state.told.unwrap_or_default();
                Err(match subject {
                    Subject::Pixel => NothingRan::Pixel(told),
                    Subject::Invocations => NothingRan::Invocations(told),
                })
            }
        }
    }

    /// Runs the scene from its beginning to an invocation.
    fn begin(&mut self, invocation: u64) {
        let (jobs, job) = channel();
        let (events, told) = channel();
        // The run before finds that nobody asks any more, and ends.
        (self.jobs, self.events) = (jobs, told);
        (self.start)(Arc::new(SceneDebugger::new(
            self.source.clone(),
            invocation,
            job,
            events,
        )));
        self.hear(invocation);
    }

    /// Waits until the scene stands at an invocation, or has ended.
    fn hear(&mut self, invocation: u64) {
        loop {
            match self.events.recv() {
                Ok(SceneEvent::Fragment { pixel, told }) => {
                    self.state.pixel = pixel;
                    self.state.told = Some(told);
                }
                Ok(SceneEvent::Command) => self.state.draws += 1,
                Ok(SceneEvent::Arrived(arrived)) => {
                    self.listing = arrived.listing;
                    self.registers = arrived.registers;
                    (self.threads, self.focus) = (arrived.threads, arrived.focus);
                    self.paused_at = Some(invocation);
                    return;
                }
                Ok(SceneEvent::Finished(text)) => {
                    self.state.told = Some(match self.state.told.take() {
                        Some(told) => format!("{told}\n{text}"),
                        None => text,
                    });
                    break;
                }
                Err(_) => break,
            }
        }
        self.state.end = Some(End::Finished);
        self.paused_at = None;
    }

    /// How many regions are in front of those that the program reaches.
    fn own_regions(&self) -> usize {
        usize::from(!self.state.pixel.is_empty())
    }

    /// Has something done where the scene stands.
    fn ask<T: Send + 'static>(&self, what: impl FnOnce(&mut dyn Machine) -> T + Send + 'static) -> Option<T> {
        self.paused_at?;
        let (answer, answered) = channel();
        let job = Job::Do(Box::new(move |machine| {
            // Nobody waits for it if the caller has gone.
            let _ = answer.send(what(machine));
        }));
        self.jobs.send(job).ok()?;
        answered.recv().ok()
    }

    /// Goes on to the next invocation: the draw does with this one what it does.
    fn leave(&mut self) {
        let next = self.state.invocation + 1;
        self.state.invocation = next;
        if self.jobs.send(Job::Leave).is_ok() {
            self.hear(next);
        } else {
            self.state.end = Some(End::Finished);
        }
    }
}

impl Machine for SceneMachine {
    fn listing(&self) -> &Listing {
        &self.listing
    }

    fn registers(&self) -> &[Register] {
        &self.registers
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn focus(&self) -> usize {
        self.focus
    }

    fn thread_name(&self, thread: usize) -> String {
        self.ask(move |machine| machine.thread_name(thread))
            .unwrap_or_else(|| format!("lane {thread}"))
    }

    fn activity(&self, thread: usize) -> Activity {
        self.ask(move |machine| machine.activity(thread))
            .unwrap_or(Activity::Idle)
    }

    fn at(&self, thread: usize) -> Option<usize> {
        self.ask(move |machine| machine.at(thread))?
    }

    fn next(&self) -> Option<usize> {
        self.ask(|machine| machine.next())?
    }

    fn calls(&self, thread: usize) -> Vec<usize> {
        self.ask(move |machine| machine.calls(thread)).unwrap_or_default()
    }

    fn value(&self, register: usize, thread: usize) -> Option<Value> {
        self.ask(move |machine| machine.value(register, thread))?
    }

    fn invocation(&self) -> u64 {
        self.state.invocation
    }

    fn draw(&self) -> u64 {
        self.state.draws
    }

    fn what(&self) -> Option<String> {
        self.state.told.clone()
    }

    fn regions(&self) -> Vec<Region> {
        let pixel = (!self.state.pixel.is_empty()).then(|| Region {
            name: "pixel".to_owned(),
            bytes: self.state.pixel.len() as u64,
            address: None,
            kind: Kind::F32,
        });
        let others = self.ask(|machine| machine.regions()).unwrap_or_default();
        pixel.into_iter().chain(others).collect()
    }

    fn bytes(&self, region: usize, offset: u64, bytes: u64) -> Vec<u8> {
        let Some(other) = region.checked_sub(self.own_regions()) else {
            let from = (offset as usize).min(self.state.pixel.len());
            let to = from + (bytes as usize).min(self.state.pixel.len() - from);
            return self.state.pixel[from..to].to_vec();
        };
        self.ask(move |machine| machine.bytes(other, offset, bytes))
            .unwrap_or_default()
    }

    fn textures(&self) -> Vec<Texture> {
        self.ask(|machine| machine.textures()).unwrap_or_default()
    }

    fn texels(&self, texture: usize, area: Area) -> Vec<[f64; 4]> {
        self.ask(move |machine| machine.texels(texture, area))
            .unwrap_or_default()
    }

    fn end(&self) -> Option<End> {
        self.state.end.clone()
    }

    fn step(&mut self) -> Option<Executed> {
        if self.state.end.is_some() {
            return None;
        }
        if let Some(mut executed) = self.ask(|machine| machine.step())? {
            for effect in &mut executed.effects {
                if let Effect::Memory { region, .. } = effect {
                    *region += self.own_regions();
                }
            }
            return Some(executed);
        }
        let (thread, before) = (self.focus, self.state.pixel.clone());
        let last = self.listing.lines.len().saturating_sub(1);
        self.leave();
        let written = before != self.state.pixel;
        let effect = Effect::Memory {
            thread,
            region: 0,
            offset: 0,
            bytes: before.len() as u64,
            written: true,
        };
        Some(Executed {
            instruction: last,
            threads: vec![thread],
            effects: if written { vec![effect] } else { Vec::new() },
            clock: None,
        })
    }

    fn advance(&mut self, steps: u64) -> u64 {
        let mut done = 0;
        while done < steps && self.state.end.is_none() {
            let left = steps - done;
            let Some(inside) = self.ask(move |machine| machine.advance(left)) else {
                break;
            };
            done += inside;
            if done < steps {
                self.leave();
                done += 1;
            }
        }
        done
    }

    fn save(&mut self) -> Snapshot {
        let inner = self.ask(|machine| machine.save()).map(Arc::new);
        let bytes = inner.as_ref().map_or(0, |inner| inner.bytes);
        Snapshot {
            bytes: bytes + 256,
            state: Box::new(Saved {
                state: self.state.clone(),
                inner,
            }),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let Some(saved) = snapshot.state.downcast_ref::<Saved>() else {
            return;
        };
        if saved.state.end.is_none() && self.paused_at != Some(saved.state.invocation) {
            self.begin(saved.state.invocation);
        }
        if saved.state.end.is_some() {
            self.paused_at = None;
        }
        self.state = saved.state.clone();
        if let Some(inner) = saved.inner.clone() {
            self.ask(move |machine| machine.restore(&inner));
        }
    }
}
