//! What becomes of programs, for those who want to know: a folder with their texts, and a journal. The only module that
//! opens files, and only those that the environment names.

mod cache;
mod captured;
mod dump;

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::sync::Arc;

use quadrille_journal::{Event, Journal, Outcome};

use crate::context::LinkOutcome;
pub(crate) use cache::{Binary, Cache};
pub(crate) use captured::Captured;
use dump::Dump;

/// Where programs are written, and what became of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    dump: Option<Dump>,
    journal: Option<Arc<Journal<File>>>,
    /// Where linked programs are kept.
    pub(crate) cache: Option<Cache>,
}

impl Record {
    /// Into a folder, which is made if there is none, and behind a file that is there. What cannot be opened is left out: a
    /// program that draws must not end for it.
    pub(crate) fn new(dump: Option<PathBuf>, journal: Option<PathBuf>, cache: Option<Cache>) -> Record {
        let opened = journal.and_then(|path| OpenOptions::new().append(true).open(path).ok());
        Record {
            dump: dump.map(Dump::new),
            journal: opened.map(|file| Arc::new(Journal::new(file))),
            cache,
        }
    }

    /// Whether anybody wants to know.
    pub(crate) fn is_kept(&self) -> bool {
        self.dump.is_some() || self.journal.is_some()
    }

    /// A context became current for the first time.
    pub(crate) fn context(&self, renderer: String, version: String, translates: bool) {
        self.note(Event::Context {
            renderer,
            version,
            translates,
        });
    }

    /// The driver took a program.
    pub(crate) fn native(&self, text: &[u8]) {
        if self.journal.is_some() {
            self.note(Event::load(text, Outcome::Native));
        }
    }

    /// A program is drawn with by its translation.
    pub(crate) fn translated(&self, text: &[u8], number: u64) {
        if let Some(dump) = &self.dump {
            dump.translated(text, number);
        }
        self.note(Event::load(text, Outcome::Translated));
    }

    /// A program is not taken.
    pub(crate) fn refused(&self, text: &[u8], problem: &str) {
        if let Some(dump) = &self.dump {
            dump.refused(text, problem);
        }
        self.note(Event::load(text, Outcome::Refused(problem.to_owned())));
    }

    /// Translations were linked, or not.
    pub(crate) fn linked(&self, numbers: &[u64], outcome: &LinkOutcome) {
        if let Some(dump) = &self.dump {
            dump.linked(numbers, outcome);
        }
        if let Some(problem) = &outcome.problem {
            self.note(Event::unlinked(problem.clone()));
        }
    }

    /// A draw was captured.
    pub(crate) fn captured(&self, draw: u32) {
        self.note(Event::Captured { draw });
    }

    fn note(&self, event: Event) {
        if let Some(journal) = &self.journal {
            journal.write(event);
        }
    }
}
