//! One check, at one piece of its program: what every part of it does, which is to look at the tree and at what is
//! known, and to report.

use std::ops::{Deref, DerefMut};

use quadrille_base::{Diagnostic, Severity, Span};
use quadrille_isa::gl::binding::candidates;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{ProgramOption, register};
use quadrille_syntax::tree::{Statement, Tree};

use crate::dialect::{HABITS, Habit};
use crate::progress::Progress;

/// One check, at one piece of its program.
pub(crate) struct Checker<'t, 's> {
    /// The piece.
    pub(crate) tree: &'t Tree<'s>,
    pub(crate) progress: &'t mut Progress<'s>,
}

impl<'s> Deref for Checker<'_, 's> {
    type Target = Progress<'s>;

    fn deref(&self) -> &Progress<'s> {
        self.progress
    }
}

impl<'s> DerefMut for Checker<'_, 's> {
    fn deref_mut(&mut self) -> &mut Progress<'s> {
        self.progress
    }
}

impl<'s> Checker<'_, 's> {
    /// Takes a problem.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let most = self.options.max_diagnostics;
        self.problems.push(diagnostic, most);
    }

    /// Whether no more problems are listed: what they would say need not be looked for.
    pub(crate) fn is_full(&self) -> bool {
        self.problems.list.len() >= self.options.max_diagnostics
    }

    /// Whether the dialect has a habit.
    pub(crate) fn admits(&self, habit: Habit) -> bool {
        HABITS[habit as usize].dialects.contains(&self.options.dialect)
    }

    /// Reports a breach: as a warning where the dialect admits it, which is what it gives back.
    pub(crate) fn unless_admitted(&mut self, habit: Habit, mut diagnostic: Diagnostic) -> bool {
        let row = &HABITS[habit as usize];
        let admitted = self.admits(habit);
        if admitted {
            diagnostic.severity = Severity::Warning;
            let name = self.options.dialect.name();
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

    /// Works out again what depends on the features alone.
    pub(crate) fn note_features(&mut self) {
        self.openers = match self.profile.variables {
            Variables::Declared => candidates(&[], 0, &self.features, &self.options.limits),
            Variables::Registers => register::letters(self.features.languages).collect(),
        };
    }

    /// Whether an option is in force.
    pub(crate) fn has(&self, option: ProgramOption) -> bool {
        self.features.options.contains(option)
    }

    /// Where a statement stands, without its semicolon.
    pub(crate) fn bare(&self, statement: &Statement<'s>) -> Span {
        let span = statement.span;
        let text = &self.text[span.range()];
        let bare = text.strip_suffix(';').unwrap_or(text).trim_end();
        Span::new(span.start, span.start + bare.len() as u32)
    }
}
