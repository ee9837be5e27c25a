//! Folders on the command line: the files in them that a command is about.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quadrille::programs::FileKind;

use super::told::{Passed, tell};

/// The files that paths on the command line stand for.
pub(crate) struct Inputs {
    pub(crate) files: Vec<PathBuf>,
    /// A folder that was named has no such file, or one cannot be read: a failure, whatever becomes of the others.
    pub(crate) incomplete: bool,
}

/// The scenes that a list of paths stands for. Folders are walked in order of name, and on standard error stands how
/// many files in them were passed over, and what is wrong with them. Other paths stay as they are.
pub(crate) fn scenes(paths: &[PathBuf]) -> Inputs {
    let mut inputs = Inputs {
        files: Vec::new(),
        incomplete: false,
    };
    for path in paths {
        if !path.is_dir() {
            inputs.files.push(path.clone());
            continue;
        }
        let walk = Walk::of(path);
        let is_scene =
            |file: &&PathBuf| file.is_file() && FileKind::of_name(file).is_some_and(FileKind::is_scene);
        let mut files: Vec<PathBuf> = walk.files.iter().filter(is_scene).cloned().collect();
        let passed = Passed {
            files: walk.files.len() - files.len(),
            ..Passed::default()
        };
        tell(path, "scene", files.is_empty(), &passed, Some(&walk), false);
        inputs.incomplete |= files.is_empty() || !walk.unreadable.is_empty();
        inputs.files.append(&mut files);
    }
    inputs
}

/// A folder with all that lies below it.
#[derive(Default)]
pub(super) struct Walk {
    /// Everything in it that is no folder, in order of name.
    pub(super) files: Vec<PathBuf>,
    /// The folders that were entered, without links in their paths: links are followed, and one that leads back ends.
    entered: HashSet<PathBuf>,
    /// The number of folders not entered because their names begin with a dot: what version control keeps there is not
    /// the user's to format.
    pub(super) hidden: usize,
    pub(super) unreadable: Vec<(PathBuf, io::Error)>,
}

impl Walk {
    pub(super) fn of(folder: &Path) -> Walk {
        let mut walk = Walk::default();
        walk.folder(folder);
        walk
    }

    fn folder(&mut self, folder: &Path) {
        match folder.canonicalize().map(|real| self.entered.insert(real)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return self.unreadable.push((folder.to_owned(), error)),
        }
        let entries =
            fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut entries: Vec<PathBuf> = match entries {
            Ok(entries) => entries,
            Err(error) => return self.unreadable.push((folder.to_owned(), error)),
        };
        entries.sort();
        for entry in entries {
            let name = entry.file_name().unwrap_or_default();
            match (entry.is_dir(), name.as_encoded_bytes().starts_with(b".")) {
                (true, true) => self.hidden += 1,
                (true, false) => self.folder(&entry),
                (false, _) => self.files.push(entry),
            }
        }
    }
}
