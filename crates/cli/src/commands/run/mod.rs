//! `quadrille run`: draws scenes and probes them.

mod golden;
mod heat;
mod jobs;
mod record;
mod shard;
mod told;
mod work;

use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use quadrille::report::{Report, Subject};
use quadrille::{ENGINES, PixelPlace};
use regex_lite::Regex;
use serde_json::{Map, Value, json};

use self::golden::Golden;
use self::heat::Heat;
use self::record::Record;
use self::shard::Shard;
use self::work::{Planned, Told, Work};
use crate::budget::BudgetArgs;
use crate::commands::history;
use crate::commands::judging::Judging;
use crate::commands::measure::Comparison;
use crate::commands::progress::Progress;
use crate::commands::reports::Reports;
use crate::engine::{self, Engine};
use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, Output};
use crate::out::count;

pub(crate) use self::golden::ToleranceError;
pub(crate) use self::record::RecordError;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scene files, or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write the final picture here, as a PNG: in a folder if there is one, if the name ends in / or if several scenes
    /// or a folder are read; to a file otherwise.
    #[arg(long, short)]
    output: Option<PathBuf>,
    #[arg(long, help = engine::help())]
    engine: Option<String>,
    /// A program that the engine leaves to the reference engine is an error.
    #[arg(long)]
    strict_engine: bool,
    /// Run each scene on this engine too, and say by how much results of programs and pictures differ.
    #[arg(long, value_name = "ENGINE", conflicts_with = "sanitize")]
    compare: Option<String>,
    /// Lets scenes read what lies below this folder too. They read what lies below their own folder, the current one
    /// and folders of this command line.
    #[arg(long, value_name = "FOLDER")]
    allow_read: Vec<PathBuf>,
    /// Lets scenes write below this folder too.
    #[arg(long, value_name = "FOLDER")]
    allow_write: Vec<PathBuf>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// How many scenes are run at the same time; without it as many as there are processors, and on drivers of the
    /// machine one. No result depends on it.
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Threads that a draw may use, 512 at most; 0 is as many as --jobs leaves of the processors.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Only scenes in whose path there is something that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Only a part of the scenes, such as 1/4: each machine of several takes another.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Keeps in this file what became of each scene, and runs none again that it has, unless something has changed: the
    /// same command goes on where it was ended.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Whether invocations that write memory run in one order, or in any on all threads.
    #[arg(long, default_value = "canonical")]
    order: Order,
    /// Run under the sanitizer: what the specifications call undefined is a failure.
    #[arg(long)]
    sanitize: bool,
    /// Tell the history of a pixel, counted from the lower left: what each command left in it, and each fragment that
    /// covered it, with what its program executed, what dropped it and what the buffers held. A sample and a layer may
    /// follow.
    #[arg(long, value_name = "X,Y", value_parser = history::place, conflicts_with_all = ["sanitize", "compare", "resume"])]
    pixel: Option<PixelPlace>,
    /// Count what fragment programs do at each pixel: what --output writes is a heat map then, in the place of the picture.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["sanitize", "compare", "resume", "pixel"])]
    heat: Option<Heat>,
    /// The count that is white in a heat map, so that several can be compared; otherwise it is the most of a pixel.
    #[arg(long, value_name = "N", requires = "heat", value_parser = clap::value_parser!(u64).range(1..))]
    heat_most: Option<u64>,
    /// A scene that is skipped counts as failed.
    #[arg(long)]
    no_skip: bool,
    /// Says only what is wrong: nothing of scenes that pass or are skipped, and no progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    golden: Golden,
    #[command(flatten)]
    reports: Reports,
    /// One JSON object a file: --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// How results are written.
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    judging: Judging,
}

/// The order of invocations that write memory.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Order {
    /// Groups by their numbers, lanes ascending at each instruction.
    Canonical,
    /// Any.
    Unordered,
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line a file, and what failed in it.
    Text,
    /// One JSON object a file.
    Json,
    /// One log of all scenes, for code scanning: SARIF 2.1.0.
    Sarif,
    /// One document on all scenes, for continuous integration: the XML of JUnit.
    Junit,
}

/// A run that cannot be as the command line has it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("pictures go to a file or a folder, not to standard output")]
    StandardOutput,
    #[error("the engine `{0}` has no sanitizer")]
    NoSanitizer(String),
    #[error("the engine `{0}` cannot be watched, and so tells no history of a pixel")]
    NoHistory(String),
    #[error("the engine `{0}` cannot be watched, and so makes no heat map")]
    NoHeat(String),
    #[error("no path of {0} matches `{1}`")]
    NoMatch(String, String),
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the threads of --jobs do not start: {0}")]
    Threads(#[from] io::Error),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        RunError::from(error).into()
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        RunError::from(error).into()
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    args.golden.check().map_err(RunError::from)?;
    let first = engines(args)?;
    let output = Output::new(args.output.as_deref(), &args.paths);
    if args.output.is_some() && output.is_standard() {
        return Err(RunError::StandardOutput.into());
    }
    let inputs = files::scenes(&args.paths);
    let (planned, only) = (args.plan(&inputs.files, output)?, inputs.files.len() == 1);
    let jobs = args.jobs(&first, planned.len());
    let mut engines_of_jobs = vec![first];
    for _ in 1..jobs {
        engines_of_jobs.push(engines(args)?);
    }
    let record = args.resume.as_ref();
    let record = record
        .map(|path| Record::open(path, args.settings()))
        .transpose()?;
    let work = Work {
        args,
        record: record.as_ref(),
        threads: args.threads(jobs),
        only,
    };
    let mut report = Report::new(Subject::Scenes);
    let mut run = Run::default();
    let muted = args.reports.mute();
    let progress = Progress::new(planned.len(), "scenes", args.quiet);
    let scene = |planned: &Planned, engines: &_| {
        let told = work.scene(planned, engines);
        progress.advance();
        told
    };
    jobs::in_order(&planned, &engines_of_jobs, scene, |told| {
        progress.suspend(|| told.tell());
        run.add(&told);
        report.add(told.case);
    })?;
    progress.finish();
    if let (Some(path), 1..) = (&args.resume, run.recorded) {
        let scenes = count(run.recorded, "scene");
        eprintln!(
            "quadrille: {scenes} of {} taken from {}",
            planned.len(),
            path.display()
        );
    }
    let summary = report.summary();
    match args.format() {
        Format::Text => println!("{summary}"),
        Format::Json => {}
        Format::Sarif => println!("{:#}", report.sarif()),
        Format::Junit => print!("{}", report.junit()),
    }
    args.reports.write(&report, muted)?;
    let skips_count = args.no_skip && summary.skipped > 0;
    Ok(
        match (
            run.incomplete || inputs.incomplete,
            summary.failed > 0 || run.not_compared || skips_count,
        ) {
            (true, _) => ExitCode::from(USAGE),
            (false, true) => ExitCode::from(1),
            (false, false) => ExitCode::SUCCESS,
        },
    )
}

/// What scenes come to beside their cases.
#[derive(Default)]
struct Run {
    incomplete: bool,
    not_compared: bool,
    recorded: usize,
}

impl Run {
    fn add(&mut self, told: &Told) {
        self.incomplete |= told.incomplete;
        self.not_compared |= told.not_compared;
        self.recorded += usize::from(told.is_recorded);
    }
}

impl Told {
    fn tell(&self) {
        if !self.err.is_empty() {
            eprintln!("{}", self.err.trim_end());
        }
        print!("{}", self.out);
    }
}

impl Args {
    fn format(&self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format,
        }
    }

    /// The scenes that are run, of all that were found. Where results go does not depend on which these are.
    fn plan(&self, files: &[PathBuf], mut output: Output) -> Result<Vec<Planned>, RunError> {
        let mut golden = self.golden.places(&self.paths);
        let planned = files.iter().map(|path| Planned {
            path: path.clone(),
            picture: output.place(path, "png"),
            golden: golden.as_mut().and_then(|golden| golden.place(path, "png")),
        });
        let matches = |planned: &Planned| match &self.filter {
            Some(filter) => filter.is_match(&planned.path.to_string_lossy()),
            None => true,
        };
        let matching: Vec<Planned> = planned.filter(matches).collect();
        if let (Some(filter), true, false) = (&self.filter, matching.is_empty(), files.is_empty()) {
            let scenes = count(files.len(), "scene");
            return Err(RunError::NoMatch(scenes, filter.to_string()));
        }
        let Some(shard) = self.shard else {
            return Ok(matching);
        };
        let all = matching.len();
        let part = matching.into_iter().enumerate().filter(|(at, _)| shard.has(*at));
        let part: Vec<Planned> = part.map(|(_, planned)| planned).collect();
        if !self.quiet {
            eprintln!(
                "quadrille: shard {shard}: {} of {}",
                part.len(),
                count(all, "scene")
            );
        }
        Ok(part)
    }

    /// How many scenes are run at the same time.
    fn jobs(&self, (engine, comparison): &(Engine, Option<Comparison>), scenes: usize) -> usize {
        let on_driver = engine.is_driver() || comparison.as_ref().is_some_and(Comparison::has_driver);
        let jobs = match self.jobs {
            Some(jobs) => jobs.get(),
            None if on_driver => 1,
            None => threads(0),
        };
        jobs.min(scenes).max(1)
    }

    /// Threads of a draw, beside which there are others.
    fn threads(&self, jobs: usize) -> usize {
        match self.threads {
            0 => (threads(0) / jobs).max(1),
            asked => asked,
        }
    }

    /// What results depend on, as a record keeps it.
    fn settings(&self) -> Map<String, Value> {
        let text = |path: &PathBuf| path.display().to_string();
        let texts = |paths: &[PathBuf]| paths.iter().map(text).collect::<Vec<_>>();
        let order = match self.order {
            Order::Canonical => "canonical",
            Order::Unordered => "unordered",
        };
        let settings: [(&str, Value); 11] = [
            ("engine", json!(self.engine)),
            ("strict engine", json!(self.strict_engine)),
            ("compare", json!(self.compare)),
            ("allow-read", json!(texts(&self.allow_read))),
            ("allow-write", json!(texts(&self.allow_write))),
            ("budget", self.budget.json()),
            ("order", json!(order)),
            ("sanitize", json!(self.sanitize)),
            ("golden", self.golden.json()),
            (
                "output",
                json!([
                    self.output.as_ref().map(text),
                    self.reports.folder().map(|folder| folder.display().to_string())
                ]),
            ),
            ("way of judging programs", self.judging.json()),
        ];
        settings
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect()
    }
}

/// The engine that draws, and the one that it is compared with.
fn engines(args: &Args) -> Result<(Engine, Option<Comparison>), Error> {
    let limit = args.budget.time_limit();
    let judging = args.judging.options()?;
    let name = args.engine.as_deref().unwrap_or(ENGINES[0].name);
    let engine = match &args.engine {
        Some(name) => Engine::of_name(name, &judging, limit)?,
        None => Engine::usual(&judging)?,
    };
    if args.sanitize && !engine.is_watchable() {
        return Err(RunError::NoSanitizer(name.to_owned()).into());
    }
    if args.pixel.is_some() && !engine.is_watchable() {
        return Err(RunError::NoHistory(name.to_owned()).into());
    }
    if args.heat.is_some() && !engine.is_watchable() {
        return Err(RunError::NoHeat(name.to_owned()).into());
    }
    let Some(other) = &args.compare else {
        return Ok((engine, None));
    };
    let (engine, comparison) = Comparison::new(engine, [name, other], limit)?;
    Ok((engine, Some(comparison)))
}

/// The number of threads that a number on the command line means.
pub(super) fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get),
        asked => asked,
    }
}
