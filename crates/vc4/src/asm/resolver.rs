//! The resolution of the names of included texts, which is up to the caller.

use quadrille_base::FileError;

/// Gives the texts that a program includes. The assembler itself opens no file.
pub trait Resolver {
    /// The text of `name`; `is_system` where it stood between `<` and `>`.
    ///
    /// # Errors
    ///
    /// There is none, or it is not granted or cannot be read.
    fn resolve(&mut self, name: &str, is_system: bool) -> Result<String, FileError>;
}

/// A resolver that knows only what is built in.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoIncludes;

impl Resolver for NoIncludes {
    fn resolve(&mut self, _name: &str, _is_system: bool) -> Result<String, FileError> {
        Err(FileError::Missing)
    }
}
