//! The clock that is read around commands and batches.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_base::{Meter, Span};
use quadrille_engine::{Batch, Environment, Kernel, Scratch, Trap};
use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use super::{CommandProfile, Profile, ProgramProfile};

/// Batches that a profile lists.
pub const MOST_BATCHES: usize = 200_000;

/// The time since some moment, which is always the same. The library reads no clock that it was not given.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// A batch of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchTime {
    /// The stage.
    pub stage: Stage,
    /// The byte of the scene at which the program begins.
    pub start: u32,
    /// When it began.
    pub begun: Duration,
    /// How long it took.
    pub time: Duration,
}

/// Takes the time of a scene's commands and programs.
pub struct Timing {
    clock: Clock,
    profile: Mutex<Profile>,
}

impl Timing {
    /// Nothing yet, by a clock.
    pub fn new(clock: Clock) -> Timing {
        Timing {
            clock,
            profile: Mutex::default(),
        }
    }

    fn profile(&self) -> MutexGuard<'_, Profile> {
        self.profile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A command begins.
    pub(in crate::scene) fn begin(&self, span: Span, draws: bool) {
        let begun = (self.clock)();
        self.profile().commands.push(CommandProfile {
            span,
            draws,
            begun,
            ..CommandProfile::default()
        });
    }

    /// The command has ended.
    pub(in crate::scene) fn end(&self) {
        let now = (self.clock)();
        if let Some(command) = self.profile().commands.last_mut() {
            command.time = now.saturating_sub(command.begun);
        }
    }

    /// A batch has run.
    fn ran(&self, batch: BatchTime) {
        let mut profile = self.profile();
        if let Some(command) = profile.commands.last_mut() {
            let known = command.programs.iter().position(|one| one.start == batch.start);
            let known = known.unwrap_or_else(|| {
                command.programs.push(ProgramProfile {
                    stage: batch.stage,
                    start: batch.start,
                    time: Duration::ZERO,
                    batches: 0,
                    instructions: Vec::new(),
                });
                command.programs.len() - 1
            });
            let program = &mut command.programs[known];
            program.time += batch.time;
            program.batches += 1;
        }
        if profile.batches.len() < MOST_BATCHES {
            profile.batches.push(batch);
        } else {
            profile.unlisted += 1;
        }
    }

    /// What was measured so far, which is forgotten here.
    pub(super) fn take(&self) -> Profile {
        std::mem::take(&mut self.profile())
    }
}

/// A program whose batches are timed.
pub(in crate::scene) struct TimedKernel {
    kernel: Arc<dyn Kernel>,
    /// Where the program begins in the scene.
    start: u32,
    timing: Arc<Timing>,
}

impl TimedKernel {
    pub(in crate::scene) fn new(kernel: Arc<dyn Kernel>, start: u32, timing: Arc<Timing>) -> TimedKernel {
        TimedKernel {
            kernel,
            start,
            timing,
        }
    }
}

impl Kernel for TimedKernel {
    fn program(&self) -> &Arc<Program> {
        self.kernel.program()
    }

    fn scratch(&self) -> Scratch {
        self.kernel.scratch()
    }

    fn overwrites(&self, meter: &Meter, slot: usize, component: usize) -> bool {
        self.kernel.overwrites(meter, slot, component)
    }

    fn is_watched(&self) -> bool {
        self.kernel.is_watched()
    }

    fn run(
        &self,
        batch: &mut Batch,
        environment: &Environment<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), Trap> {
        let begun = (self.timing.clock)();
        let outcome = self.kernel.run(batch, environment, scratch);
        let time = (self.timing.clock)().saturating_sub(begun);
        self.timing.ran(BatchTime {
            stage: self.kernel.program().profile().stage,
            start: self.start,
            begun,
            time,
        });
        outcome
    }
}
