//! `quadrille compare`: scenes drawn by several engines, and how far their pictures and buffers lie apart.

mod buffer;
mod difference;

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use quadrille::scene::{SceneOptions, Verdict};
use quadrille::{
    ColorFormat, Diagnostic, Framebuffer, Picture, PictureDifference, PngError, Severity, Source, render,
};
use serde_json::json;

use crate::budget::BudgetArgs;
use crate::commands::judging::Judging;
use crate::commands::progress::Progress;
use crate::commands::run::ToleranceError;
use crate::commands::{measure, run};
use crate::engine::{Engine, EngineError};
use crate::error::Error;
use crate::exit::USAGE;
use crate::files::{self, FolderError, SceneFiles};
use crate::out;
use buffer::BufferDifference;
use difference::Difference;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scene files, or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The engines; all others are compared with the first.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "reference,vulkan,gl"
    )]
    engines: Vec<String>,
    /// The most that a component of a pixel may differ, in 255ths.
    #[arg(long, value_name = "STEPS", default_value_t = 1.0)]
    tolerance: f32,
    /// Pixels whose colour the other picture has beside them do not count: the engines draw an edge one pixel
    /// apart.
    #[arg(long)]
    allow_edges: bool,
    /// Draw into buffers of binary32 where the engine can, and tell the difference in units of the last place.
    #[arg(long)]
    float: bool,
    /// The folder for pictures of scenes that differ by more than the tolerance: the first engine's, the other's,
    /// and the difference sixteen times.
    #[arg(long, short, value_name = "FOLDER", default_value = "compare")]
    output: PathBuf,
    /// Lets scenes read what lies below this folder too. They read what lies below their own folder, the current one
    /// and folders of this command line.
    #[arg(long, value_name = "FOLDER")]
    allow_read: Vec<PathBuf>,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Threads that a draw may use, 512 at most; 0 is as many as the machine has.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// One JSON object a scene and engine, and no summary.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    judging: Judging,
}

/// A comparison that the command line does not describe.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompareError {
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
    #[error("there is no engine to compare")]
    NoEngine,
    #[error("there is no engine to compare {0} with")]
    OneEngine(String),
}

/// The numbers of scenes by their result with one engine.
#[derive(Default)]
struct Tally {
    within: usize,
    beyond: usize,
    not_drawn: usize,
    /// The picture that lies farthest apart.
    worst: Option<PictureDifference>,
}

/// The outcome of drawing a scene with an engine.
enum Drawn {
    Results(Results),
    /// It cannot: not a fault of its.
    Skipped(String),
    /// It does not.
    Failed(String),
}

/// What a scene leaves behind.
struct Results {
    /// The framebuffer, where anything was drawn.
    framebuffer: Option<Box<Framebuffer>>,
    /// The bytes of its buffers, by name.
    buffers: Vec<(String, Vec<u8>)>,
}

/// The warnings of the programs of a scene.
struct Warnings {
    source: Source,
    list: Vec<Diagnostic>,
}

/// The outcome of comparing an engine with the first one in a scene.
enum Found {
    /// Both drew or computed.
    Difference(Difference),
    NotDrawn(String),
    Failed(String),
}

/// Success where all pictures are within the tolerance.
pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    if args.tolerance.is_nan() || args.tolerance < 0.0 {
        return Err(CompareError::from(ToleranceError).into());
    }
    let judging = args.judging.options()?;
    let engines = args
        .engines
        .iter()
        .map(|name| {
            let engine = Engine::of_name(name, &judging, args.budget.time_limit())?;
            Ok((name.as_str(), engine))
        })
        .collect::<Result<Vec<_>, EngineError>>()?;
    let [(first, base), others @ ..] = &engines[..] else {
        return Err(CompareError::NoEngine.into());
    };
    if others.is_empty() {
        return Err(CompareError::OneEngine((*first).to_owned()).into());
    }
    let inputs = files::scenes(&args.paths);
    let progress = Progress::new(inputs.files.len(), "scenes", false);
    let mut tallies: Vec<Tally> = others.iter().map(|_| Tally::default()).collect();
    let mut within = true;
    for path in &inputs.files {
        progress.advance();
        let text = files::read(path)?;
        let (own, warnings) = draw(base, path, &text, args)?;
        progress.suspend(|| out::diagnostics(&warnings.source, &warnings.list));
        within &= !matches!(own, Drawn::Failed(_));
        for ((name, engine), tally) in others.iter().zip(&mut tallies) {
            let found = match &own {
                Drawn::Results(own) => {
                    let (other, _) = draw(engine, path, &text, args)?;
                    find(own, other, path, [first, name], args)?
                }
                Drawn::Skipped(reason) => Found::NotDrawn(format!("{first} does not draw it: {reason}")),
                Drawn::Failed(reason) => Found::Failed(format!("{first} fails: {reason}")),
            };
            tally.add(&found, args);
            progress.suspend(|| tell(&found, path, [first, name], &warnings, args));
        }
    }
    progress.finish();
    if !args.json {
        summary(first, others.iter().map(|(name, _)| *name).zip(&tallies));
    }
    within &= tallies.iter().all(|tally| tally.beyond == 0);
    Ok(match (inputs.incomplete, within) {
        (true, _) => ExitCode::from(USAGE),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(1),
    })
}

/// Compares what a second engine makes of a scene with the first one's picture.
fn find(own: &Results, other: Drawn, path: &Path, engines: [&str; 2], args: &Args) -> Result<Found, Error> {
    let other = match other {
        Drawn::Skipped(reason) => return Ok(Found::NotDrawn(reason)),
        Drawn::Failed(reason) => return Ok(Found::Failed(reason)),
        Drawn::Results(other) => other,
    };
    let buffer = BufferDifference::between(&own.buffers, &other.buffers);
    let (own, other) = match (&own.framebuffer, other.framebuffer) {
        (Some(own), Some(other)) => (own, other),
        _ => {
            return Ok(Found::Difference(Difference {
                picture: None,
                file: None,
                buffer,
            }));
        }
    };
    let Some(found) = PictureDifference::between(own, &other, args.tolerance) else {
        return Ok(Found::Failed("the pictures have two sizes".to_owned()));
    };
    let mut file = None;
    if found.beyond > 0 {
        let pictures = [&Picture::of(own, 0), &Picture::of(&other, 0), &found.picture];
        let path = args.output.join(file_name(path, engines));
        files::write(&path, &beside(pictures)?)?;
        file = Some(path);
    }
    Ok(Found::Difference(Difference {
        picture: Some(Box::new(found)),
        file,
        buffer,
    }))
}

/// The name of the picture of a scene: its whole path is in it, so that two scenes have two pictures.
fn file_name(path: &Path, [first, second]: [&str; 2]) -> OsString {
    let stem = path.with_extension("");
    let folders = stem.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part),
        _ => None,
    });
    let mut name = OsString::new();
    for folder in folders {
        name.push(folder);
        name.push("-");
    }
    name.push(format!("{first}-{second}.png").replace(':', "-"));
    name
}

/// Draws a scene with an engine, and says what is to be told of its programs.
fn draw(engine: &Engine, path: &Path, text: &str, args: &Args) -> Result<(Drawn, Warnings), FolderError> {
    let scene_files = SceneFiles::new(path, &args.paths, &args.allow_read, &[])?;
    let options = SceneOptions {
        budget: args.budget.of_scene(),
        threads: run::threads(args.threads),
        color: if args.float {
            ColorFormat::Rgba32F
        } else {
            ColorFormat::Rgba8
        },
        ..SceneOptions::new(engine.session(), &scene_files)
    };
    let name = path.display().to_string();
    let report = match engine.run(&name, text, &options) {
        Ok(report) => report,
        Err(error) => {
            let none = Warnings {
                source: Source::new(name, ""),
                list: Vec::new(),
            };
            return Ok((Drawn::Failed(error.to_string()), none));
        }
    };
    let notes = report.notes.into_iter();
    let list = notes.filter(|note| note.severity == Severity::Warning).collect();
    let drawn = match (report.verdict, report.framebuffer) {
        (Verdict::Skip(reason), _) => Drawn::Skipped(reason.to_string()),
        (Verdict::Error(problems), _) => {
            let first = problems.first();
            Drawn::Failed(first.map_or_else(String::new, |problem| {
                let line = report.source.position(problem.span.start).line;
                format!("line {line}: {}", problem.message)
            }))
        }
        (Verdict::Pass | Verdict::Fail(_), None) if report.buffers.is_empty() => {
            Drawn::Skipped("there is no picture and no buffer".to_owned())
        }
        // Probes do not count here: pictures and buffers tell all of it.
        (Verdict::Pass | Verdict::Fail(_), framebuffer) => Drawn::Results(Results {
            framebuffer: framebuffer.map(Box::new),
            buffers: report.buffers,
        }),
    };
    let source = report.source;
    Ok((drawn, Warnings { source, list }))
}

/// Prints what was found in one scene.
fn tell(found: &Found, path: &Path, engines: [&str; 2], warnings: &Warnings, args: &Args) {
    let path = path.display();
    if args.json {
        let mut object = json!({ "file": path.to_string(), "engines": engines });
        if !warnings.list.is_empty() {
            let all = warnings.list.iter();
            object["notes"] = all.map(|one| render::json(&warnings.source, one)).collect();
        }
        match found {
            Found::Difference(difference) => {
                let word = if difference.is_within(args.allow_edges) {
                    "within"
                } else {
                    "beyond"
                };
                object["result"] = json!(word);
                if let Some(picture) = &difference.picture {
                    object["picture"] = measure::picture_json(picture);
                }
                object["see"] = json!(difference.file);
                if let Some(buffer) = &difference.buffer {
                    object["buffer"] = buffer.json();
                }
            }
            Found::NotDrawn(reason) => {
                object["result"] = json!("not drawn");
                object["reason"] = json!(reason);
            }
            Found::Failed(reason) => {
                object["result"] = json!("failed");
                object["reason"] = json!(reason);
            }
        }
        println!("{object}");
        return;
    }
    let name = engines[1];
    match found {
        Found::Difference(difference) => println!("{path}: {name}: {difference}"),
        Found::NotDrawn(reason) => println!("{path}: {name}: not drawn: {reason}"),
        Found::Failed(reason) => println!("{path}: {name}: failed: {reason}"),
    }
}

impl Tally {
    fn add(&mut self, found: &Found, args: &Args) {
        match found {
            Found::NotDrawn(_) => self.not_drawn += 1,
            Found::Failed(_) => self.beyond += 1,
            Found::Difference(found) => {
                *if found.is_within(args.allow_edges) {
                    &mut self.within
                } else {
                    &mut self.beyond
                } += 1;
                let far = |found: &PictureDifference| (found.steps, found.ulps);
                if let Some(picture) = &found.picture
                    && self.worst.as_ref().is_none_or(|worst| far(picture) > far(worst))
                {
                    self.worst = Some((**picture).clone());
                }
            }
        }
    }
}

/// Prints what every engine came to.
fn summary<'a>(first: &str, tallies: impl Iterator<Item = (&'a str, &'a Tally)> + Clone) {
    let names = tallies.clone().map(|(name, _)| name.len());
    let width = names.max().unwrap_or(0).max(first.len());
    println!("\n{first:width$}  within  beyond  not drawn  largest");
    for (name, tally) in tallies {
        let Tally {
            within,
            beyond,
            not_drawn,
            worst,
        } = tally;
        let worst = worst
            .as_ref()
            .map_or_else(String::new, PictureDifference::largest);
        println!("{name:width$}  {within:6}  {beyond:6}  {not_drawn:9}  {worst}");
    }
}

/// Pictures of one size side by side, as a PNG.
fn beside(pictures: [&Picture; 3]) -> Result<Vec<u8>, PngError> {
    let (width, height) = (pictures[0].width, pictures[0].height);
    let row = width as usize * 4;
    let rows = (0..height as usize).flat_map(|y| pictures.map(|picture| &picture.rgba[y * row..][..row]));
    Picture {
        width: width * 3,
        height,
        rgba: rows.flatten().copied().collect(),
    }
    .to_png(true)
}
