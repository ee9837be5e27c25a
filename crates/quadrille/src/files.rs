//! Where files come from that scenes and meshes name.

/// Where files come from: the library opens none itself.
pub trait Files {
    /// The bytes of a file; the path is as the scene or mesh writes it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in a sentence.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// No files at all: what names one gets an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no files can be read here".to_owned())
    }
}
