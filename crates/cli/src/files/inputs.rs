//! The files that this run has read, so that none of them is written over.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Their paths, without links.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Remembers a file that is read.
pub(super) fn note(path: &Path) {
    if let Ok(path) = fs::canonicalize(path) {
        READ.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Whether a file was read in this run.
pub(super) fn has(path: &Path) -> bool {
    let read = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    fs::canonicalize(path).is_ok_and(|path| read().contains(&path))
}
