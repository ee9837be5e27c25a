//! Errors of commands about frames of the VideoCore IV.

use std::path::PathBuf;

use quadrille_vc4::list::dump::DumpError;
use quadrille_vc4::machine::ImageError;

/// An error in the request of a command about frames.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Vc4Error {
    /// Bytes do not fit into the chip's memory.
    #[error("{name}: {error}")]
    Image {
        name: String,
        #[source]
        error: ImageError,
    },
    /// A dump of a driver does not read.
    #[error("{}: {error}", path.display())]
    Dump {
        path: PathBuf,
        #[source]
        error: DumpError,
    },
    #[error("`{0}` is no address and no symbol")]
    Address(String),
    #[error("say where the lists begin: --bin ADDRESS, --render ADDRESS or --list ADDRESS")]
    NoStart,
    #[error("there is no memory: name a file, or load one with --load FILE@ADDRESS")]
    NoMemory,
    /// The bytes of a text lie too far apart for one file.
    #[error("{}: the bytes span {bytes} bytes, more than {most}; --origin says where the file begins", path.display())]
    Span { path: PathBuf, bytes: u64, most: u64 },
    #[error("the lists set up no frame, so there is no picture to write")]
    NoFrame,
    #[error(transparent)]
    Large(#[from] quadrille_vc4::frame::FrameTooLarge),
    #[error("--threads is 1 to 64")]
    Threads,
    #[error("a name stands for two addresses: {0}")]
    Twice(String),
    /// A texture that is not made or read.
    #[error(transparent)]
    Tile(#[from] super::tile::TileError),
}
