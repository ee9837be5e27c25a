//! `quadrille play`: starts a program that is to draw through the vendor library for libglvnd, waits for it, and tells what
//! became of its programs in assembly.

mod signals;
mod summary;

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus};

use crate::error::Error;
use crate::files::{PlayFolder, PlayFolderError, VENDOR, WriteError, prepare_folder};
use crate::out::count;
use signals::Forwarded;
use summary::Summary;

/// The exit statuses by which shells and `env` tell that a program is not there, or does not start.
const NOT_FOUND: u8 = 127;
const NOT_STARTED: u8 = 126;

/// What a status has beside the number of the signal that ended a program, as shells have it.
const BY_SIGNAL: i32 = 128;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Translates every program, also those that the driver would take.
    #[arg(long)]
    force: bool,
    /// Writes programs that the driver refuses, their translations, and what is wrong with those that are not
    /// translated.
    #[arg(long, value_name = "FOLDER")]
    dump: Option<PathBuf>,
    /// The driver behind the library, by the name of its own library, as in `libGLX_NAME.so.0`.
    #[arg(long, value_name = "NAME", default_value = "mesa")]
    vendor: String,
    /// Writes each draw of a frame as a scene; the first frame is 1, and ends when it is shown.
    #[arg(long, value_name = "FRAME", value_parser = clap::value_parser!(u64).range(1..))]
    capture: Option<u64>,
    /// Where these scenes go.
    #[arg(long, value_name = "FOLDER", default_value = "capture", requires = "capture")]
    capture_to: PathBuf,
    /// Where `cargo xtask install --driver` put the library; otherwise it lies beside this executable.
    #[arg(long, value_name = "FOLDER")]
    library: Option<PathBuf>,
    /// Tells nothing at the end.
    #[arg(long)]
    quiet: bool,
    /// The program and its arguments.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PROGRAM"
    )]
    command: Vec<OsString>,
}

/// Why a program is not started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    #[error(transparent)]
    Folder(#[from] PlayFolderError),
    #[error("{}: {error}", program.display())]
    Start {
        program: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("signals cannot be forwarded: {0}")]
    Signals(#[source] io::Error),
    #[error("waiting for the program: {0}")]
    Wait(#[source] io::Error),
}

impl PlayError {
    /// The status of a program that does not start.
    pub(crate) fn status(&self) -> Option<u8> {
        match self {
            PlayError::Start { error, .. } if error.kind() == io::ErrorKind::NotFound => Some(NOT_FOUND),
            PlayError::Start { .. } => Some(NOT_STARTED),
            PlayError::Folder(_) | PlayError::Write(_) | PlayError::Signals(_) | PlayError::Wait(_) => None,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let folder = PlayFolder::new(args.library.as_deref()).map_err(PlayError::from)?;
    let captures = args.capture.map(|_| &args.capture_to);
    for folder in args.dump.iter().chain(captures) {
        prepare_folder(folder).map_err(PlayError::from)?;
    }
    // From here on a signal is the program's, also one that comes before it runs.
    let signals = Forwarded::take().map_err(PlayError::Signals)?;
    let mut child = start(args, &folder)?;
    let status = signals.wait(&mut child).map_err(PlayError::Wait)?;
    if !args.quiet {
        let summary = Summary::new(&folder.journal_text());
        eprintln!("{}", summary.text(&args.vendor));
        if let Some(frame) = args.capture {
            let folder = args.capture_to.display();
            match summary.captured {
                0 => eprintln!("quadrille: frame {frame} was not captured: nothing was drawn in it"),
                draws => eprintln!("quadrille: {} of frame {frame} in {folder}", count(draws, "draw")),
            }
        }
    }
    Ok(ExitCode::from(shell_status(status)))
}

fn start(args: &Args, folder: &PlayFolder) -> Result<Child, PlayError> {
    let (program, arguments) = args.command.split_first().unwrap_or((&EMPTY, &[]));
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env(
            "__EGL_VENDOR_LIBRARY_FILENAMES",
            joined(folder.descriptions(), None),
        )
        .env("__GLX_VENDOR_LIBRARY_NAME", VENDOR)
        .env(
            "LD_LIBRARY_PATH",
            joined(folder.libraries(), std::env::var_os("LD_LIBRARY_PATH")),
        )
        .env("QUADRILLE_VENDOR", &args.vendor)
        .env(quadrille_journal::VARIABLE, folder.journal());
    if args.force {
        command.env("QUADRILLE_FORCE", "1");
    }
    // The program may change its folder before it draws.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    if let Some(dump) = &args.dump {
        command.env("QUADRILLE_DUMP", absolute(dump));
    }
    if let Some(frame) = args.capture {
        command
            .env("QUADRILLE_CAPTURE", frame.to_string())
            .env("QUADRILLE_CAPTURE_FOLDER", absolute(&args.capture_to));
    }
    command.spawn().map_err(|error| PlayError::Start {
        program: program.into(),
        error,
    })
}

static EMPTY: OsString = OsString::new();

/// Paths as a list of the environment, before those of another list.
fn joined(paths: impl Iterator<Item = PathBuf>, others: Option<OsString>) -> OsString {
    let others = others.filter(|others| !others.is_empty());
    let all: Vec<OsString> = paths.map(PathBuf::into_os_string).chain(others).collect();
    all.join(OsStr::new(":"))
}

/// The status of a program as shells give it on.
fn shell_status(status: ExitStatus) -> u8 {
    let signal = || status.signal().map(|signal| BY_SIGNAL + signal);
    let code = status.code().or_else(signal).unwrap_or(BY_SIGNAL);
    // Both are below 256.
    u8::try_from(code).unwrap_or(u8::MAX)
}
