//! The files of a scene, whose bytes count as work, and as memory of who reads them.

use std::sync::OnceLock;

use quadrille_base::{Meter, Spent};

use super::{FileError, Files};

/// Bytes that are taken while one is read, as by a mesh of a file.
const MEMORY: u64 = 6;

/// Files that count what is read of them.
pub struct CountedFiles<'a> {
    files: &'a dyn Files,
    meter: Meter,
    spent: OnceLock<Spent>,
}

impl<'a> CountedFiles<'a> {
    /// Files of a scene that has this meter.
    pub fn new(files: &'a dyn Files, meter: Meter) -> CountedFiles<'a> {
        CountedFiles {
            files,
            meter,
            spent: OnceLock::new(),
        }
    }

    /// Whether what was read is within the budget.
    ///
    /// # Errors
    ///
    /// It is not, and so it stays.
    pub fn check(&self) -> Result<(), Spent> {
        self.spent.get().map_or(Ok(()), |spent| Err(*spent))
    }

    fn count(&self, bytes: u64) -> Result<(), Spent> {
        self.meter.room(bytes.saturating_mul(MEMORY))?;
        self.meter.work(bytes)
    }
}

impl Files for CountedFiles<'_> {
    /// A file that is too large for what is left gives [`FileError::TooLarge`], and [`CountedFiles::check`] knows why.
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let left = self.meter.memory_left() / MEMORY;
        let read = self.files.read(path, most.min(left));
        let counted = match &read {
            Ok(bytes) => self.count(bytes.len() as u64),
            // Otherwise who gives the files has a limit of their own.
            Err(FileError::TooLarge(limit)) if left < most && *limit == left => self.count(left + 1),
            Err(_) => Ok(()),
        };
        match counted {
            Ok(()) => read,
            Err(spent) => {
                self.spent.get_or_init(|| spent);
                Err(FileError::TooLarge(left))
            }
        }
    }
}
