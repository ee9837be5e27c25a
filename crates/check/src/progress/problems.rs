//! What is wrong with the program: a list that ends, and a count of what is beyond it.

use quadrille_base::{Diagnostic, Severity};

/// How many problems of one statement may stand beyond the limit until it is read: only then it is known which of them
/// are told.
const OF_ONE_STATEMENT: usize = 1024;

/// How many problems are not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unlisted {
    /// Errors.
    pub errors: usize,
    /// Warnings and notes.
    pub warnings: usize,
}

impl Unlisted {
    /// Both together.
    pub fn total(self) -> usize {
        self.errors + self.warnings
    }

    fn add(&mut self, diagnostic: &Diagnostic) {
        if is_error(diagnostic) {
            self.errors += 1;
        } else {
            self.warnings += 1;
        }
    }
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// The problems.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// Those of statements that are read, and then those of the statement at hand.
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) unlisted: Unlisted,
    /// How many of the list are of statements that are read.
    settled: usize,
    /// How many of those are no errors.
    warnings: usize,
}

impl Problems {
    /// Takes a problem of the statement at hand; `most` are listed in the end.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic, most: usize) {
        if self.list.len() < most.saturating_add(OF_ONE_STATEMENT) {
            self.list.push(diagnostic);
        } else {
            self.unlisted.add(&diagnostic);
        }
    }

    /// Ends the statement at hand: shortens the list to `most`. Warnings make room for errors, and what came later for
    /// what came earlier.
    pub(crate) fn settle(&mut self, most: usize) {
        let over = self.list.len().saturating_sub(most);
        let count = |list: &[Diagnostic]| list.iter().filter(|one| !is_error(one)).count();
        let new = count(&self.list[self.settled..]);
        // Older warnings are looked for only where there are some to give way, so that each is passed over once a
        // time that one is removed.
        let from = if over > new && self.warnings > 0 {
            0
        } else {
            self.settled
        };
        if over > 0 {
            let tail = self.list.split_off(from);
            let mut warnings = count(&tail).min(over);
            let mut errors = over - warnings;
            let mut kept = Vec::with_capacity(tail.len());
            for diagnostic in tail.into_iter().rev() {
                let left = if is_error(&diagnostic) {
                    &mut errors
                } else {
                    &mut warnings
                };
                if *left > 0 {
                    *left -= 1;
                    self.unlisted.add(&diagnostic);
                } else {
                    kept.push(diagnostic);
                }
            }
            self.list.extend(kept.into_iter().rev());
        }
        self.warnings = count(&self.list[from..]) + if from == 0 { 0 } else { self.warnings };
        self.settled = self.list.len();
    }
}
