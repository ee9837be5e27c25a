//! The options by which programs are looked for, shared by every command that takes folders of them.

use std::num::NonZero;

use quadrille_archive::{LIMITS, Limits};
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use crate::files::Search;
use crate::setting::{SettingError, split, whole};

/// The heading of these options.
const HEADING: &str = "How programs are looked for";

/// The most files that are worked on at the same time: each has a thread with its stack.
const MOST_JOBS: usize = 256;

/// How programs are looked for.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Says only what is wrong: nothing of what is good or passed over, no sums and no progress.
    #[arg(help_heading = HEADING, long, short)]
    pub(crate) quiet: bool,
    /// How many files are worked on at the same time, 256 at most; without it as many as there are processors.
    #[arg(help_heading = HEADING, long, short, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Sets a limit of what archives unpack to: entries, entry and total (MiB), ratio, depth, dictionary (MiB).
    #[arg(help_heading = HEADING, long, value_name = "NAME=VALUE")]
    archive_limit: Vec<String>,
}

/// Programs cannot be looked for as the command line says.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadingError {
    #[error("there is no limit of archives named `{0}`; there are {names}", names = names())]
    Limit(String),
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("the threads of --jobs do not start: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// The names of all limits of archives.
fn names() -> String {
    LIMITS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")
}

impl Reading {
    /// What the arguments ask for.
    pub(crate) fn search(&self) -> Result<Search, ReadingError> {
        let mut limits = Limits::default();
        for setting in &self.archive_limit {
            let (name, value) = split(setting, "NAME=VALUE")?;
            let row = LIMITS.iter().find(|row| row.name == name);
            let row = row.ok_or_else(|| ReadingError::Limit(name.to_owned()))?;
            *(row.value)(&mut limits) = whole(value)?;
        }
        let jobs = self.jobs.map_or(0, |jobs| jobs.get().min(MOST_JOBS));
        Ok(Search {
            limits,
            quiet: self.quiet,
            pool: ThreadPoolBuilder::new().num_threads(jobs).build()?,
        })
    }
}
