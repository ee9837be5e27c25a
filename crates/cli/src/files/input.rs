//! A file with programs, whose bytes are read when they are asked for.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::MOST_BYTES;
use super::named::{ReadError, read_up_to, text};

/// A file with programs.
pub(crate) struct Input {
    /// Its path. That of a file in an archive goes on behind the archive's, and that of a program in other bytes ends in
    /// `@`, its offset there, and the ending of its kind.
    path: PathBuf,
    /// Its bytes, where it is not a file of its own.
    bytes: Option<Vec<u8>>,
    /// The file among whose bytes it stands.
    within: Option<PathBuf>,
    /// The bytes of what can be read only once, such as standard input, once they are read.
    read: OnceLock<Vec<u8>>,
}

impl Input {
    /// A file of its own, or what else a path names.
    pub(super) fn of_file(path: &Path) -> Input {
        Input {
            path: path.to_owned(),
            bytes: None,
            within: None,
            read: OnceLock::new(),
        }
    }

    /// What stands in an archive, or among the bytes of a file.
    pub(super) fn of_bytes(path: PathBuf, bytes: Vec<u8>, within: Option<&Path>) -> Input {
        Input {
            path,
            bytes: Some(bytes),
            within: within.map(Path::to_owned),
            read: OnceLock::new(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a file that can be written over: standard input and pipes are none.
    pub(crate) fn is_rewritable(&self) -> bool {
        self.stands_alone() && self.path.is_file()
    }

    /// The file among whose bytes it stands.
    pub(crate) fn within(&self) -> Option<&Path> {
        self.within.as_deref()
    }

    /// Whether it stands in no other file.
    pub(crate) fn stands_alone(&self) -> bool {
        self.bytes.is_none()
    }

    pub(crate) fn bytes(&self) -> Result<Vec<u8>, ReadError> {
        if let Some(bytes) = self.bytes.as_ref().or_else(|| self.read.get()) {
            return Ok(bytes.clone());
        }
        let bytes = read_up_to(&self.path, MOST_BYTES)?;
        if !self.path.is_file() {
            let _ = self.read.set(bytes.clone());
        }
        Ok(bytes)
    }

    pub(crate) fn text(&self) -> Result<String, ReadError> {
        self.bytes().map(text)
    }
}
