//! The checker: the 52 rules that QPU programs have to keep, over all paths of control flow.
//!
//! [`check`] takes a [`Program`] (of words or of an assembled text) and gives a list of [`Breach`]es: rule, word,
//! sentence, the earlier instruction that is the cause, and a remedy where there is one. Conditions are not
//! evaluated, so that a breach is one on some path; a rule that counts (queues of the TMU) says whether it is one
//! on all. What is *not* here: what can be known only with values or with other QPUs, which the emulator finds
//! ([`TABLE`] says which), and what no word can express, which the assembler explains.

mod breach;
mod effect;
mod flow;
mod graph;
mod links;
mod program;
mod remedy;
pub mod rules;
mod subject;
mod table;
mod text;

use std::collections::HashMap;

use quadrille_base::{Diagnostic, Severity, Span};

pub use breach::{Breach, Remedy};
pub use program::{Insertion, Program};
pub use remedy::apply;
pub use table::{Decision, RULES, Row, TABLE};
pub use text::{JudgedText, check_words, is_words, judge, judge_words};

use effect::Effect;
use subject::{Breaches, Subject};

/// Facts about the program that its words do not say.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Whether two threads share the QPU; if not given, whether there is a thread switch in the program.
    pub threaded: Option<bool>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Report {
    /// All breaches, by word.
    pub breaches: Vec<Breach>,
    /// Whether branches in delay slots of branches made so many paths that some were not followed.
    pub is_cut: bool,
}

impl Report {
    /// Whether no breach is an error.
    pub fn is_accepted(&self) -> bool {
        self.breaches
            .iter()
            .all(|breach| breach.severity != Severity::Error)
    }

    /// The breaches as diagnostics at places of the program's text.
    pub fn diagnostics(&self, program: &Program) -> Vec<Diagnostic> {
        let mut words: HashMap<Span, u32> = HashMap::new();
        for span in &program.spans {
            *words.entry(*span).or_default() += 1;
        }
        let is_alone = |word| words.get(&program.span(word)) == Some(&1);
        self.breaches
            .iter()
            .map(|breach| breach.diagnostic(program, is_alone))
            .collect()
    }
}

/// Checks a program. Time and memory grow with the number of words; nothing is run.
pub fn check(program: &Program, options: &Options) -> Report {
    let effects: Vec<Option<Effect>> = program.code.iter().map(|code| code.map(Effect::of)).collect();
    let subject = Subject::new(program, &effects, options.threaded);
    let mut breaches = Breaches::new();
    for check in rules::CHECKS {
        check(&subject, &mut breaches);
    }
    let mut breaches = breaches.list;
    breaches.sort_by_key(|breach| breach.word);
    Report {
        breaches,
        is_cut: subject.graph.is_cut,
    }
}
