//! The files that a scene names.

use std::path::{Path, PathBuf};

use quadrille::{FileError, Files};

use super::write::{named, write_at};
use super::{FolderError, Folders, WriteError, is_folder};

/// Files of a scene: read from beside it, or else from where the command runs; written from where the command runs on.
pub(crate) struct SceneFiles {
    folder: PathBuf,
    readable: Folders,
    writable: Folders,
}

impl SceneFiles {
    /// For the scene at `path`: its own folder is granted, that where the command runs, and those of `named`, the paths
    /// of the command line, in which it lies; besides what the user allows.
    ///
    /// # Errors
    ///
    /// A folder is not there.
    pub(crate) fn new(
        path: &Path,
        named: &[PathBuf],
        allow_read: &[PathBuf],
        allow_write: &[PathBuf],
    ) -> Result<SceneFiles, FolderError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let around = named.iter().map(PathBuf::as_path);
        let around = around.filter(|named| path.starts_with(named) && is_folder(named));
        let own = [folder, Path::new("")].into_iter().chain(around);
        Ok(SceneFiles {
            folder: folder.to_path_buf(),
            readable: Folders::new(
                "the scene's folder, the current one and those of --allow-read",
                own.clone().chain(allow_read.iter().map(PathBuf::as_path)),
            )?,
            writable: Folders::new(
                "the scene's folder, the current one and those of --allow-write",
                own.chain(allow_write.iter().map(PathBuf::as_path)),
            )?,
        })
    }

    /// Writes a file, and makes its folder.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let path = Path::new(path);
        let place = self.writable.place(path);
        let written = place
            .map_err(Into::into)
            .and_then(|place| write_at(&place, bytes));
        written.map_err(named(path))
    }
}

impl Files for SceneFiles {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        match self.readable.read(&self.folder.join(path), most) {
            Err(FileError::Missing) => self.readable.read(Path::new(path), most),
            found => found,
        }
    }
}
