//! Errors of commands about buffers.

use quadrille_base::FileError;
use quadrille_memory::{AddressSpace, ResidencyError, TooLarge};
use quadrille_scene::NumberType;

use crate::canvas::PartError;
use crate::npy::NpyError;

/// A command about buffers that cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub(in crate::scene) enum BufferError {
    #[error("there is no buffer `{0}`")]
    Name(String),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error("the write goes outside the buffer")]
    Write,
    #[error("the probe goes outside the buffer")]
    Probe,
    #[error("{path}: {error}")]
    File {
        path: String,
        #[source]
        error: BufferFileError,
    },
    #[error("nothing is bound to the image unit")]
    NoImage,
    #[error("the buffer has address {0:#x} already")]
    HasAddress(u64),
    #[error(
        "address {address:#x} is 0, not a multiple of {}, or taken",
        AddressSpace::ALIGNMENT
    )]
    Address { address: u64 },
    #[error(transparent)]
    Part(#[from] PartError),
    #[error(transparent)]
    Residency(#[from] ResidencyError),
    #[error("there is no format `{0}`")]
    Format(String),
}

/// A file that is not put into a buffer.
#[derive(Debug, thiserror::Error)]
pub(in crate::scene) enum BufferFileError {
    #[error(transparent)]
    Read(#[from] FileError),
    #[error(transparent)]
    Npy(#[from] NpyError),
    #[error("not every word is a number of the type {}", .0.name())]
    Numbers(NumberType),
}
