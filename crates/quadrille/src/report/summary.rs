//! The summary of a report: how many cases became what, and why they failed.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use super::{Case, Outcome, Subject};

/// How many cases became what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// What the report is on.
    pub subject: Subject,
    /// The number of files.
    pub files: usize,
    /// The number of cases that were read.
    pub cases: usize,
    /// The number of those that passed, those with differences among them.
    pub passed: usize,
    /// The number of those that passed and may mean something else.
    pub differs: usize,
    /// The number of those that failed.
    pub failed: usize,
    /// The number of those that were not tried.
    pub skipped: usize,
    /// The number of files that could not be read.
    pub unread: usize,
    /// Why cases failed, and how many did for it: the most frequent first, then by name.
    pub reasons: Vec<(String, usize)>,
}

impl Summary {
    pub(super) fn of(subject: &Subject, cases: &[Case]) -> Summary {
        let number = |outcome| cases.iter().filter(|case| case.outcome == outcome).count();
        let whole = |case: &Case| case.within.clone().unwrap_or_else(|| case.file.clone());
        let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
        let failed = cases.iter().filter(|case| case.outcome == Outcome::Failed);
        for reason in failed.filter_map(|case| case.reason.as_deref()) {
            *counted.entry(reason).or_default() += 1;
        }
        let mut reasons: Vec<(String, usize)> = counted
            .into_iter()
            .map(|(reason, count)| (reason.to_owned(), count))
            .collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Summary {
            subject: subject.clone(),
            files: cases.chunk_by(|a, b| whole(a) == whole(b)).count(),
            cases: cases.len() - number(Outcome::Unread),
            passed: number(Outcome::Passed) + number(Outcome::Differs),
            differs: number(Outcome::Differs),
            failed: number(Outcome::Failed),
            skipped: number(Outcome::Skipped),
            unread: number(Outcome::Unread),
            reasons,
        }
    }

    /// The summary as an object.
    pub fn json(&self) -> Value {
        let reasons = self.reasons.iter();
        let reasons: Vec<Value> = reasons
            .map(|(reason, count)| json!({ "reason": reason, "count": count }))
            .collect();
        let driver = match &self.subject {
            Subject::ProgramsOn(driver) => Some(driver),
            Subject::Programs | Subject::Scenes => None,
        };
        json!({
            "driver": driver,
            "files": self.files,
            "cases": self.cases,
            "passed": self.passed,
            "differs": self.differs,
            "failed": self.failed,
            "skipped": self.skipped,
            "unread": self.unread,
            "reasons": reasons,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            cases,
            passed,
            differs,
            failed,
            skipped,
            ..
        } = self;
        match &self.subject {
            Subject::Programs => {
                let files = count(self.files, "file");
                let programs = count(*cases, "program");
                write!(f, "{files}, {programs}: {passed} accepted, {failed} rejected")
            }
            Subject::Scenes => write!(f, "{passed} passed, {failed} failed, {skipped} skipped"),
            Subject::ProgramsOn(driver) => {
                let load = if *passed == 1 { "loads" } else { "load" };
                write!(f, "{}: {passed} {load} on {driver}", count(*cases, "program"))?;
                if *differs > 0 {
                    let mean = if *differs == 1 { "means" } else { "mean" };
                    write!(f, " ({differs} perhaps {mean} something else there)")?;
                }
                if *skipped > 0 {
                    let are = if *skipped == 1 { "was" } else { "were" };
                    write!(f, ", {skipped} {are} not tried")?;
                }
                if *failed > 0 {
                    let does = if *failed == 1 { "does" } else { "do" };
                    write!(f, ", {failed} {does} not")?;
                }
                for (at, (reason, count)) in self.reasons.iter().enumerate() {
                    let before = if at == 0 { ":" } else { "," };
                    write!(f, "{before} {count} for {reason}")?;
                }
                Ok(())
            }
        }
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
