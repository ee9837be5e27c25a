//! The folder into which programs and their translations are written, for reports of what fails.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::LinkOutcome;

/// The folder. What cannot be written is left out: a program that draws must not end for it.
#[derive(Clone, Debug)]
pub(super) struct Dump {
    folder: Arc<PathBuf>,
    refused: Arc<AtomicU64>,
}

impl Dump {
    /// Writes into this folder, which is made if there is none.
    pub(super) fn new(folder: PathBuf) -> Dump {
        let _ = fs::create_dir_all(&folder);
        Dump {
            folder: Arc::new(folder),
            refused: Arc::default(),
        }
    }

    /// Writes a program that is translated, with its number.
    pub(super) fn translated(&self, text: &[u8], number: u64) {
        self.write(&format!("program-{number}.txt"), text);
    }

    /// Writes a program that is not, and what is wrong with it.
    pub(super) fn refused(&self, text: &[u8], problem: &str) {
        let number = self.refused.fetch_add(1, Ordering::Relaxed);
        self.write(&format!("refused-{number}.txt"), text);
        self.write(&format!("refused-{number}.error.txt"), problem.as_bytes());
    }

    /// Writes the shaders that programs of these numbers became, and why the driver does not link them.
    pub(super) fn linked(&self, numbers: &[u64], outcome: &LinkOutcome) {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let name = format!("linked-{}", numbers.join("-"));
        for (extension, text) in &outcome.texts {
            self.write(&format!("{name}.{extension}"), text.as_bytes());
        }
        if let Some(problem) = &outcome.problem {
            self.write(&format!("{name}.error.txt"), problem.as_bytes());
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let _ = fs::write(self.folder.join(name), bytes);
    }
}
