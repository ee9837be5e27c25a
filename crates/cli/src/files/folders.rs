//! The folders below which files may lie that no command line names.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use quadrille::FileError;

use super::named::read_regular;
use super::{MOST_BYTES, most};

/// The longest path that is looked for; systems have no longer ones.
const LONGEST: usize = 4096;

/// A folder that is to be granted, and that cannot be found.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub(crate) struct FolderError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

/// Folders that are granted with all that lies in them but what is hidden.
pub(crate) struct Folders {
    /// Without links.
    roots: Vec<PathBuf>,
    /// A description of them, in words.
    name: &'static str,
}

impl Folders {
    /// Grants these folders; a path without folders means the one where the command runs.
    ///
    /// # Errors
    ///
    /// One of them is not there.
    pub(crate) fn new<'p>(
        name: &'static str,
        paths: impl IntoIterator<Item = &'p Path>,
    ) -> Result<Folders, FolderError> {
        let real = |path: &Path| {
            fs::canonicalize(or_here(path)).map_err(|error| FolderError {
                path: path.to_owned(),
                error,
            })
        };
        Ok(Folders {
            roots: paths.into_iter().map(real).collect::<Result<_, _>>()?,
            name,
        })
    }

    /// The bytes of a regular file below the folders, at most `asked`.
    pub(crate) fn read(&self, path: &Path, asked: u64) -> Result<Vec<u8>, FileError> {
        read_regular(&self.place(path)?, most(MOST_BYTES).min(asked))
    }

    /// The target of a path without links, and without folders above it: below the folders, or nowhere. The file itself
    /// need not be there.
    pub(super) fn place(&self, path: &Path) -> Result<PathBuf, FileError> {
        if path.as_os_str().len() > LONGEST {
            return Err(FileError::Failed(io::ErrorKind::InvalidFilename));
        }
        let place = real(path)?;
        let below: Vec<&Path> = self
            .roots
            .iter()
            .filter_map(|root| place.strip_prefix(root).ok())
            .collect();
        if below.is_empty() {
            return Err(FileError::Outside(self.name));
        }
        if below.iter().all(|path| is_hidden(path)) {
            return Err(FileError::Hidden);
        }
        Ok(place)
    }
}

/// The path without links as far as it is there. What lies outside shall not be told from what is not there at all.
fn real(path: &Path) -> io::Result<PathBuf> {
    let mut missing = Vec::new();
    let mut there = path;
    loop {
        let error = match fs::canonicalize(or_here(there)) {
            Ok(mut place) => {
                place.extend(missing.iter().rev());
                return Ok(place);
            }
            Err(error) => error,
        };
        // What ends in `..` has no name.
        let (Some(parent), Some(name)) = (there.parent(), there.file_name()) else {
            return Err(error);
        };
        missing.push(name);
        there = parent;
    }
}

fn or_here(path: &Path) -> &Path {
    match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    }
}

fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => false,
    })
}
