//! The source of the files that scenes and meshes name.

pub use quadrille_base::FileError;

/// The source of files: the library opens none itself, and reads none that this does not grant.
///
/// ```
/// use quadrille::{FileError, Files};
///
/// /// One file, in memory.
/// struct Only(&'static str, &'static [u8]);
///
/// impl Files for Only {
///     fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
///         match path == self.0 && self.1.len() as u64 <= most {
///             true => Ok(self.1.to_vec()),
///             false => Err(FileError::NotGranted),
///         }
///     }
/// }
///
/// assert!(Only("a.obj", b"v 0 0 0\n").read("../a.obj", 1 << 20).is_err());
/// ```
pub trait Files {
    /// The bytes of a file; the path is as the scene or mesh writes it, and nobody has checked it: it may be absolute,
    /// and lead out of every folder.
    ///
    /// # Errors
    ///
    /// The file is not granted, cannot be read, or has more than `most` bytes.
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError>;
}

/// The most bytes that the library asks for in one file: 1 GiB. Who gives it files may give less.
#[cfg(any(feature = "mesh", feature = "png"))]
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// No files at all: what names one gets an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Err(FileError::NotGranted)
    }
}
