//! The diagnostics of a program: a list that ends, and a count of what is beyond it.

use quadrille_base::{Diagnostic, Severity};

use crate::dialect::{HABITS, Habit};
use crate::options::{Dialect, Options};

/// The number of diagnostics of one statement that may stand beyond the limit until it is read: only then it is known
/// which of them are told.
const OF_ONE_STATEMENT: usize = 1024;

/// The number of diagnostics that are not listed.
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

/// The sink of diagnostics.
#[derive(Debug)]
pub(crate) struct Diagnostics {
    /// Those of statements that are read, and then those of the statement at hand.
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) unlisted: Unlisted,
    /// The number of diagnostics in the list that are of statements that are read.
    settled: usize,
    /// The number of those that are no errors.
    warnings: usize,
    /// The largest number of diagnostics that are listed in the end.
    most: usize,
    dialect: Dialect,
}

impl Diagnostics {
    /// None yet.
    pub(crate) fn new(options: &Options) -> Diagnostics {
        Diagnostics {
            list: Vec::new(),
            unlisted: Unlisted::default(),
            settled: 0,
            warnings: 0,
            most: options.max_diagnostics,
            dialect: options.dialect,
        }
    }

    /// Takes a diagnostic of the statement at hand.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < self.most.saturating_add(OF_ONE_STATEMENT) {
            self.list.push(diagnostic);
        } else {
            self.unlisted.add(&diagnostic);
        }
    }

    /// Whether no more are listed: what they would say need not be looked for.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    /// Whether the dialect has a habit.
    pub(crate) fn admits(&self, habit: Habit) -> bool {
        HABITS[habit as usize].dialects.contains(&self.dialect)
    }

    /// Reports a breach: as a warning where the dialect admits it, which is what it gives back.
    pub(crate) fn unless_admitted(&mut self, habit: Habit, mut diagnostic: Diagnostic) -> bool {
        let row = &HABITS[habit as usize];
        let admitted = self.admits(habit);
        if admitted {
            diagnostic.severity = Severity::Warning;
            let name = self.dialect.name();
            diagnostic.message = format!("{}; the dialect {name} admits it", diagnostic.message);
        } else {
            let names: Vec<&str> = row.dialects.iter().map(|dialect| dialect.name()).collect();
            let ending = if names.len() == 1 { "" } else { "s" };
            let admit = if names.len() == 1 { "admits" } else { "admit" };
            diagnostic = diagnostic.note(format!("the dialect{ending} {} {admit} it", names.join(", ")));
        }
        self.report(diagnostic.note(format!("for all implementations: {}", row.instead)));
        admitted
    }

    /// Ends the statement at hand: shortens the list to what is listed in the end. Warnings make room for errors, and
    /// what came later for what came earlier.
    pub(crate) fn end_statement(&mut self) {
        let over = self.list.len().saturating_sub(self.most);
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
