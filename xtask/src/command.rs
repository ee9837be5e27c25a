//! Commands that are run, and what becomes of them.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

/// A command did not do what it should.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("{command} ({from}): {error}")]
    Start {
        command: String,
        from: &'static str,
        error: io::Error,
    },
    #[error("{command}: {status}\n{said}")]
    Failed {
        command: String,
        status: ExitStatus,
        said: String,
    },
}

/// A command with its arguments.
pub(crate) struct Step {
    command: Command,
    name: OsString,
    from: &'static str,
}

impl Step {
    /// A program, and where it comes from.
    pub(crate) fn new(program: impl AsRef<OsStr>, from: &'static str) -> Step {
        Step {
            command: Command::new(&program),
            name: program.as_ref().to_owned(),
            from,
        }
    }

    pub(crate) fn with(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Step {
        self.command.args(words);
        self
    }

    pub(crate) fn within(mut self, folder: &Path) -> Step {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn set(mut self, name: &str, value: impl AsRef<OsStr>) -> Step {
        self.command.env(name, value);
        self
    }

    /// Without a variable of the environment.
    pub(crate) fn without(mut self, name: &str) -> Step {
        self.command.env_remove(name);
        self
    }

    /// Runs it; what it says is shown where it fails.
    pub(crate) fn run(self) -> Result<(), CommandError> {
        self.output().map(drop)
    }

    /// What it writes to standard output.
    pub(crate) fn output(mut self) -> Result<Vec<u8>, CommandError> {
        let command = self.name.to_string_lossy().into_owned();
        let Output {
            status,
            stdout,
            stderr,
        } = self.command.output().map_err(|error| CommandError::Start {
            command: command.clone(),
            from: self.from,
            error,
        })?;
        match status.success() {
            true => Ok(stdout),
            false => Err(CommandError::Failed {
                command,
                status,
                said: String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned(),
            }),
        }
    }
}

/// Whether there is a program of this name.
pub(crate) fn is_here(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder: PathBuf| folder.join(program).is_file())
}
