//! `quadrille profile`: where a scene's time goes.

mod flame;
mod json;
mod rows;
mod table;
mod timeline;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use quadrille::ENGINES;
use quadrille::scene::{Clock, Profile, SceneOptions, Verdict};

use crate::budget::BudgetArgs;
use crate::commands::judging::Judging;
use crate::engine::{self, Engine};
use crate::error::Error;
use crate::files::{self, SceneFiles};
use crate::out;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The scene.
    path: PathBuf,
    #[arg(long, help = engine::help())]
    engine: Option<String>,
    /// How often it is drawn; the fastest time counts.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// How many commands and how many source lines are listed, those that take the longest.
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Draw a flame graph here, as an SVG: commands, in them programs, in these source lines.
    #[arg(long, value_name = "FILE")]
    flame: Option<PathBuf>,
    /// Write a trace here that Perfetto opens: commands, and each batch of a program.
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Lets the scene read what lies below this folder too.
    #[arg(long, value_name = "FOLDER")]
    allow_read: Vec<PathBuf>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    judging: Judging,
}

/// A scene that is not profiled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProfileError {
    #[error("the engine `{0}` cannot be watched, and so is not profiled")]
    Engine(String),
    #[error("{0}: skip: {1}")]
    Skipped(String, String),
}

impl ProfileError {
    /// Whether it is a verdict on the scene.
    pub(crate) fn is_verdict(&self) -> bool {
        matches!(self, ProfileError::Skipped(..))
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let judging = args.judging.options()?;
    let engine = match &args.engine {
        Some(name) => Engine::of_name(name, &judging, args.budget.time_limit())?,
        None => Engine::usual(&judging)?,
    };
    if !engine.is_watchable() {
        let name = args.engine.as_deref().unwrap_or(ENGINES[0].name);
        return Err(ProfileError::Engine(name.to_owned()).into());
    }
    let name = args.path.display().to_string();
    let text = files::read(&args.path)?;
    let paths = std::slice::from_ref(&args.path);
    let scene_files = SceneFiles::new(&args.path, paths, &args.allow_read, &[])?;
    let begun = Instant::now();
    let clock: Clock = Arc::new(move || begun.elapsed());
    let profiled = || {
        let options = SceneOptions {
            budget: args.budget.of_scene(),
            ..SceneOptions::new(engine.session(), &scene_files)
        };
        Profile::of(&name, &text, &options, &clock)
    };
    let (report, mut profile) = profiled();
    match &report.verdict {
        // A probe that fails takes no time away.
        Verdict::Pass | Verdict::Fail(_) => {}
        Verdict::Skip(reason) => return Err(ProfileError::Skipped(name, reason.to_string()).into()),
        Verdict::Error(problems) => {
            out::diagnostics(&report.source, problems);
            return Ok(ExitCode::from(1));
        }
    }
    for _ in 1..args.runs {
        let (_, other) = profiled();
        if other.time() < profile.time() {
            profile = other;
        }
    }
    if args.json {
        println!("{}", json::object(&name, &report.source, &profile));
    } else {
        print!("{}", table::text(&name, &report.source, &profile, args));
    }
    if let Some(path) = &args.flame {
        files::deliver(Some(path), flame::svg(&name, &report.source, &profile).as_bytes())?;
    }
    if let Some(path) = &args.perfetto {
        let trace = timeline::trace(&name, &report.source, &profile);
        files::deliver(Some(path), trace.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
