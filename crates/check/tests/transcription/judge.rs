//! Programs and what must become of them, counted.

use quadrille_check::{Options, check};
use std::collections::BTreeMap;

/// What was asked, and every answer that was not the expected one.
#[derive(Default)]
pub(crate) struct Judge {
    options: Options,
    accepted: usize,
    rejected: usize,
    /// Under what is in doubt, the programs.
    wrong: BTreeMap<String, Vec<String>>,
}

impl Judge {
    /// `program` must load.
    pub(crate) fn takes(&mut self, doubt: &str, program: &str) {
        self.accepted += 1;
        let verdict = check(program, &self.options);
        if !verdict.accepted() {
            let messages: Vec<&str> = verdict.diagnostics.iter().map(|d| d.message.as_str()).collect();
            let answer = format!("must load:\n{program}\n{messages:?}");
            self.wrong.entry(doubt.to_owned()).or_default().push(answer);
        }
    }

    /// `program` must not load.
    pub(crate) fn refuses(&mut self, doubt: &str, program: &str) {
        self.rejected += 1;
        if check(program, &self.options).accepted() {
            let answer = format!("must not load:\n{program}");
            self.wrong.entry(doubt.to_owned()).or_default().push(answer);
        }
    }

    /// Both in one: `legal` says which.
    pub(crate) fn expects(&mut self, legal: bool, doubt: &str, program: &str) {
        if legal {
            self.takes(doubt, program);
        } else {
            self.refuses(doubt, program);
        }
    }

    /// Prints the count; fails if any answer was wrong or the count is below `least`.
    pub(crate) fn finish(self, what: &str, least: usize) {
        let (accepted, rejected) = (self.accepted, self.rejected);
        println!("{what}: {accepted} uses accepted, {rejected} rejected");
        let mut report = String::new();
        for (doubt, programs) in &self.wrong {
            report += &format!(
                "== {doubt}: {} wrong, for example it {}\n",
                programs.len(),
                programs[0]
            );
        }
        assert!(self.wrong.is_empty(), "{} doubts\n{report}", self.wrong.len());
        assert!(accepted + rejected >= least, "{what}: {accepted} and {rejected}");
    }
}
