//! `quadrille compare`: scenes drawn by several engines, and how far their pictures lie apart.

mod difference;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::scene::{SceneOptions, Verdict};
use quadrille::{ColorFormat, Framebuffer, Picture};

use self::difference::Difference;
use crate::commands::{USAGE, run};
use crate::engine::Engine;
use crate::files::{self, Beside};

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
    /// The folder for pictures of scenes that differ: the first engine's, the other's, and the difference
    /// sixteen times.
    #[arg(long, short, value_name = "FOLDER", default_value = "compare")]
    output: PathBuf,
    /// Threads that a draw may use; 0 is as many as the machine has.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

/// What the scenes came to with one engine.
#[derive(Default)]
struct Tally {
    within: usize,
    beyond: usize,
    skipped: usize,
    steps: f32,
    ulps: Option<u32>,
}

/// What an engine makes of a scene.
enum Drawn {
    Picture(Box<Framebuffer>),
    /// It cannot: not a fault of its.
    Skipped(String),
    /// It does not.
    Failed(String),
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match compare(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("quadrille: {message}");
            ExitCode::from(USAGE)
        }
    }
}

/// Whether all pictures are within the tolerance.
fn compare(args: &Args) -> Result<bool, String> {
    if args.tolerance.is_nan() || args.tolerance < 0.0 {
        return Err("the tolerance is not a number of steps".to_owned());
    }
    let engines = args
        .engines
        .iter()
        .map(|name| Ok((name.as_str(), Engine::of_name(name)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let [(first, base), others @ ..] = &engines[..] else {
        return Err("there is no engine to compare".to_owned());
    };
    if others.is_empty() {
        return Err(format!("there is no engine to compare {first} with"));
    }
    let paths = files::expand(&args.paths, run::EXTENSIONS).map_err(|error| error.to_string())?;
    if paths.is_empty() {
        return Err("there are no scenes".to_owned());
    }
    let bar = run::progress(paths.len());
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for path in &paths {
        bar.inc(1);
        let text = files::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let own = match draw(base, path, &text, args)? {
            Drawn::Picture(own) => own,
            Drawn::Skipped(reason) | Drawn::Failed(reason) => {
                bar.suspend(|| println!("{}: not drawn by {first}: {reason}", path.display()));
                others
                    .iter()
                    .for_each(|(name, _)| tallies.entry(name).or_default().skipped += 1);
                continue;
            }
        };
        for (name, engine) in others {
            let tally = tallies.entry(name).or_default();
            let line = match draw(engine, path, &text, args)? {
                Drawn::Skipped(reason) => {
                    tally.skipped += 1;
                    format!("not drawn: {reason}")
                }
                Drawn::Failed(reason) => {
                    tally.beyond += 1;
                    reason
                }
                Drawn::Picture(other) if (other.width(), other.height()) != (own.width(), own.height()) => {
                    tally.beyond += 1;
                    "the pictures have two sizes".to_owned()
                }
                Drawn::Picture(other) => {
                    // A step that was rounded is still a step.
                    let found = difference::compare(&own, &other, args.tolerance + 0.001);
                    tally.add(&found, args.allow_edges);
                    let mut line = sentence(&found, args);
                    if found.steps > args.tolerance + 0.001 {
                        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                        let file = format!("{stem}-{first}-{name}.png").replace(':', "-");
                        let file = args.output.join(file);
                        run::put(
                            &file,
                            &beside([&picture(&own), &picture(&other), &found.picture])?,
                        )?;
                        line += &format!("; see {}", file.display());
                    }
                    line
                }
            };
            bar.suspend(|| println!("{}: {name}: {line}", path.display()));
        }
    }
    bar.finish_and_clear();
    Ok(summary(first, &tallies))
}

/// Draws a scene with an engine.
fn draw(engine: &Engine, path: &Path, text: &str, args: &Args) -> Result<Drawn, String> {
    let beside = Beside(path.parent().unwrap_or(Path::new(".")));
    let options = SceneOptions {
        threads: run::threads(args.threads),
        color: if args.float {
            ColorFormat::Rgba32F
        } else {
            ColorFormat::Rgba8
        },
        ..SceneOptions::new(engine.session(), &beside)
    };
    let report = engine.run(&path.display().to_string(), text, &options)?;
    Ok(match (report.verdict, report.framebuffer) {
        (Verdict::Skip(reason), _) => Drawn::Skipped(reason),
        (Verdict::Error(problems), _) => {
            let first = problems.first();
            Drawn::Failed(first.map_or_else(String::new, |problem| {
                let line = report.source.position(problem.span.start).line;
                format!("line {line}: {}", problem.message)
            }))
        }
        // Probes do not count here: the picture tells all of it.
        (Verdict::Pass | Verdict::Fail(_), Some(framebuffer)) => Drawn::Picture(Box::new(framebuffer)),
        (Verdict::Pass | Verdict::Fail(_), None) => Drawn::Skipped("there is no picture".to_owned()),
    })
}

fn sentence(found: &Difference, args: &Args) -> String {
    let mut said = if found.steps == 0.0 {
        "equal".to_owned()
    } else {
        let [x, y] = found.at;
        format!("at most {} apart, at ({x}, {y})", steps(found.steps))
    };
    if found.pixels > 0 {
        let (pixels, edges) = (found.pixels, found.pixels - found.inside);
        said += &format!(
            "; {pixels} pixels by more than {}, {edges} of them at edges",
            steps(args.tolerance)
        );
    }
    if let Some(ulps) = found.ulps.filter(|ulps| *ulps > 0) {
        said += &format!("; {}", units(ulps));
    }
    said
}

fn steps(steps: f32) -> String {
    if steps.is_infinite() {
        return "a number from none".to_owned();
    }
    let text = format!("{steps:.2}");
    format!("{}/255", text.trim_end_matches('0').trim_end_matches('.'))
}

fn units(ulps: u32) -> String {
    if ulps == u32::MAX {
        "one is not a number".to_owned()
    } else {
        format!("{ulps} ulp")
    }
}

impl Tally {
    fn add(&mut self, found: &Difference, allow_edges: bool) {
        let beyond = if allow_edges { found.inside } else { found.pixels };
        *if beyond == 0 {
            &mut self.within
        } else {
            &mut self.beyond
        } += 1;
        self.steps = self.steps.max(found.steps);
        self.ulps = self.ulps.max(found.ulps);
    }
}

/// Prints what every engine came to; whether all scenes were within the tolerance.
fn summary(first: &str, tallies: &BTreeMap<&str, Tally>) -> bool {
    let width = tallies
        .keys()
        .map(|name| name.len())
        .max()
        .unwrap_or(0)
        .max(first.len());
    println!("\n{first:width$}  within  beyond  not drawn  largest");
    for (name, tally) in tallies {
        let ulps = tally
            .ulps
            .map_or_else(String::new, |ulps| format!(", {}", units(ulps)));
        println!(
            "{name:width$}  {:6}  {:6}  {:9}  {}{ulps}",
            tally.within,
            tally.beyond,
            tally.skipped,
            steps(tally.steps)
        );
    }
    tallies.values().all(|tally| tally.beyond == 0)
}

fn picture(framebuffer: &Framebuffer) -> Picture {
    Picture {
        width: framebuffer.width(),
        height: framebuffer.height(),
        rgba: framebuffer.to_rgba8(0),
    }
}

/// Pictures of one size side by side, as a PNG.
fn beside(pictures: [&Picture; 3]) -> Result<Vec<u8>, String> {
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
