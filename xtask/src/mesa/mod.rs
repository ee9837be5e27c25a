//! Scenes and programs beside Mesa: the same picture drawn twice, the same program judged twice.
//!
//! Mesa is a cross-check, not the oracle: where the two differ, the specification says who is right.

mod difference;
mod judge;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use quadrille::scene::{Files, SceneOptions, Verdict};
use quadrille::{Picture, Session, run_scene, translate};
use quadrille_base::Source;
use quadrille_opengl::{Drawing, Gl, OpenError, Stop, draw};

use self::difference::AMPLIFIED;

/// Draws scenes, or judges programs, with Mesa and with Quadrille.
#[derive(Parser)]
#[command(name = "mesa")]
struct Arguments {
    /// Scenes, or programs with --judge, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Load ARB programs and compare the verdicts.
    #[arg(long)]
    judge: bool,
    /// Translate the programs of scenes to this target and draw with the shaders.
    #[arg(long, value_name = "TARGET", conflicts_with = "judge")]
    translated: Option<String>,
    /// Translate with the target's own special values.
    #[arg(long, requires = "translated")]
    fast: bool,
    /// Where the pictures go: of each scene ours, Mesa's and their difference.
    #[arg(long, default_value = "target/mesa")]
    output: PathBuf,
}

/// Extensions of the files that folders are searched for.
const SCENES: &[&str] = &["shader_test"];
const PROGRAMS: &[&str] = &["vp", "fp", "vfp", "arb"];

/// What became of a scene.
enum Outcome {
    Compared(String),
    Skipped(String),
}

/// Runs the task. Without Mesa it says so and succeeds.
pub(crate) fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let arguments = Arguments::parse_from(arguments);
    let gl = match Gl::open(64, 64) {
        Ok(gl) => gl,
        Err(error @ OpenError::Absent) => {
            println!("mesa: skipped, {error}");
            return ExitCode::SUCCESS;
        }
        Err(error) => return failed(&error.to_string()),
    };
    println!("mesa: {}", gl.describe());
    let mut paths = Vec::new();
    for path in &arguments.paths {
        walk(path, if arguments.judge { PROGRAMS } else { SCENES }, &mut paths);
    }
    if arguments.judge {
        return judge::run(&gl, &paths);
    }
    drop(gl);
    let translation = match arguments.translated.as_deref() {
        Some(name) => match translate::Target::of_name(name) {
            Some(target) => {
                let mut options = translate::Options::new(target);
                if arguments.fast {
                    options.semantics = translate::Semantics::Fast;
                }
                Some(options)
            }
            None => return failed(&format!("there is no target `{name}`")),
        },
        None => None,
    };
    if let Err(error) = fs::create_dir_all(&arguments.output) {
        return failed(&format!("{}: {error}", arguments.output.display()));
    }
    let mut status = ExitCode::SUCCESS;
    for path in &paths {
        match scene(path, &arguments.output, translation.as_ref()) {
            Ok(Outcome::Compared(found)) => println!("{}: {found}", path.display()),
            Ok(Outcome::Skipped(reason)) => println!("{}: skipped, {reason}", path.display()),
            Err(message) => status = failed(&format!("{}: {message}", path.display())),
        }
    }
    println!(
        "pictures in {}, differences {AMPLIFIED} times",
        arguments.output.display()
    );
    status
}

fn failed(message: &str) -> ExitCode {
    eprintln!("mesa: {message}");
    ExitCode::from(2)
}

/// The files below a folder with one of the extensions, in order of name; a file is itself.
fn walk(path: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        found.push(path.to_path_buf());
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let extension = entry.extension().and_then(|extension| extension.to_str());
        if entry.is_dir() || extension.is_some_and(|extension| extensions.contains(&extension)) {
            walk(&entry, extensions, found);
        }
    }
}

/// Files of a scene, beside the scene file or where the command runs.
struct Beside<'a>(&'a Path);

impl Files for Beside<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let beside = self.0.join(path);
        let found = if beside.exists() {
            beside
        } else {
            PathBuf::from(path)
        };
        fs::read(found).map_err(|error| error.to_string())
    }
}

/// Draws a scene twice and compares.
fn scene(path: &Path, output: &Path, translation: Option<&translate::Options>) -> Result<Outcome, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let source = Source::new(path.display().to_string(), &text);
    let scene = match quadrille_scene::read(&text) {
        Ok(scene) => scene,
        Err(problem) => return Ok(Outcome::Skipped(problem.message.clone())),
    };
    let session = Session::new();
    let files = Beside(path.parent().unwrap_or(Path::new(".")));
    let options = SceneOptions::new(&session, &files);
    let report = run_scene(source.name(), &text, &options);
    let ours = match (report.verdict, report.picture) {
        (Verdict::Pass | Verdict::Fail(_), Some(picture)) => picture,
        (Verdict::Skip(reason), _) => return Ok(Outcome::Skipped(reason)),
        (Verdict::Error(problems), _) => {
            let message = problems.first().map(|problem| problem.message.to_string());
            return Ok(Outcome::Skipped(message.unwrap_or_default()));
        }
        (_, None) => return Ok(Outcome::Skipped("there is no picture".to_owned())),
    };
    let size @ (width, height) = (ours.width, ours.height);
    let gl = Gl::open(width, height).map_err(|error| error.to_string())?;
    let drawing = Drawing {
        source: &source,
        scene: &scene,
        files: &files,
        size,
        translation,
    };
    match draw(&gl, &drawing, &mut |_| Ok(())) {
        Ok(()) => {}
        Err(Stop::Missing(reason)) => return Ok(Outcome::Skipped(reason)),
        Err(Stop::Refused(problem)) => return Ok(Outcome::Skipped(problem.message)),
    }
    let theirs = Picture {
        width,
        height,
        rgba: gl.pixels(width, height).into_flattened(),
    };
    let theirs = Picture {
        rgba: theirs.bottom_up(),
        ..theirs
    };
    let found = difference::compare(&ours, &theirs);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    for (picture, kind) in [
        (&ours, "quadrille"),
        (&theirs, "mesa"),
        (&found.picture, "difference"),
    ] {
        let file = output.join(format!("{name}-{kind}.png"));
        let bytes = picture.to_png(true)?;
        fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let [x, y] = found.at;
    Ok(Outcome::Compared(format!(
        "{} of {} pixels differ by more than 1/255, {} of them not by an edge; the most is {}/255 at {x}, {y}",
        found.pixels,
        width as usize * height as usize,
        found.inside,
        found.largest,
    )))
}
