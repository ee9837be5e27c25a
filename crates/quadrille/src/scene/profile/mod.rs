//! Profiles: how long the commands of a scene and the programs in them take, and what each instruction has done.
//!
//! A scene runs twice. In the first run a clock is read before and after each command and each batch of a program, on the
//! engine that is asked about; a program takes the same steps as ever, and where nothing is profiled no clock is there. In
//! the second run the reference engine counts instructions. The time of a program is shared out among its instructions
//! by their work, as budgets count it.

mod timing;
mod work;

use std::sync::Arc;
use std::time::Duration;

use quadrille_base::Span;
use quadrille_isa::gl::Stage;

use super::{Report, SceneOptions, run_scene};
pub(super) use timing::TimedKernel;
pub use timing::{BatchTime, Clock, MOST_BATCHES, Timing};
pub use work::Work;

/// What is measured of a scene.
#[derive(Clone)]
pub enum Measure {
    /// Time, by a clock.
    Time(Arc<Timing>),
    /// Executed instructions. Programs run on the reference engine then, on one thread.
    Work(Arc<Work>),
}

/// The time and the work of a scene.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The commands in their order.
    pub commands: Vec<CommandProfile>,
    /// The batches of programs in their order, at most [`MOST_BATCHES`].
    pub batches: Vec<BatchTime>,
    /// Batches that are not listed.
    pub unlisted: u64,
}

/// A command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CommandProfile {
    /// Its place in the scene.
    pub span: Span,
    /// Whether it draws or dispatches.
    pub draws: bool,
    /// When it began.
    pub begun: Duration,
    /// How long it took.
    pub time: Duration,
    /// The programs that ran in it, in the order in which they first did. Fixed-function stages are not among them.
    pub programs: Vec<ProgramProfile>,
}

impl CommandProfile {
    /// The time in which none of these programs ran.
    pub fn rest(&self) -> Duration {
        let programs: Duration = self.programs.iter().map(|program| program.time).sum();
        self.time.saturating_sub(programs)
    }
}

/// A program in a command.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramProfile {
    /// Its stage.
    pub stage: Stage,
    /// The byte of the scene at which it begins.
    pub start: u32,
    /// How long its batches took.
    pub time: Duration,
    /// How many there were.
    pub batches: u64,
    /// Its instructions that were executed, in the program's order.
    pub instructions: Vec<InstructionProfile>,
}

impl ProgramProfile {
    /// The part of its time that an instruction took, by its work.
    pub fn time_of(&self, instruction: &InstructionProfile) -> Duration {
        let all: u64 = self.instructions.iter().map(|one| one.work).sum();
        let part = match all {
            0 => 0.0,
            all => instruction.work as f64 / all as f64,
        };
        self.time.mul_f64(part)
    }
}

/// An instruction of a program in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstructionProfile {
    /// Its place in the scene.
    pub span: Span,
    /// How often invocations executed it.
    pub executed: u64,
    /// The units of work that this is, as budgets count.
    pub work: u64,
}

impl Profile {
    /// Profiles a scene on one thread; the report is that of the run whose time is taken.
    pub fn of(name: &str, text: &str, options: &SceneOptions<'_>, clock: &Clock) -> (Report, Profile) {
        let timing = Arc::new(Timing::new(clock.clone()));
        let run = |measure: Measure| {
            let options = SceneOptions {
                threads: 1,
                pixel: None,
                invocations: None,
                heat: None,
                sanitize: false,
                measure: Some(measure),
                ..options.clone()
            };
            run_scene(name, text, &options)
        };
        let report = run(Measure::Time(timing.clone()));
        let mut profile = timing.take();
        let work = Arc::new(Work::default());
        // Its verdict is that of the first run; only what it executes is wanted.
        run(Measure::Work(work.clone()));
        for (number, command) in profile.commands.iter_mut().enumerate() {
            for program in &mut command.programs {
                program.instructions = work.instructions(number, program.start);
            }
        }
        (report, profile)
    }

    /// The time of all commands.
    pub fn time(&self) -> Duration {
        self.commands.iter().map(|command| command.time).sum()
    }
}
