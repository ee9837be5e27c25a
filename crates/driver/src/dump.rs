//! The folder into which programs and their translations are written, for reports of what fails.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::context::LinkOutcome;

/// The folder. What cannot be written is left out: a program that draws must not end for it.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    folder: Arc<PathBuf>,
    refused: Arc<AtomicU64>,
}

impl Dump {
    /// Writes into this folder, which is made if there is none.
    pub(crate) fn new(folder: PathBuf) -> Dump {
        let _ = fs::create_dir_all(&folder);
        Dump {
            folder: Arc::new(folder),
            refused: Arc::default(),
        }
    }

    /// Writes a program that the driver did not take: with its number where it is translated, with what is wrong with it
    /// where it is not.
    pub(crate) fn loaded(&self, text: &[u8], number: Option<u64>, problem: &str) {
        match number {
            Some(number) => self.write(&format!("program-{number}.txt"), text),
            None => {
                let number = self.refused.fetch_add(1, Ordering::Relaxed);
                self.write(&format!("refused-{number}.txt"), text);
                self.write(&format!("refused-{number}.error.txt"), problem.as_bytes());
            }
        }
    }

    /// Writes the shaders that programs of these numbers became, and why the driver does not link them.
    pub(crate) fn linked(&self, numbers: &[u64], outcome: &LinkOutcome) {
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
