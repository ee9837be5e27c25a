//! A case of a report: a program or a scene, and what became of it.

use std::time::Duration;

use quadrille_base::{Diagnostic, Rule, Severity, Source, Span};
use serde_json::{Map, Value, json};

/// A program or a scene, and what became of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file, by the name that messages use for it.
    pub file: String,
    /// The file that it was found in, where it is no file of its own: a source in C with programs among its literals.
    pub within: Option<String>,
    /// The line on which the program begins, where the file has others before it.
    pub line: Option<u32>,
    /// What became of it.
    pub outcome: Outcome,
    /// The word by which failures are counted: a rule, an option, an extension.
    pub reason: Option<String>,
    /// What there is to say of it, in order of place.
    pub problems: Vec<Problem>,
    /// Pictures to look at, in the order in which they are shown.
    pub pictures: Vec<CasePicture>,
    /// How long it took.
    pub time: Option<Duration>,
    /// Further members of its JSON object.
    pub details: Map<String, Value>,
}

/// A picture of a case, in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CasePicture {
    /// What it shows.
    pub shows: Shown,
    /// Its path from where the report lies, `/` between its parts.
    pub path: String,
}

/// What a picture of a case shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shown {
    /// What should have been drawn.
    Expected,
    /// What was drawn.
    Found,
    /// How far the two lie apart.
    Difference,
}

/// What became of a case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// It passed, and may mean something else than elsewhere.
    Differs,
    /// It failed.
    Failed,
    /// It was not tried.
    Skipped,
    /// It could not be read.
    Unread,
}

/// Something that is to be said of a case.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The rule that is broken, where there is one.
    pub rule: Option<&'static Rule>,
    /// How severe it is.
    pub severity: Severity,
    /// A sentence.
    pub message: String,
    /// Further sentences.
    pub notes: Vec<String>,
    /// The place in the file.
    pub place: Option<Place>,
    /// A remedy: its title, the place that it replaces, and the new text.
    pub fix: Option<(String, Place, String)>,
}

/// A place in a file. Lines and columns count from 1, columns in characters; the end is behind the last character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The bytes.
    pub span: Span,
    /// The line and column of the first byte.
    pub start: [u32; 2],
    /// The line and column behind the last byte.
    pub end: [u32; 2],
}

impl Case {
    /// A case without problems.
    pub fn new(file: impl Into<String>, outcome: Outcome) -> Case {
        Case {
            file: file.into(),
            within: None,
            line: None,
            outcome,
            reason: None,
            problems: Vec::new(),
            pictures: Vec::new(),
            time: None,
            details: Map::new(),
        }
    }

    /// The file, and the line where there are other programs before it.
    pub fn name(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }

    /// Its JSON object: the file, the outcome, what is said of it, and what else is known.
    pub(super) fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("file".to_owned(), json!(self.file));
        object.insert("line".to_owned(), json!(self.line));
        object.insert("outcome".to_owned(), json!(self.outcome.name()));
        object.insert("reason".to_owned(), json!(self.reason));
        if !self.pictures.is_empty() {
            let pictures = self.pictures.iter();
            let pictures: Map<String, Value> = pictures
                .map(|picture| (picture.shows.name().to_owned(), json!(picture.path)))
                .collect();
            object.insert("pictures".to_owned(), Value::Object(pictures));
        }
        object.extend(self.details.clone());
        let problems: Vec<Value> = self.problems.iter().map(Problem::json).collect();
        object
            .entry("diagnostics")
            .or_insert_with(|| Value::Array(problems));
        Value::Object(object)
    }
}

impl Shown {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Shown::Expected => "expected",
            Shown::Found => "found",
            Shown::Difference => "difference",
        }
    }
}

impl Outcome {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Differs => "differs",
            Outcome::Failed => "failed",
            Outcome::Skipped => "skipped",
            Outcome::Unread => "unread",
        }
    }
}

impl Problem {
    /// A diagnostic, whose places are those in `source`.
    pub fn of(source: &Source, diagnostic: &Diagnostic) -> Problem {
        let fix = diagnostic.fix.as_ref();
        Problem {
            rule: Some(diagnostic.rule),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            notes: diagnostic.notes.clone(),
            place: Some(Place::of(source, diagnostic.span)),
            fix: fix.map(|fix| {
                (
                    fix.title.clone(),
                    Place::of(source, fix.span),
                    fix.replacement.clone(),
                )
            }),
        }
    }

    /// A sentence about the whole case.
    pub fn said(severity: Severity, message: impl Into<String>) -> Problem {
        Problem {
            rule: None,
            severity,
            message: message.into(),
            notes: Vec::new(),
            place: None,
            fix: None,
        }
    }

    /// `3:14: error: …`
    pub(super) fn line(&self) -> String {
        let said = format!("{}: {}", self.severity.name(), self.message);
        match self.place {
            Some(Place {
                start: [line, column],
                ..
            }) => format!("{line}:{column}: {said}"),
            None => said,
        }
    }

    fn json(&self) -> Value {
        let place = |place: Place| {
            let [line, column] = place.start;
            json!({ "start": place.span.start, "end": place.span.end, "line": line, "column": column })
        };
        let fix = self.fix.as_ref();
        json!({
            "rule": self.rule.map(|rule| rule.name),
            "severity": self.severity.name(),
            "message": self.message,
            "notes": self.notes,
            "span": self.place.map(place),
            "fix": fix.map(|(title, span, text)| json!({ "title": title, "span": place(*span), "replacement": text })),
        })
    }
}

impl Place {
    /// The place of a span.
    pub fn of(source: &Source, span: Span) -> Place {
        let at = |offset| {
            let position = source.position(offset);
            [position.line, position.column]
        };
        Place {
            span,
            start: at(span.start),
            end: at(span.end),
        }
    }
}
