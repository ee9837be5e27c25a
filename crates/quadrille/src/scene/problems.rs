//! The diagnostics of a scene: a list of limited length, and the number of those beyond it.

use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_check::Unlisted;
use quadrille_check::rules::unlisted_problems::{self, UNLISTED_PROBLEMS};

/// Problems of all programs and commands of a scene, of which so many are listed.
pub(super) struct Problems {
    list: Vec<Diagnostic>,
    most: usize,
    unlisted: Unlisted,
}

impl Problems {
    /// An empty list that takes `most` problems.
    pub(super) fn new(most: usize) -> Problems {
        Problems {
            list: Vec::new(),
            most,
            unlisted: Unlisted::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.unlisted == Unlisted::default()
    }

    pub(super) fn push(&mut self, found: Diagnostic) {
        if self.list.len() < self.most {
            self.list.push(found);
        } else if found.severity == Severity::Error {
            self.unlisted.errors += 1;
        } else {
            self.unlisted.warnings += 1;
        }
    }

    pub(super) fn extend(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        found.into_iter().for_each(|found| self.push(found));
    }

    /// Adds what was found in a program that stands at `at`, with the number of what is not listed there.
    pub(super) fn program(&mut self, found: &[Diagnostic], unlisted: Unlisted, at: Span) {
        let found = found.iter().filter(|found| *found.rule != UNLISTED_PROBLEMS);
        self.extend(found.map(|found| found.clone().moved(at.start)));
        self.unlisted.errors += unlisted.errors;
        self.unlisted.warnings += unlisted.warnings;
    }

    /// The list; behind a text of so many bytes stands how many more there are.
    pub(super) fn into_list(mut self, length: usize) -> Vec<Diagnostic> {
        if self.unlisted.total() > 0 {
            self.list.push(unlisted_problems::at(length, self.unlisted));
        }
        self.list
    }
}
