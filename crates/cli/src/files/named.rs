//! Reading what the command line names.
//!
//! Programs may come from anything that can be read to its end, such as the pipe of a shell's `<(…)`; data are regular
//! files. `-` is standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use quadrille::FileError;

use super::{MOST_BYTES, inputs, most};

/// A file that the command line names, and that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub(crate) struct ReadError {
    path: PathBuf,
    #[source]
    error: FileError,
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, ReadError> {
    read_bytes(path).map(text)
}

/// Bytes as text. Each byte that is not UTF-8 becomes the control character SUBSTITUTE: the checker can point at it, and
/// positions in bytes stay what they are in the file.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let chunks = error.as_bytes().utf8_chunks();
        chunks
            .flat_map(|chunk| [chunk.valid().to_owned(), "\u{1a}".repeat(chunk.invalid().len())])
            .collect()
    })
}

/// The bytes of a program.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    read_up_to(path, MOST_BYTES)
}

/// The bytes of anything that ends; of a file with more than `own` bytes only if the command line says so.
pub(crate) fn read_up_to(path: &Path, own: u64) -> Result<Vec<u8>, ReadError> {
    let read = || {
        if path == Path::new("-") {
            return all(io::stdin(), most(own));
        }
        inputs::note(path);
        all(File::open(path)?, most(own))
    };
    read().map_err(named(path))
}

/// The bytes of a regular file with data.
pub(crate) fn read_data(path: &Path) -> Result<Vec<u8>, ReadError> {
    let read = match path == Path::new("-") {
        true => all(io::stdin(), most(MOST_BYTES)),
        false => read_regular(path, most(MOST_BYTES)),
    };
    read.map_err(named(path))
}

/// The error of a file with its path.
fn named(path: &Path) -> impl FnOnce(FileError) -> ReadError {
    let path = path.to_owned();
    |error| ReadError { path, error }
}

/// The bytes of a regular file. Pipes and devices are not opened, since that alone may wait for ever.
pub(super) fn read_regular(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    if !fs::metadata(path)?.is_file() {
        return Err(FileError::NotRegular);
    }
    let file = File::open(path)?;
    // It may be another one by now.
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(FileError::NotRegular);
    }
    if found.len() > most {
        return Err(FileError::TooLarge(most));
    }
    inputs::note(path);
    all(file, most)
}

/// All bytes of what has at most so many.
fn all(source: impl Read, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(FileError::TooLarge(most));
    }
    Ok(bytes)
}

/// Whether a path to be written to means a folder: one that is there, or one whose name ends so.
pub(crate) fn is_folder(path: &Path) -> bool {
    let ends_so = path.to_string_lossy().ends_with(std::path::is_separator);
    ends_so || path.is_dir()
}

/// Whether there is anything of this name.
pub(crate) fn is_there(path: &Path) -> bool {
    path.exists()
}

/// The bytes of this program's own file, where the system knows it.
pub(crate) fn own_bytes() -> Option<Vec<u8>> {
    fs::read(std::env::current_exe().ok()?).ok()
}
