//! Reports beside what is printed: files for services and for people, and remarks of GitHub's workflows.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use quadrille::report::Report;

use crate::files::{self, WriteError};

/// The heading of these options.
const HEADING: &str = "Reports";

/// The name of the page in its folder.
const PAGE: &str = "index.html";

#[derive(clap::Args)]
pub(super) struct Reports {
    /// Writes the XML of JUnit to this file.
    #[arg(help_heading = HEADING, long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes a log for code scanning to this file: SARIF 2.1.0.
    #[arg(help_heading = HEADING, long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Writes a page for people into this folder, index.html, with pictures beside it.
    #[arg(help_heading = HEADING, long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Prints what is wrong as remarks of GitHub's workflows, behind everything else.
    #[arg(help_heading = HEADING, long)]
    github: bool,
}

/// Standard output in which nothing is a command of GitHub's workflows until it ends.
#[must_use]
pub(super) struct Muted(Option<String>);

impl Reports {
    /// Whether any is asked for.
    pub(super) fn any(&self) -> bool {
        self.junit.is_some() || self.sarif.is_some() || self.html.is_some() || self.github
    }

    /// The folder of the page.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.html.as_deref()
    }

    /// Has lines that come from sources be no commands: they are read as commands again behind a word that nobody
    /// who wrote a source could know.
    pub(super) fn mute(&self) -> Muted {
        let word = self.github.then(|| {
            let random = || RandomState::new().hash_one(0);
            format!("{:016x}{:016x}", random(), random())
        });
        if let Some(word) = &word {
            println!("::stop-commands::{word}");
        }
        Muted(word)
    }

    /// Writes them all.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub(super) fn write(&self, report: &Report, muted: Muted) -> Result<(), WriteError> {
        if let Muted(Some(word)) = muted {
            println!("::{word}::");
            print!("{}", report.github());
        }
        if let Some(path) = &self.junit {
            files::write(path, report.junit().as_bytes())?;
        }
        if let Some(path) = &self.sarif {
            files::write(path, format!("{:#}\n", report.sarif()).as_bytes())?;
        }
        if let Some(folder) = &self.html {
            files::write(&folder.join(PAGE), report.html().as_bytes())?;
        }
        Ok(())
    }
}
