//! A record: what became of each scene, a line each, so that a run that was ended goes on where it was. A line holds for
//! as long as all that the scene read and wrote is as it was.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quadrille::report::{Case, CasePicture, Outcome, Place, Problem, Shown};
use quadrille::{FileError, Files, Severity, Span};
use quadrille_drivers::rule;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::files::{self, Lines, WriteError};

/// A record that is not taken up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    #[error("{}: this is no record of `quadrille run`", .0.display())]
    Foreign(PathBuf),
    #[error("{}: line {line} is damaged", path.display())]
    Damaged { path: PathBuf, line: usize },
    #[error("{}: this is the record of a run with another {setting}; --resume with another name begins anew", path.display())]
    Other { path: PathBuf, setting: String },
}

/// The first line of a record: under which settings it was made.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    record: String,
    settings: Map<String, Value>,
}

/// What it says on its first line.
const RECORD: &str = "quadrille run";

/// A line: a scene that was run.
#[derive(Serialize, Deserialize)]
pub(super) struct Line {
    name: String,
    /// What it read, with its contents in short; its own text has no name. None could not be read.
    read: Vec<(String, Option<u64>)>,
    /// The golden picture in short.
    golden: Option<u64>,
    /// What it wrote.
    wrote: Vec<String>,
    line: Option<u32>,
    #[serde(with = "Ended")]
    outcome: Outcome,
    reason: Option<String>,
    problems: Vec<Said>,
    pictures: Vec<Look>,
    time: Option<Duration>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome", rename_all = "lowercase")]
enum Ended {
    Passed,
    Differs,
    Failed,
    Skipped,
    Unread,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Severity", rename_all = "lowercase")]
enum Severe {
    Note,
    Warning,
    Error,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Shown", rename_all = "lowercase")]
enum Show {
    Expected,
    Found,
    Difference,
}

#[derive(Serialize, Deserialize)]
struct Look {
    #[serde(with = "Show")]
    shows: Shown,
    path: String,
}

#[derive(Serialize, Deserialize)]
struct Spot {
    bytes: [u32; 2],
    start: [u32; 2],
    end: [u32; 2],
}

#[derive(Serialize, Deserialize)]
struct Said {
    rule: Option<String>,
    #[serde(with = "Severe")]
    severity: Severity,
    message: String,
    notes: Vec<String>,
    place: Option<Spot>,
    fix: Option<(String, Spot, String)>,
}

/// A record that is written.
pub(super) struct Record {
    lines: Lines,
    done: HashMap<String, Line>,
}

impl Record {
    /// Opens a record, or begins it.
    ///
    /// # Errors
    ///
    /// The file cannot be written, another run writes it, or it is no record of a run with these settings.
    pub(super) fn open(path: &Path, mut settings: Map<String, Value>) -> Result<Record, Error> {
        settings.insert(
            "program".to_owned(),
            files::own_bytes().map(|own| short(&own)).into(),
        );
        let head = Head {
            record: RECORD.to_owned(),
            settings,
        };
        let (lines, mut text) = Lines::open(path)?;
        let mut done = HashMap::new();
        // A run that is killed may leave half a line behind, and be it the first.
        if !text.is_empty() && json(&head).starts_with(&*text) && !text.contains('\n') {
            lines.cut(0)?;
            text.clear();
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut rest = text[..whole].lines().enumerate();
        match rest.next().map(|(_, first)| serde_json::from_str::<Head>(first)) {
            None if text.is_empty() => lines.add(&json(&head))?,
            Some(Ok(found)) if found.record == RECORD => {
                let other = head
                    .settings
                    .iter()
                    .find(|(name, value)| found.settings.get(*name) != Some(*value));
                if let Some((name, _)) = other {
                    let (path, setting) = (path.to_owned(), name.clone());
                    return Err(RecordError::Other { path, setting }.into());
                }
            }
            None | Some(Ok(_) | Err(_)) => return Err(RecordError::Foreign(path.to_owned()).into()),
        }
        for (at, line) in rest {
            let damaged = |_| RecordError::Damaged {
                path: path.to_owned(),
                line: at + 1,
            };
            let line: Line = serde_json::from_str(line).map_err(damaged)?;
            done.insert(line.name.clone(), line);
        }
        if text.len() > whole {
            lines.cut(whole as u64)?;
        }
        Ok(Record { lines, done })
    }

    /// What became of a scene, if it was run and nothing has changed since. `read` is a file as the scene names it.
    pub(super) fn case(
        &self,
        name: &str,
        text: &str,
        golden: Option<&Path>,
        read: &dyn Files,
    ) -> Option<Case> {
        let line = self.done.get(name)?;
        let is_same = |(name, was): &(String, Option<u64>)| match name.is_empty() {
            true => Some(short(text.as_bytes())) == *was,
            false => read.read(name, files::MOST_BYTES).ok().map(|bytes| short(&bytes)) == *was,
        };
        let holds = line.read.iter().all(is_same)
            && golden.and_then(short_of) == line.golden
            && line.wrote.iter().all(|path| files::is_there(Path::new(path)));
        if holds { line.case() } else { None }
    }

    /// Adds a scene that was run.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn add(&self, line: &Line) -> Result<(), WriteError> {
        self.lines.add(&json(line))
    }
}

fn json(value: &impl Serialize) -> String {
    // Texts and numbers alone can be written.
    serde_json::to_string(value).unwrap_or_default()
}

/// Bytes in short. Another release of the standard library may say it otherwise: scenes are run again then.
pub(super) fn short(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

fn short_of(path: &Path) -> Option<u64> {
    let bytes = files::is_there(path).then(|| files::read_data(path));
    bytes?.ok().map(|bytes| short(&bytes))
}

impl Line {
    /// The line of a scene that was run.
    pub(super) fn new(
        case: &Case,
        text: &str,
        read: Vec<(String, Option<u64>)>,
        golden: Option<&Path>,
        wrote: &[PathBuf],
    ) -> Line {
        let own = (String::new(), Some(short(text.as_bytes())));
        Line {
            name: case.file.clone(),
            read: std::iter::once(own).chain(read).collect(),
            golden: golden.and_then(short_of),
            wrote: wrote.iter().map(|path| path.display().to_string()).collect(),
            line: case.line,
            outcome: case.outcome,
            reason: case.reason.clone(),
            problems: case.problems.iter().map(Said::from).collect(),
            pictures: case
                .pictures
                .iter()
                .map(|CasePicture { shows, path }| Look {
                    shows: *shows,
                    path: path.clone(),
                })
                .collect(),
            time: case.time,
        }
    }

    /// The scene; none where a rule has another name by now.
    fn case(&self) -> Option<Case> {
        let problems: Option<Vec<Problem>> = self.problems.iter().map(Said::problem).collect();
        Some(Case {
            line: self.line,
            reason: self.reason.clone(),
            problems: problems?,
            pictures: self
                .pictures
                .iter()
                .map(|Look { shows, path }| CasePicture {
                    shows: *shows,
                    path: path.clone(),
                })
                .collect(),
            time: self.time,
            ..Case::new(self.name.clone(), self.outcome)
        })
    }
}

impl From<&Problem> for Said {
    fn from(problem: &Problem) -> Said {
        Said {
            rule: problem.rule.map(|rule| rule.name.to_owned()),
            severity: problem.severity,
            message: problem.message.clone(),
            notes: problem.notes.clone(),
            place: problem.place.map(Spot::from),
            fix: problem
                .fix
                .as_ref()
                .map(|(title, place, text)| (title.clone(), Spot::from(*place), text.clone())),
        }
    }
}

impl Said {
    fn problem(&self) -> Option<Problem> {
        let rule = match &self.rule {
            Some(name) => Some(rule(name)?),
            None => None,
        };
        Some(Problem {
            rule,
            severity: self.severity,
            message: self.message.clone(),
            notes: self.notes.clone(),
            place: self.place.as_ref().map(Spot::place),
            fix: self
                .fix
                .as_ref()
                .map(|(title, place, text)| (title.clone(), place.place(), text.clone())),
        })
    }
}

impl From<Place> for Spot {
    fn from(Place { span, start, end }: Place) -> Spot {
        Spot {
            bytes: [span.start, span.end],
            start,
            end,
        }
    }
}

impl Spot {
    fn place(&self) -> Place {
        let [start, end] = self.bytes;
        Place {
            span: Span::new(start, end),
            start: self.start,
            end: self.end,
        }
    }
}

/// Files that keep what was read of them, in short.
pub(super) struct Noted<'a> {
    files: &'a (dyn Files + Sync),
    read: Mutex<Vec<(String, Option<u64>)>>,
}

impl<'a> Noted<'a> {
    pub(super) fn new(files: &'a (dyn Files + Sync)) -> Noted<'a> {
        Noted {
            files,
            read: Mutex::default(),
        }
    }

    pub(super) fn read(self) -> Vec<(String, Option<u64>)> {
        self.read.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Noted<'_> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let found = self.files.read(path, most);
        let contents = found.as_ref().ok().map(|bytes| short(bytes));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.push((path.to_owned(), contents));
        found
    }
}
