//! What is told of a folder or an archive in which programs were looked for.

use std::path::{Path, PathBuf};

use super::walk::Walk;
use crate::out::count;

/// Files that were passed over.
#[derive(Default)]
pub(super) struct Passed {
    pub(super) files: usize,
    /// Of these, files whose names are those of programs.
    pub(super) named_as_programs: usize,
    /// The first of them.
    pub(super) first: Option<PathBuf>,
}

impl Passed {
    pub(super) fn add(&mut self, other: Passed) {
        self.files += other.files;
        self.named_as_programs += other.named_as_programs;
        self.first = self.first.take().or(other.first);
    }
}

/// Tells on standard error what was not read of a folder, and that nothing was.
pub(super) fn tell(path: &Path, what: &str, none: bool, passed: &Passed, walk: Option<&Walk>, quiet: bool) {
    let mut said = Vec::new();
    if none {
        let place = if walk.is_some() { "folder" } else { "file" };
        said.push(format!("no {what} in this {place}"));
    }
    let hidden = walk.map_or(0, |walk| walk.hidden);
    for (number, what) in [(passed.files, "file"), (hidden, "hidden folder")] {
        if number > 0 && (walk.is_some() || number > 1) && !quiet {
            said.push(format!("{} passed over", count(number, what)));
        }
    }
    if let (Some(first), false) = (&passed.first, quiet) {
        let more = match passed.named_as_programs {
            1 => "one of them with the name of a program, but no header:".to_owned(),
            number => format!("{number} of them with names of programs, but no header, such as"),
        };
        said.push(format!("{more} {}", first.display()));
    }
    if !said.is_empty() {
        eprintln!("quadrille: {}: {}", path.display(), said.join(", "));
    }
    for (folder, error) in walk.map_or(&[][..], |walk| &walk.unreadable) {
        eprintln!("quadrille: {}: {error}", folder.display());
    }
}
