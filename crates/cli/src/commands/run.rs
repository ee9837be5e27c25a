//! `quadrille run`: draws scenes and probes them.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use quadrille::report::{self as batch, Case, Outcome, Problem, Subject};
use quadrille::scene::{BUDGET_SPENT, ProbeLocation, Report, SceneOptions, Values, Verdict};
use quadrille::{Diagnostic, ENGINES, Picture, Severity, render};
use quadrille_drivers::DriverError;
use serde_json::json;

use crate::budget::BudgetArgs;
use crate::commands::judging::Judging;
use crate::commands::measure::{Compared, Comparison};
use crate::commands::scene_case::{case, sentence};
use crate::engine::{self, Engine};
use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, Output, SceneFiles};
use crate::out;

/// Files from which a progress bar is worth showing.
const MANY: usize = 20;

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
    /// Threads that a draw may use; 0 is as many as the machine has.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Whether invocations that write memory run in one order, or in any on all threads.
    #[arg(long, default_value = "canonical")]
    order: Order,
    /// Run under the sanitizer: what the specifications call undefined is a failure.
    #[arg(long)]
    sanitize: bool,
    /// A scene that is skipped counts as failed.
    #[arg(long)]
    no_skip: bool,
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
}

impl Args {
    fn format(&self) -> Format {
        match self.json {
            true => Format::Json,
            false => self.format,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let (engine, comparison) = engines(args)?;
    let mut output = Output::new(args.output.as_deref(), &args.paths);
    if args.output.is_some() && output.is_standard() {
        return Err(RunError::StandardOutput.into());
    }
    let inputs = files::scenes(&args.paths);
    let threads = threads(args.threads);
    let bar = progress(inputs.files.len());
    let mut batch = batch::Report::new(Subject::Scenes);
    let mut unreadable = inputs.incomplete;
    let mut not_compared = false;
    for path in &inputs.files {
        bar.inc(1);
        let text = match files::read(path) {
            Ok(text) => text,
            Err(error) => {
                bar.suspend(|| eprintln!("quadrille: {error}"));
                batch.add(Case {
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(path.display().to_string(), Outcome::Unread)
                });
                unreadable = true;
                continue;
            }
        };
        let scene_files = SceneFiles::new(path, &args.paths, &args.allow_read, &args.allow_write)?;
        let options = SceneOptions {
            threads,
            budget: args.budget.of_scene(),
            unordered: args.order == Order::Unordered,
            sanitize: args.sanitize,
            strict_engine: args.strict_engine,
            ..SceneOptions::new(engine.session(), &scene_files)
        };
        let report = match engine.run(&path.display().to_string(), &text, &options) {
            Ok(report) => report,
            Err(error) => {
                bar.suspend(|| tell_death(path, &error, args));
                batch.add(Case {
                    reason: Some("driver".to_owned()),
                    problems: vec![Problem::said(Severity::Error, error.to_string())],
                    ..Case::new(path.display().to_string(), Outcome::Failed)
                });
                continue;
            }
        };
        let only = inputs.files.len() == 1;
        bar.suspend(|| {
            let compared = comparison.as_ref().map(|comparison| {
                let options = SceneOptions {
                    budget: args.budget.of_scene(),
                    ..options.clone()
                };
                comparison.of(&report, &text, &options)
            });
            not_compared |= compared.as_ref().is_some_and(Compared::is_missing);
            tell(path, &report, args, compared.as_ref());
            batch.add(case(path, &report));
            if let Err(error) = write(path, &report, args, only, &scene_files, &mut output) {
                eprintln!("quadrille: {error}");
                unreadable = true;
            }
        });
    }
    bar.finish_and_clear();
    let summary = batch.summary();
    match args.format() {
        Format::Text => println!("{summary}"),
        Format::Json => {}
        Format::Sarif => println!("{:#}", batch.sarif()),
        Format::Junit => print!("{}", batch.junit()),
    }
    let skips_count = args.no_skip && summary.skipped > 0;
    Ok(
        match (unreadable, summary.failed > 0 || not_compared || skips_count) {
            (true, _) => ExitCode::from(USAGE),
            (false, true) => ExitCode::from(1),
            (false, false) => ExitCode::SUCCESS,
        },
    )
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

pub(super) fn progress(files: usize) -> ProgressBar {
    if files < MANY || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} scenes {eta}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Tells of a scene that a driver did not bring back.
fn tell_death(path: &Path, error: &DriverError, args: &Args) {
    let name = path.display();
    match args.format() {
        Format::Text => println!("{name}: fail: {error}"),
        Format::Json => {
            let reason = error.to_string();
            println!(
                "{}",
                json!({ "file": name.to_string(), "result": "fail", "reason": reason })
            );
        }
        Format::Sarif | Format::Junit => {}
    }
}

fn tell(path: &Path, report: &Report, args: &Args, compared: Option<&Compared>) {
    let name = path.display();
    let word = match &report.verdict {
        Verdict::Pass => "pass",
        Verdict::Fail(_) | Verdict::Error(_) => "fail",
        Verdict::Skip(_) => "skip",
    };
    match args.format() {
        Format::Text => {}
        Format::Json => {
            let mut object = object(&name.to_string(), word, report);
            if let Some(compared) = compared {
                object["comparison"] = compared.json();
            }
            println!("{object}");
            return;
        }
        Format::Sarif | Format::Junit => return,
    }
    match &report.verdict {
        Verdict::Pass => println!("{name}: pass"),
        Verdict::Skip(reason) => println!("{name}: skip: {reason}"),
        Verdict::Fail(failures) => {
            println!("{name}: fail");
            for failure in failures {
                println!("  {}", sentence(report, failure));
            }
        }
        Verdict::Error(problems) => {
            println!("{name}: fail");
            for problem in problems {
                println!("{}", render::text(&report.source, problem, out::output_style()));
            }
            if problems.iter().any(|problem| *problem.rule == BUDGET_SPENT) {
                println!("  --memory, --budget and --time-limit say what a scene may take");
            }
        }
    }
    for note in &report.notes {
        println!("{}", render::text(&report.source, note, out::output_style()));
    }
    if let Some(compared) = compared {
        print!("{compared}");
    }
}

fn object(name: &str, word: &str, report: &Report) -> serde_json::Value {
    let mut object = json!({ "file": name, "result": word });
    match &report.verdict {
        Verdict::Pass => {}
        Verdict::Skip(reason) => object["reason"] = json!(reason.to_string()),
        Verdict::Fail(failures) => {
            let list: Vec<_> = failures
                .iter()
                .map(|failure| {
                    let mut object = json!({
                        "line": report.source.position(failure.span.start).line,
                        "expected": values(&failure.expected),
                        "found": values(&failure.found),
                    });
                    match failure.place {
                        ProbeLocation::Pixel(pixel) => object["pixel"] = json!(pixel),
                        ProbeLocation::Byte(byte) => object["byte"] = json!(byte),
                        ProbeLocation::Query(query) => object["query"] = json!(query),
                    }
                    object
                })
                .collect();
            object["failures"] = json!(list);
        }
        Verdict::Error(problems) => object["diagnostics"] = diagnostics(report, problems),
    }
    if !report.notes.is_empty() {
        object["notes"] = diagnostics(report, &report.notes);
    }
    object
}

fn diagnostics(report: &Report, list: &[Diagnostic]) -> serde_json::Value {
    list.iter()
        .map(|problem| render::json(&report.source, problem))
        .collect()
}

fn values(values: &Values) -> serde_json::Value {
    match values {
        Values::U64(values) => json!(values),
        Values::I64(values) => json!(values),
        values if values.number_type().is_float() => json!(values.numbers()),
        values => json!(
            values
                .numbers()
                .into_iter()
                .map(|value| value as i64)
                .collect::<Vec<_>>()
        ),
    }
}

/// Writes the pictures that the scene and the command line ask for.
fn write(
    scene: &Path,
    report: &Report,
    args: &Args,
    only: bool,
    scene_files: &SceneFiles,
    output: &mut Output,
) -> Result<(), Error> {
    let quiet = args.format() != Format::Text;
    if only {
        for (path, picture) in &report.outputs {
            if args.output.is_none() {
                scene_files.write(path, &picture.to_png(true)?)?;
                tell_picture(Path::new(path), picture, quiet);
            }
        }
        for (path, bytes) in &report.files {
            scene_files.write(path, bytes)?;
            if !quiet {
                println!("wrote {path} ({} bytes)", bytes.len());
            }
        }
    }
    let place = output.place(scene, "png");
    if let (Some(path), Some(picture)) = (place, &report.picture) {
        files::write(&path, &picture.to_png(true)?)?;
        tell_picture(&path, picture, quiet);
    }
    Ok(())
}

fn tell_picture(path: &Path, picture: &Picture, quiet: bool) {
    if !quiet {
        let Picture { width, height, .. } = picture;
        println!("wrote {} ({width} × {height})", path.display());
    }
}
