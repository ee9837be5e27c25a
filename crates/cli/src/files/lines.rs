//! A file of lines that one run adds to, line by line.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::WriteError;
use super::write::{Unwritten, make_folder, named};

/// A file that is added to.
pub(crate) struct Lines {
    path: PathBuf,
    file: Mutex<File>,
}

impl Lines {
    /// Opens a file, which is made if there is none, and what stands in it.
    ///
    /// # Errors
    ///
    /// It cannot be read or written, or another run adds to it.
    pub(crate) fn open(path: &Path) -> Result<(Lines, String), WriteError> {
        let open = || -> Result<(File, String), Unwritten> {
            make_folder(path)?;
            let mut options = OpenOptions::new();
            let mut file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Unwritten::InUse),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok((file, String::from_utf8_lossy(&bytes).into_owned()))
        };
        let (file, text) = open().map_err(named(path))?;
        let lines = Lines {
            path: path.to_owned(),
            file: Mutex::new(file),
        };
        Ok((lines, text))
    }

    /// Adds a line. It is there as a whole before anything else is done, as far as the system keeps what it takes.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn add(&self, line: &str) -> Result<(), WriteError> {
        self.with(|file| file.write_all(format!("{line}\n").as_bytes()))
    }

    /// Takes away what stands behind so many bytes.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn cut(&self, bytes: u64) -> Result<(), WriteError> {
        self.with(|file| {
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0)).map(drop)
        })
    }

    fn with(&self, change: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut file)
            .map_err(Unwritten::from)
            .map_err(named(&self.path))
    }
}
