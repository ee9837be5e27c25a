//! Scenes: a `.shader_test` or `.vpfp` file drawn and probed.

mod buffer;
mod camera;
mod capability;
mod counted;
mod draw;
mod fill;
mod frame;
mod framebuffer;
mod handle;
mod hazard;
mod heat;
mod history;
mod history_json;
mod invocations;
mod made;
mod note;
mod placed;
mod probe;
mod problems;
mod profile;
mod qpu;
mod query;
mod recording;
mod require;
mod runner;
mod script;
mod skip;
mod state;
mod state_commands;
mod stop;
mod texparameter;
mod texture;
mod view;
mod vpfp;
mod watching;

pub use require::{EXTENSIONS, SHADING_LANGUAGE, Unmet, VERSION, unmet};

use std::sync::Arc;

use quadrille_base::{Budget, Diagnostic, Meter, Room, Rule, Source, Span, Spent};
use quadrille_pipeline::{ColorFormat, Device, Framebuffer, PixelPlace};

pub use counted::CountedFiles;
pub use frame::FRAME_FINDING;
pub use heat::{HeatKind, HeatMap};
pub use history::{HistoryEntry, HistoryFragment, MOST_FRAGMENTS, MOST_STEPS, PixelHistory, Trace};
pub use invocations::InvocationChoice;
pub use note::{PROGRAM_REFUSED, UNUSED_RESULT};
pub use probe::{PROBE_DIFFERS, ProbeError, Probes};
pub use profile::{
    BatchTime, Clock, CommandProfile, InstructionProfile, MOST_BATCHES, Measure, Profile, ProgramProfile,
    Timing, Work,
};
pub use qpu::QPU_FINDING;
use quadrille_scene::{IGNORED_REQUIREMENT, Statement};
pub use quadrille_scene::{NumberType, Values};
pub use skip::Skip;
pub use state_commands::StateCommands;
use stop::Stop;
pub use stop::{BUDGET_SPENT, PROGRAM_STOPPED};
pub use watching::ProgramDebugger;

/// The rules that a run can report besides those of the scene's text and of its programs.
pub static RULES: &[&Rule] = &[
    &BUDGET_SPENT,
    &FRAME_FINDING,
    &IGNORED_REQUIREMENT,
    &PROBE_DIFFERS,
    &PROGRAM_REFUSED,
    &PROGRAM_STOPPED,
    &QPU_FINDING,
    &UNUSED_RESULT,
];

pub use crate::files::{FileError, Files, NoFiles};
use crate::picture::Picture;
use crate::session::Session;

/// The options of a scene's run.
#[derive(Clone)]
pub struct SceneOptions<'a> {
    /// Engine, limits, dialect.
    pub session: &'a Session,
    /// The source of the files that the scene names.
    pub files: &'a dyn Files,
    /// Threads that draws may use.
    pub threads: usize,
    /// Width and height of the framebuffer where the scene asks for none.
    pub size: (u32, u32),
    /// The budget of the scene.
    pub budget: Budget,
    /// Whether invocations that write memory may run in any order, on all threads.
    pub unordered: bool,
    /// The device that draws in place of the pipeline's own stages; a scene that it cannot draw is skipped.
    pub device: Option<Arc<dyn Device>>,
    /// Format of the colour buffers.
    pub color: ColorFormat,
    /// The number of colour buffers, at most eight: a program's `result.color[n]` goes to the one numbered n.
    pub draw_buffers: usize,
    /// Whether programs run under the sanitizer, which only the reference engine has; what it finds are problems of
    /// the scene.
    pub sanitize: bool,
    /// The pixel whose history is wanted. Fragment programs run on the reference engine then, on one thread, and not under
    /// the sanitizer.
    pub pixel: Option<PixelPlace>,
    /// The invocations of another stage that the debugger goes through, where no pixel is wanted. Programs of that stage run
    /// on the reference engine then, on one thread, and not under the sanitizer.
    pub invocations: Option<InvocationChoice>,
    /// Who goes through the runs of programs for that pixel or those invocations.
    pub debugger: Option<Arc<dyn ProgramDebugger>>,
    /// What is counted for a heat map, where neither is wanted. Fragment programs run on the reference engine then, on one
    /// thread, and not under the sanitizer.
    pub heat: Option<HeatKind>,
    /// What is measured for a profile, where none of these is wanted.
    pub measure: Option<Measure>,
    /// Whether a program that the engine leaves to the reference engine is a problem of the scene; a note otherwise.
    pub strict_engine: bool,
}

impl<'a> SceneOptions<'a> {
    /// Defaults: one thread, 250 × 250 pixels, the usual budget.
    pub fn new(session: &'a Session, files: &'a dyn Files) -> SceneOptions<'a> {
        SceneOptions {
            session,
            files,
            threads: 1,
            size: (250, 250),
            budget: Budget::default(),
            unordered: false,
            device: None,
            color: ColorFormat::Rgba8,
            draw_buffers: 1,
            sanitize: false,
            pixel: None,
            invocations: None,
            debugger: None,
            heat: None,
            measure: None,
            strict_engine: false,
        }
    }
}

/// A probe that found something else than it expected.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The command.
    pub span: Span,
    /// The place of the difference.
    pub place: ProbeLocation,
    /// The expected values: red, green, blue, alpha, or a depth, or a word of a buffer.
    pub expected: Values,
    /// The values that were found.
    pub found: Values,
}

/// The place at which a probe found something else than it expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeLocation {
    /// The pixel, from the lower left.
    Pixel([i32; 2]),
    /// Byte of a buffer at which the word begins.
    Byte(u64),
    /// The result of a query.
    Query(u32),
}

/// The outcome of a scene.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Every command succeeded.
    Pass,
    /// Probes failed.
    Fail(Vec<Failure>),
    /// It asks for something that is not here.
    Skip(Skip),
    /// It could not be read or run; each problem with the place in the file.
    Error(Vec<Diagnostic>),
}

/// A scene that was run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The outcome.
    pub verdict: Verdict,
    /// The framebuffer at the end; none of a scene that was not run.
    pub picture: Option<Picture>,
    /// The same with all that it holds.
    pub framebuffer: Option<Framebuffer>,
    /// The pictures of `output` commands, with their paths.
    pub outputs: Vec<(String, Picture)>,
    /// The files of `output buffer` commands, with their paths.
    pub files: Vec<(String, Vec<u8>)>,
    /// The history of the pixel that was asked for.
    pub history: Option<PixelHistory>,
    /// The heat map that was asked for, of the framebuffer that is read at the end.
    pub heat: Option<HeatMap>,
    /// The bytes of the scene's buffers at the end, by name.
    pub buffers: Vec<(String, Vec<u8>)>,
    /// Breaches that a dialect admitted, lines, commands and results without effect, programs left to the reference
    /// engine; no errors.
    pub notes: Vec<Diagnostic>,
    /// The file, for messages.
    pub source: Source,
}

/// Runs a scene file. The extension of `name` says which form it has; `.vpfp` is the older one.
///
/// ```
/// use quadrille::scene::{NoFiles, SceneOptions, Verdict, run_scene};
///
/// let text = "\
/// [require]
/// SIZE 4 4
/// [fragment program]
/// !!ARBfp1.0
/// MOV result.color, { 1, 0, 0, 1 };
/// END
/// [test]
/// draw rect -1 -1 2 2
/// probe all rgba 1 0 0 1
/// ";
/// let session = quadrille::Session::new();
/// let report = run_scene("red.shader_test", text, &SceneOptions::new(&session, &NoFiles));
/// assert_eq!(report.verdict, Verdict::Pass);
/// assert_eq!(report.picture.expect("it draws").rgba[..4], [255, 0, 0, 255]);
/// ```
pub fn run_scene(name: &str, text: &str, options: &SceneOptions<'_>) -> Report {
    run(name, text, options).with_whole_characters()
}

fn run(name: &str, text: &str, options: &SceneOptions<'_>) -> Report {
    let source = Source::new(name, text);
    if options.sanitize && !options.session.is_watchable() {
        let message = format!("the engine {} has no sanitizer", options.session.engine_name());
        let problem = stop::wrong(Span::at(0), message);
        return Report::without_picture(source, Verdict::Error(vec![problem]));
    }
    let (meter, _room) = match metered(text, &options.budget) {
        Ok(metered) => metered,
        Err(spent) => {
            let problem = Stop::Spent(spent).problem(Span::at(0), &[]);
            return Report::without_picture(source, Verdict::Error(vec![problem]));
        }
    };
    if name.ends_with(".vpfp") {
        return vpfp::run(source, options, meter);
    }
    // What a scene with other requirements says need not be understood.
    let (scene, problem) = quadrille_scene::recover(text);
    match (unmet(&scene, &options.session.options().limits), problem) {
        (Some(unmet), _) => Report::without_picture(source, Verdict::Skip(Skip::Unmet(unmet))),
        (None, Some(problem)) => Report::without_picture(source, Verdict::Error(vec![problem.into()])),
        (None, None) => script::run(source, &scene, options, meter),
    }
}

/// The meter of a scene that is read now, and the room of what is read of its text.
///
/// # Errors
///
/// That alone is more than the scene may take.
pub fn metered(text: &str, budget: &Budget) -> Result<(Meter, Room), Spent> {
    let meter = Meter::new(budget.clone());
    let room = meter.room(reading(text))?;
    meter.work(text.len() as u64)?;
    Ok((meter, room))
}

/// Bytes that a scene takes when it is read: its statements, and numbers that its text holds.
fn reading(text: &str) -> u64 {
    let lines = text.lines().count() as u64;
    let statements = lines.saturating_mul(size_of::<Statement>() as u64);
    statements.saturating_add(2 * text.len() as u64)
}

impl Report {
    /// The same with places that cut no character of the file.
    fn with_whole_characters(mut self) -> Report {
        let text = self.source.text();
        let within = |list: &mut Vec<Diagnostic>| {
            *list = std::mem::take(list)
                .into_iter()
                .map(|one| one.within(text))
                .collect();
        };
        within(&mut self.notes);
        if let Verdict::Error(problems) = &mut self.verdict {
            within(problems);
        }
        self
    }

    fn without_picture(source: Source, verdict: Verdict) -> Report {
        Report {
            verdict,
            picture: None,
            framebuffer: None,
            outputs: Vec::new(),
            history: None,
            heat: None,
            files: Vec::new(),
            buffers: Vec::new(),
            notes: Vec::new(),
            source,
        }
    }
}
