//! Why a command ends before its end, and the exit status of that.

use std::io;
use std::process::ExitCode;

use quadrille::PngError;
use quadrille::manual::{UnknownLanguage, UnknownName};
use quadrille_drivers::DriverError;
use quadrille_lsp::server::ServerError;

#[cfg(unix)]
use crate::commands::PlayError;
use crate::commands::{
    CompareError, DebugError, DifferenceError, EvalError, Gf3Error, JudgingError, ProfileError, QpuError,
    ReadingError, RunError, ServeError, TranslateError, UnknownDriver, Vc4Error,
};
use crate::engine::EngineError;
use crate::exit::USAGE;
use crate::files::{FolderError, OutputError, ReadError, WriteError};
use crate::setting::SettingError;

/// Why a command ends before its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Judging(#[from] JudgingError),
    #[error(transparent)]
    Reading(#[from] ReadingError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    UnknownDriver(#[from] UnknownDriver),
    #[error(transparent)]
    SystemDriver(#[from] DriverError),
    /// A picture does not become a file.
    #[error(transparent)]
    Png(#[from] PngError),
    #[error("only --canonical writes what a preprocessor leaves; without it directives stay")]
    Preprocessed,
    #[error("a manual page is not written: {0}")]
    ManualPage(#[source] io::Error),
    #[error("this process answers the command that starts it: {0}")]
    DriverProcess(#[source] io::Error),
    #[error(transparent)]
    Name(#[from] UnknownName),
    #[error(transparent)]
    Language(#[from] UnknownLanguage),
    #[error("lsp: {0}")]
    Server(#[from] ServerError),
    #[error(transparent)]
    Compare(#[from] CompareError),
    #[error(transparent)]
    Debug(#[from] DebugError),
    #[error(transparent)]
    Difference(#[from] DifferenceError),
    #[error(transparent)]
    Eval(#[from] EvalError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    Translate(#[from] TranslateError),
    #[error(transparent)]
    Gf3(#[from] Gf3Error),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Qpu(#[from] QpuError),
    #[error(transparent)]
    Vc4(#[from] Vc4Error),
    #[cfg(unix)]
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Error {
    /// The exit status: 1 is a verdict on what was asked about, [`USAGE`] is wrong usage, or a file that is not read or
    /// not written.
    fn status(&self) -> u8 {
        match self {
            Error::Name(_) | Error::Server(_) => 1,
            Error::Gf3(error) if error.is_verdict() => 1,
            Error::Profile(error) if error.is_verdict() => 1,
            #[cfg(unix)]
            Error::Play(error) => error.status().unwrap_or(USAGE),
            Error::Read(_)
            | Error::Write(_)
            | Error::Output(_)
            | Error::Folder(_)
            | Error::Setting(_)
            | Error::Judging(_)
            | Error::Reading(_)
            | Error::Engine(_)
            | Error::UnknownDriver(_)
            | Error::SystemDriver(_)
            | Error::Png(_)
            | Error::Preprocessed
            | Error::ManualPage(_)
            | Error::DriverProcess(_)
            | Error::Language(_)
            | Error::Compare(_)
            | Error::Debug(_)
            | Error::Difference(_)
            | Error::Eval(_)
            | Error::Run(_)
            | Error::Serve(_)
            | Error::Translate(_)
            | Error::Gf3(_)
            | Error::Profile(_)
            | Error::Qpu(_)
            | Error::Vc4(_) => USAGE,
        }
    }

    /// Tells it on standard error.
    pub(crate) fn tell(&self) -> ExitCode {
        match self {
            // It stands there like the diagnostics of the program.
            Error::Gf3(error) if error.is_verdict() => eprintln!("{error}"),
            error => eprintln!("quadrille: {error}"),
        }
        ExitCode::from(self.status())
    }
}
