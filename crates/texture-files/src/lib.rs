//! Textures from KTX2 and DDS files, and from blocks of compressed formats.
//!
//! [`TextureFile::open`] looks at a file's header and decides what it is; nothing is decoded and hardly any memory taken
//! until [`TextureFile::texture`]. The first row of an image in the file is row 0 of the texture, as loaders of OpenGL have
//! it, whatever the file says about orientation.
//!
//! Nothing here opens files, and nothing is written.

pub mod blocks;
mod bytes;
mod dds;
mod error;
mod file;
mod kind;
mod ktx2;
mod order;

pub use error::{FileError, Reason};
pub use file::TextureFile;
pub use kind::Kind;
