//! The folder of a captured frame.

use std::fs;
use std::path::PathBuf;

use crate::capture::Sink;

/// The folder. What cannot be written is left out.
#[derive(Debug)]
pub(crate) struct Captured {
    folder: PathBuf,
}

impl Captured {
    /// Writes into this folder, which is made if there is none.
    pub(crate) fn new(folder: PathBuf) -> Captured {
        let _ = fs::create_dir_all(&folder);
        Captured { folder }
    }
}

impl Sink for Captured {
    fn file(&self, name: &str, bytes: &[u8]) {
        let _ = fs::write(self.folder.join(name), bytes);
    }
}
