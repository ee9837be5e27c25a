//! Files that `cargo xtask gen` writes. One that is what its sources give stays untouched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Files that are made of the same sources.
pub(crate) struct Files<'a> {
    root: &'a Path,
    /// Whether they are only looked at.
    check: bool,
    count: usize,
    /// Those that were not what their sources give.
    stale: Vec<PathBuf>,
}

impl<'a> Files<'a> {
    /// Below the root of the repository; with `check` nothing is written.
    pub(crate) fn new(root: &'a Path, check: bool) -> Files<'a> {
        Files {
            root,
            check,
            count: 0,
            stale: Vec::new(),
        }
    }

    /// Makes a file what its sources give; its path is from the root.
    pub(crate) fn put(&mut self, path: impl AsRef<Path>, text: &str) -> io::Result<()> {
        let path = path.as_ref();
        let at = self.root.join(path);
        self.count += 1;
        if fs::read_to_string(&at).is_ok_and(|old| old == text) {
            return Ok(());
        }
        self.stale(path, |at| {
            if let Some(folder) = at.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(at, text)
        })
    }

    /// Removes a file that the sources do not give.
    pub(crate) fn remove(&mut self, path: impl AsRef<Path>) -> io::Result<()> {
        self.stale(path.as_ref(), |at| fs::remove_file(at))
    }

    /// Has a file that is not what its sources give be made by something else; its path is from the root.
    pub(crate) fn stale<E>(
        &mut self,
        path: &Path,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        self.stale.push(path.to_owned());
        if self.check {
            return Ok(());
        }
        make(&self.root.join(path))
    }

    /// Says what became of them, of `what` they are and what `sources` they have; where they are only looked at, it fails
    /// if one is stale.
    pub(crate) fn finish(self, what: &str, sources: &str) -> ExitCode {
        let Files {
            check, count, stale, ..
        } = self;
        if check && !stale.is_empty() {
            for path in stale {
                eprintln!("{} is not what {sources} give", path.display());
            }
            eprintln!("`cargo xtask gen` writes it anew");
            return ExitCode::FAILURE;
        }
        println!(
            "gen: {what}: as {sources} give it; {count} looked at, {} changed",
            stale.len()
        );
        ExitCode::SUCCESS
    }
}

/// Says why files were not made.
pub(crate) fn failed(what: &str, error: &dyn std::error::Error) -> ExitCode {
    eprintln!("gen: {what}: {error}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stale_is_written_unless_it_is_only_looked_at() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().join("docs/page.md");
        let put = |check| {
            let mut files = Files::new(folder.path(), check);
            files.put("docs/page.md", "text").expect("it is written");
            files.finish("pages", "tables")
        };
        assert_eq!((put(true), at.exists()), (ExitCode::FAILURE, false));
        assert_eq!((put(false), at.exists()), (ExitCode::SUCCESS, true));
        assert_eq!(put(true), ExitCode::SUCCESS);
    }
}
