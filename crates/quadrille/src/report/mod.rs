//! Reports on batches of programs or scenes: what became of each, and how many of them became what, as text, JSON, HTML,
//! and as services for continuous integration read them: SARIF (2.1.0), the XML of JUnit, commands of GitHub's workflows.

mod case;
mod github;
mod html;
mod junit;
pub mod markup;
mod sarif;
mod summary;

use std::fmt::Write as _;

use serde_json::{Value, json};

pub use case::{Case, CasePicture, Outcome, Place, Problem, Shown};
pub use summary::Summary;

/// What a report is on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Programs that are accepted or rejected.
    Programs,
    /// Programs that a driver of this name loads or does not.
    ProgramsOn(String),
    /// Scenes that are drawn and probed.
    Scenes,
}

/// A report: cases in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Report {
    subject: Subject,
    cases: Vec<Case>,
}

impl Report {
    /// A report without cases.
    pub fn new(subject: Subject) -> Report {
        Report {
            subject,
            cases: Vec::new(),
        }
    }

    /// Adds a case. Cases of one file are added one after the other.
    pub fn add(&mut self, case: Case) {
        self.cases.push(case);
    }

    /// What it is on.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The cases, in the order in which they were added.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// How many cases became what.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.subject, &self.cases)
    }

    /// A line for each case and for each of its problems, and the summary.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for case in &self.cases {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}: {}", case.name(), self.subject.word(case.outcome));
            for problem in &case.problems {
                let _ = writeln!(text, "  {}", problem.line());
            }
        }
        text + &self.summary().to_string() + "\n"
    }

    /// One object: the cases, each with its members, and the summary.
    pub fn json(&self) -> Value {
        let cases: Vec<Value> = self.cases.iter().map(Case::json).collect();
        json!({ "cases": cases, "summary": self.summary().json() })
    }

    /// A log in the Static Analysis Results Interchange Format, version 2.1.0.
    pub fn sarif(&self) -> Value {
        sarif::log(self)
    }

    /// A document in the XML of JUnit: a suite for each file.
    pub fn junit(&self) -> String {
        junit::document(self)
    }

    /// A page for people, with the pictures that cases have side by side. Nothing of a case becomes markup.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// A command of GitHub's workflows for each problem, which shows it beside the line. Nothing of a case becomes a
    /// command.
    pub fn github(&self) -> String {
        github::commands(self)
    }
}

impl Subject {
    /// An outcome in words, which follow the name of a case.
    pub fn word(&self, outcome: Outcome) -> String {
        match (self, outcome) {
            (_, Outcome::Unread) => "cannot be read".to_owned(),
            (_, Outcome::Skipped) => "skip".to_owned(),
            (Subject::Programs, Outcome::Passed | Outcome::Differs) => "accepted".to_owned(),
            (Subject::Programs, Outcome::Failed) => "rejected".to_owned(),
            (Subject::ProgramsOn(driver), Outcome::Passed) => format!("loads on {driver}"),
            (Subject::ProgramsOn(driver), Outcome::Differs) => {
                format!("loads on {driver}, and may mean something else there")
            }
            (Subject::ProgramsOn(driver), Outcome::Failed) => format!("does not load on {driver}"),
            (Subject::Scenes, Outcome::Passed | Outcome::Differs) => "pass".to_owned(),
            (Subject::Scenes, Outcome::Failed) => "fail".to_owned(),
        }
    }

    /// The subject as the name of a test suite.
    fn name(&self) -> String {
        match self {
            Subject::Programs => "quadrille check".to_owned(),
            Subject::ProgramsOn(driver) => format!("quadrille check --driver {driver}"),
            Subject::Scenes => "quadrille run".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
