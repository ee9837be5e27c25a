//! Why a file cannot be read. The libraries open none: they ask their caller, who answers with bytes or with this.

use std::io;

/// Why a file that a scene, a mesh or a program names cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// The caller grants no files at all.
    #[error("no files can be read here")]
    NotGranted,
    /// It lies outside the folders that were granted, which are named.
    #[error("it lies outside {0}")]
    Outside(&'static str),
    /// A name below the folder that was granted begins with a point: settings and keys lie in such files.
    #[error("it is hidden: a name in its path begins with a point")]
    Hidden,
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It is a folder, a device, a pipe or a socket.
    #[error("it is not a regular file")]
    NotRegular,
    /// It has more bytes than are read.
    #[error("more than {}, which is the most that is read", size(*.0))]
    TooLarge(u64),
    /// A text has bytes that are not UTF-8.
    #[error("it is not a text in UTF-8")]
    NotText,
    /// The system does not give it.
    #[error("{0}")]
    Failed(io::ErrorKind),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::NotFound => FileError::Missing,
            kind => FileError::Failed(kind),
        }
    }
}

/// A number of bytes as people write it.
fn size(bytes: u64) -> String {
    match bytes {
        0 => "0 bytes".to_owned(),
        bytes if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        bytes => format!("{bytes} bytes"),
    }
}
