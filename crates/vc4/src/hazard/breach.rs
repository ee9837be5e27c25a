//! A rule that is broken at a word, and what can be done about it.

use quadrille_base::{Diagnostic, Rule, Severity, Span};

use super::program::Program;

/// A breach, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The rule.
    pub rule: &'static Rule,
    /// The severity here: a rule that is broken only on some paths may be a warning.
    pub severity: Severity,
    /// Index of the word.
    pub word: u32,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The earlier instruction that makes it one, and what it did.
    pub cause: Option<(u32, &'static str)>,
    /// The change that would remove it.
    pub remedy: Option<Remedy>,
}

/// A change of words that removes a breach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Idle instructions before a word; branches to the word go to the first of them.
    Nops {
        /// The word.
        before: u32,
        /// The number of idle instructions.
        count: u8,
    },
    /// A word and the one after it change places.
    Swap {
        /// The first of them.
        first: u32,
    },
}

impl Breach {
    /// Adds the earlier instruction.
    pub(crate) fn because(&mut self, word: u32, what: &'static str) -> &mut Breach {
        self.cause.get_or_insert((word, what));
        self
    }

    /// Adds a remedy; of two insertions the longer one stays.
    pub(crate) fn remedy(&mut self, remedy: Option<Remedy>) -> &mut Breach {
        let length = |remedy: Option<Remedy>| match remedy {
            Some(Remedy::Nops { count, .. }) => count,
            Some(Remedy::Swap { .. }) => 1,
            None => 0,
        };
        if length(remedy) > length(self.remedy) {
            self.remedy = remedy;
        }
        self
    }

    /// The diagnostic, at places of the program's text. Its fix puts something on a line before the word's own;
    /// where the line made other words too, so that `is_alone` of the word is false, a note says why there is none.
    pub(crate) fn diagnostic(&self, program: &Program, is_alone: impl Fn(u32) -> bool) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.rule, program.span(self.word), self.message.clone());
        diagnostic.severity = self.severity;
        if let Some((word, what)) = self.cause {
            diagnostic = if word == self.word {
                diagnostic.note(format!("in the next turn of a loop: {what} here"))
            } else {
                diagnostic.label(program.span(word), what)
            };
        }
        let (before, count) = match self.remedy {
            None => return diagnostic,
            Some(Remedy::Nops { before, count }) => (before, count),
            Some(Remedy::Swap { first }) => {
                diagnostic =
                    diagnostic.note("the next instruction does not depend on it and can come between");
                (first, 1)
            }
        };
        let Some(insertion) = program.insertions.get(before as usize) else {
            return diagnostic;
        };
        if !is_alone(before) {
            return diagnostic
                .note("there is no fix, as the line makes several instructions, which it would all change");
        }
        let text = insertion.text.repeat(usize::from(count));
        diagnostic.fix(title(count), Span::at(insertion.at), text)
    }
}

fn title(count: u8) -> &'static str {
    if count == 1 {
        "put another instruction between"
    } else {
        "put other instructions between"
    }
}
