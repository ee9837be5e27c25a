//! The kinds of files, by their first bytes.

use crate::bytes::Bytes;
use crate::error::{FileError, Reason};
use crate::file::TextureFile;
use crate::{dds, ktx2};

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Khronos Texture 2.0.
    Ktx2,
    /// DirectDraw Surface.
    Dds,
}

impl Kind {
    /// The kind of a file by its first bytes.
    pub fn of(bytes: &[u8]) -> Option<Kind> {
        if bytes.starts_with(&ktx2::IDENTIFIER) {
            Some(Kind::Ktx2)
        } else if bytes.starts_with(&dds::MAGIC) {
            Some(Kind::Dds)
        } else {
            None
        }
    }
}

impl<'a> TextureFile<'a> {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// A file that is neither KTX2 nor DDS, ends too early, contradicts itself, or has a format or a packing that is not
    /// supported.
    pub fn open(bytes: &'a [u8]) -> Result<TextureFile<'a>, FileError> {
        match Kind::of(bytes) {
            Some(Kind::Ktx2) => ktx2::open(Bytes(bytes)),
            Some(Kind::Dds) => dds::open(Bytes(bytes)),
            None => Err(Reason::Kind.at(0)),
        }
    }
}
