//! The folder into which programs and their translations are written, for reports of what fails.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::context::LinkOutcome;

/// The folder. What cannot be written is left out: a program that draws must not end for it.
#[derive(Clone, Debug)]
pub(super) struct Dump {
    folder: Arc<PathBuf>,
    written: Arc<Mutex<Written>>,
}

/// The texts that are in the folder, each once, however often it is loaded.
#[derive(Debug, Default)]
struct Written {
    /// Texts that are translated, each with the number of the first program that has it.
    translated: HashMap<Vec<u8>, u64>,
    /// Programs with a text of an earlier one, and the number of that.
    again: HashMap<u64, u64>,
    /// Texts that are refused, each with its problem.
    refused: HashSet<(Vec<u8>, String)>,
}

impl Dump {
    /// Writes into this folder, which is made if there is none.
    pub(super) fn new(folder: PathBuf) -> Dump {
        let _ = fs::create_dir_all(&folder);
        Dump {
            folder: Arc::new(folder),
            written: Arc::default(),
        }
    }

    /// Writes the text of a program that is translated, with the number of the first program that has it.
    pub(super) fn translated(&self, text: &[u8], number: u64) {
        let mut written = self.written();
        match written.translated.get(text).copied() {
            Some(first) => {
                written.again.insert(number, first);
            }
            None => {
                written.translated.insert(text.to_vec(), number);
                self.write(&format!("program-{number}.txt"), text);
            }
        }
    }

    /// Writes the text of a program that is not, and what is wrong with it.
    pub(super) fn refused(&self, text: &[u8], problem: &str) {
        let mut written = self.written();
        let number = written.refused.len();
        if written.refused.insert((text.to_vec(), problem.to_owned())) {
            self.write(&format!("refused-{number}.txt"), text);
            self.write(&format!("refused-{number}.error.txt"), problem.as_bytes());
        }
    }

    /// Writes the shaders that programs of these numbers became, and why the driver does not link them.
    pub(super) fn linked(&self, numbers: &[u64], outcome: &LinkOutcome) {
        let written = self.written();
        let numbers = numbers
            .iter()
            .map(|number| written.again.get(number).unwrap_or(number).to_string());
        let name = format!("linked-{}", numbers.collect::<Vec<String>>().join("-"));
        for (extension, text) in &outcome.texts {
            self.write(&format!("{name}.{extension}"), text.as_bytes());
        }
        if let Some(problem) = &outcome.problem {
            self.write(&format!("{name}.error.txt"), problem.as_bytes());
        }
    }

    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let _ = fs::write(self.folder.join(name), bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: docs/driver.md, "When it fails": the names of the files
    #[test]
    fn a_text_is_written_once() {
        let folder = std::env::temp_dir().join(format!("quadrille-dump-{}", std::process::id()));
        let dump = Dump::new(folder.clone());
        for number in 0..3 {
            dump.translated(b"one", number);
            dump.refused(b"wrong", "line 1: no");
        }
        dump.translated(b"two", 3);
        let outcome = LinkOutcome {
            texts: vec![("vert", "void main() {}".to_owned())],
            problem: None,
        };
        dump.linked(&[2, 3], &outcome);
        let files = fs::read_dir(&folder).expect("the folder is made");
        let mut names: Vec<String> = files
            .map(|file| {
                file.expect("it is there")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        fs::remove_dir_all(&folder).expect("it is ours");
        let expected = [
            "linked-0-3.vert",
            "program-0.txt",
            "program-3.txt",
            "refused-0.error.txt",
            "refused-0.txt",
        ];
        assert_eq!(names, expected);
    }
}
