//! A rule that is broken at a word, and what can be done about it.

use quadrille_base::{Diagnostic, Rule, Severity};

use super::program::Program;

/// A breach, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad it is here: a rule that is broken only on some paths may be a warning.
    pub severity: Severity,
    /// Index of the word.
    pub word: u32,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The earlier instruction that makes it one, and what it did.
    pub cause: Option<(u32, &'static str)>,
    /// What would remove it.
    pub remedy: Option<Remedy>,
}

/// A change of words that removes a breach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// Idle instructions before a word; branches to the word go to the first of them.
    Nops {
        /// The word.
        before: u32,
        /// How many.
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

    /// The diagnostic, at places of the program's text. Its fix inserts a line, where the word has a line of
    /// its own.
    pub fn diagnostic(&self, program: &Program) -> Diagnostic {
        let span = program.span(self.word);
        let mut diagnostic = Diagnostic::new(self.rule, span, self.message.clone());
        diagnostic.severity = self.severity;
        if let Some((word, what)) = self.cause {
            diagnostic = match word == self.word {
                false => diagnostic.label(program.span(word), what),
                true => diagnostic.note(format!("in the next turn of a loop: {what} here")),
            };
        }
        match self.remedy {
            Some(Remedy::Nops { before, count }) => {
                let at = program.span(before);
                let alone = program.spans.iter().filter(|other| **other == at).count() == 1;
                if alone {
                    let at = quadrille_base::Span::at(at.start);
                    diagnostic = diagnostic.fix(title(count), at, "nop\n    ".repeat(usize::from(count)));
                }
            }
            Some(Remedy::Swap { .. }) => {
                diagnostic = diagnostic.note("the next instruction does not depend on it and can come first");
            }
            None => {}
        }
        diagnostic
    }
}

fn title(count: u8) -> &'static str {
    if count == 1 {
        "put another instruction between"
    } else {
        "put other instructions between"
    }
}
