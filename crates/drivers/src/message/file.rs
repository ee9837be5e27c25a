//! Why a file cannot be read, in words that travel.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};

use quadrille_base::FileError;
use serde::{Deserialize, Serialize};

/// [`FileError`] with the number of a row in place of what only the system's library can name.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) enum NoFile {
    NotGranted,
    Outside(String),
    Hidden,
    Missing,
    NotRegular,
    TooLarge(u64),
    NotText,
    /// The row in [`KINDS`]; none is another.
    Failed(Option<usize>),
}

/// The kinds of errors that reading a file can have.
const KINDS: [ErrorKind; 13] = [
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::Interrupted,
    ErrorKind::InvalidInput,
    ErrorKind::InvalidData,
    ErrorKind::TimedOut,
    ErrorKind::UnexpectedEof,
    ErrorKind::OutOfMemory,
    ErrorKind::NotADirectory,
    ErrorKind::IsADirectory,
    ErrorKind::InvalidFilename,
    ErrorKind::Unsupported,
    ErrorKind::StaleNetworkFileHandle,
];

impl From<FileError> for NoFile {
    fn from(error: FileError) -> NoFile {
        match error {
            FileError::NotGranted => NoFile::NotGranted,
            FileError::Outside(folders) => NoFile::Outside(folders.to_owned()),
            FileError::Hidden => NoFile::Hidden,
            FileError::Missing => NoFile::Missing,
            FileError::NotRegular => NoFile::NotRegular,
            FileError::TooLarge(most) => NoFile::TooLarge(most),
            FileError::NotText => NoFile::NotText,
            FileError::Failed(kind) => NoFile::Failed(KINDS.iter().position(|known| *known == kind)),
        }
    }
}

impl From<NoFile> for FileError {
    fn from(error: NoFile) -> FileError {
        match error {
            NoFile::NotGranted => FileError::NotGranted,
            NoFile::Outside(folders) => FileError::Outside(kept(&folders)),
            NoFile::Hidden => FileError::Hidden,
            NoFile::Missing => FileError::Missing,
            NoFile::NotRegular => FileError::NotRegular,
            NoFile::TooLarge(most) => FileError::TooLarge(most),
            NoFile::NotText => FileError::NotText,
            NoFile::Failed(row) => {
                let kind = row.and_then(|row| KINDS.get(row));
                FileError::Failed(kind.copied().unwrap_or(ErrorKind::Other))
            }
        }
    }
}

/// A text for as long as the process runs. The few that there are stand in the executable of the other side.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.get(text) {
        Some(text) => text,
        None => {
            let text: &'static str = Box::leak(text.into());
            kept.insert(text);
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_comes_back_as_it_went() {
        for error in [
            FileError::NotGranted,
            FileError::Outside("the scene's folder"),
            FileError::Hidden,
            FileError::Missing,
            FileError::NotRegular,
            FileError::TooLarge(5 << 20),
            FileError::NotText,
            FileError::Failed(ErrorKind::PermissionDenied),
        ] {
            let bytes = postcard::to_stdvec(&NoFile::from(error)).expect("it is written");
            let back: NoFile = postcard::from_bytes(&bytes).expect("it is read");
            assert_eq!(FileError::from(back), error);
        }
    }
}
