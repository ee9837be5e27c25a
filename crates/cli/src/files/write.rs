//! Writing files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quadrille::FileError;

use super::inputs;
use super::named::read_regular;

/// A file that is not written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub(crate) struct WriteError {
    path: PathBuf,
    #[source]
    error: Unwritten,
}

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unwritten {
    /// It does not lie where it may.
    #[error(transparent)]
    Refused(#[from] FileError),
    /// It was read in this run.
    #[error("it is an input of this run, which is not written over")]
    OverInput,
    /// Another one has this name.
    #[error("another file is there")]
    Exists,
    /// Its folder is a file.
    #[error("{}: it is a file, where a folder would be", .0.display())]
    NoFolder(PathBuf),
    /// Another run has it open.
    #[error("another run writes it")]
    InUse,
    /// The system does not.
    #[error("{0}")]
    Failed(#[from] io::Error),
}

/// Writes what the command line names, and makes its folder.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let write = || {
        if inputs::has(path) {
            return Err(Unwritten::OverInput);
        }
        make_folder(path)?;
        Ok(fs::write(path, bytes)?)
    };
    write().map_err(named(path))
}

/// Makes a folder that another process will write into, and a file in it that goes at once.
///
/// # Errors
///
/// The folder cannot be made, or nothing can be written into it.
#[cfg(unix)]
pub(crate) fn prepare_folder(folder: &Path) -> Result<(), WriteError> {
    let tried = fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
    tried.map(drop).map_err(Unwritten::from).map_err(named(folder))
}

/// Writes a file anew that was read.
pub(crate) fn rewrite(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let written = fs::write(path, bytes);
    written.map_err(Unwritten::from).map_err(named(path))
}

/// Writes a file that is not there yet, or that has these very bytes; and makes its folder.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    make_new(path, bytes).map_err(named(path))
}

/// The error of a file with its path.
pub(super) fn named(path: &Path) -> impl FnOnce(Unwritten) -> WriteError {
    let path = path.to_owned();
    |error| WriteError { path, error }
}

fn make_new(path: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    make_folder(path)?;
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => Ok(file.write_all(bytes)?),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            match read_regular(path, bytes.len() as u64) {
                Ok(old) if old == bytes => Ok(()),
                _ => Err(Unwritten::Exists),
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// Writes a regular file at a place without links, and makes its folder.
pub(super) fn write_at(place: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    if inputs::has(place) {
        return Err(Unwritten::OverInput);
    }
    make_folder(place)?;
    // A link that leads nowhere would make a file there.
    if fs::symlink_metadata(place).is_ok_and(|found| !found.is_file()) {
        return Err(FileError::NotRegular.into());
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(place)?;
    // It may be another one by now, which keeps its bytes.
    if !file.metadata()?.is_file() {
        return Err(FileError::NotRegular.into());
    }
    file.set_len(0)?;
    Ok(file.write_all(bytes)?)
}

pub(super) fn make_folder(path: &Path) -> Result<(), Unwritten> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| match folder.ancestors().find(|above| above.is_file()) {
        Some(file) => Unwritten::NoFolder(file.to_owned()),
        None => error.into(),
    })
}
