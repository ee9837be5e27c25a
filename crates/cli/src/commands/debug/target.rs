//! What is debugged: a file, and the options of the machine that runs it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};
use quadrille::PixelPlace;
use quadrille::programs::{FileKind, has_ending};
use quadrille_debug::Machine;
use quadrille_debug::gl::{GlMachine, listing};
use quadrille_debug::scene::NothingRan;

use super::Own;
use super::scene::{self, Invocations, Meant};
use crate::commands::gf3::Runs;
use crate::commands::given::{EvalError, Evaluated, Given};
use crate::commands::history;
use crate::commands::qpu::JobArgs;
use crate::error::Error;
use crate::files;

/// Names of the machines.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum MachineName {
    /// Programs of the OpenGL languages.
    Gl,
    /// Words of the GeForce 3.
    Gf3,
    /// Programs of QPUs.
    Vc4,
}

/// Why something is not debugged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DebugError {
    /// The options are not those of the machine: what clap says.
    #[error("{0}")]
    Options(String),
    /// No program runs for what is meant of a scene.
    #[error(transparent)]
    Scene(#[from] NothingRan),
    /// The program is wrong; its problems were told on standard error.
    #[error("{}: the program is not accepted", .0.display())]
    Rejected(PathBuf),
    /// The terminal does not do what it is told.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[source] io::Error),
    /// A text with a file and options that has none.
    #[error("`{0}` names no file")]
    NoFile(String),
}

#[derive(clap::Parser)]
#[command(name = "quadrille debug")]
struct GlOptions {
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    given: Given,
    /// The fragments at this pixel of a scene, counted from the lower left; a sample and a layer may follow. Without it a
    /// program of a scene runs by itself, with what the command line gives it.
    #[arg(long, value_name = "X,Y", value_parser = history::place)]
    pixel: Option<PixelPlace>,
    #[command(flatten)]
    invocations: Invocations,
}

#[derive(clap::Parser)]
#[command(name = "quadrille debug")]
struct Gf3Options {
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    runs: Runs,
}

#[derive(clap::Parser)]
#[command(name = "quadrille debug")]
struct Vc4Options {
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    job: JobArgs,
}

/// A file with the options that go with it.
pub(super) struct Target {
    pub(super) own: Own,
    run: Run,
}

enum Run {
    Gl(Box<Given>),
    Scene(Box<Given>, Meant),
    Gf3(Box<Runs>),
    Vc4(Box<JobArgs>),
}

impl Target {
    /// The target of a file and the options behind it.
    pub(super) fn parse(
        path: &Path,
        options: &[OsString],
        machine: Option<MachineName>,
    ) -> Result<Target, Error> {
        let named = options
            .iter()
            .map(OsString::as_os_str)
            .position(|option| option == "--machine");
        let named = named.and_then(|at| options.get(at + 1)?.to_str());
        let named = named.and_then(|name| MachineName::from_str(name, true).ok());
        let machine = match named.or(machine) {
            Some(machine) => machine,
            None => machine_of(path)?,
        };
        let name = OsStr::new("quadrille debug");
        let words = [name, path.as_os_str()]
            .into_iter()
            .chain(options.iter().map(OsString::as_os_str));
        Ok(match machine {
            MachineName::Gl => {
                let GlOptions {
                    own,
                    given,
                    pixel,
                    invocations,
                } = GlOptions::try_parse_from(words).map_err(told)?;
                let given = Box::new(given);
                let run = match (pixel, invocations.choice()) {
                    (Some(place), _) => Run::Scene(given, Meant::Pixel(place)),
                    (None, Some(choice)) => Run::Scene(given, Meant::Invocations(choice)),
                    (None, None) => Run::Gl(given),
                };
                Target { own, run }
            }
            MachineName::Gf3 => {
                let Gf3Options { own, runs } = Gf3Options::try_parse_from(words).map_err(told)?;
                let run = Run::Gf3(Box::new(runs));
                Target { own, run }
            }
            MachineName::Vc4 => {
                let Vc4Options { own, job } = Vc4Options::try_parse_from(words).map_err(told)?;
                let run = Run::Vc4(Box::new(job));
                Target { own, run }
            }
        })
    }

    /// The target of a text: a file and options with white space between them.
    pub(super) fn of_text(text: &str) -> Result<Target, Error> {
        let mut words = text.split_whitespace();
        let path = words.next().ok_or_else(|| DebugError::NoFile(text.to_owned()))?;
        let options: Vec<OsString> = words.map(OsString::from).collect();
        Target::parse(Path::new(path), &options, None)
    }

    /// The machine in front of its first step; `None` if there is something wrong with the program, which is then told.
    pub(super) fn open(&self) -> Result<Option<Box<dyn Machine>>, Error> {
        Ok(match &self.run {
            Run::Gl(given) => {
                let Some(evaluated) = given.load()? else {
                    return Ok(None);
                };
                Some(of_evaluated(&evaluated)?)
            }
            Run::Scene(given, meant) => Some(Box::new(scene::machine(given, *meant)?)),
            Run::Gf3(runs) => Some(Box::new(runs.machine()?)),
            Run::Vc4(job) => match job.machine()? {
                Some(machine) => Some(Box::new(machine)),
                None => None,
            },
        })
    }
}

/// The evaluation of a program.
fn of_evaluated(evaluated: &Evaluated) -> Result<Box<dyn Machine>, Error> {
    let Evaluated {
        programs,
        place,
        program,
        inputs,
    } = evaluated;
    let evaluation = program
        .evaluation(inputs)
        .map_err(|error| EvalError::of(error, program))?;
    let at = |span| programs.place(*place, span);
    let listing = listing(program.program(), &programs.source, &at);
    Ok(Box::new(GlMachine::of_evaluation(
        program.program(),
        listing,
        evaluation,
    )))
}

/// What clap has to say of options: help is an answer, everything else is wrong usage.
fn told(error: clap::Error) -> Error {
    if error.use_stderr() {
        return DebugError::Options(error.to_string()).into();
    }
    error.exit()
}

/// Endings of files of words of the GeForce 3, as tools write them.
const WORDS: &[&str] = &["bin", "hex", "c", "h", "inl", "vshinc"];

/// The machine that a file is for: by its name, and otherwise by its text.
fn machine_of(path: &Path) -> Result<MachineName, Error> {
    match FileKind::of_name(path) {
        Some(FileKind::Qpu) => return Ok(MachineName::Vc4),
        Some(FileKind::GeForce3) => return Ok(MachineName::Gf3),
        Some(FileKind::Scene) => return Ok(MachineName::Gl),
        // The text says whether it is of OpenGL.
        Some(FileKind::Programs | FileKind::OldScene) | None => {}
    }
    if WORDS.iter().any(|ending| has_ending(path, ending)) {
        return Ok(MachineName::Gf3);
    }
    let text = files::read(path)?;
    Ok(if text.contains("!!") {
        MachineName::Gl
    } else {
        MachineName::Gf3
    })
}
