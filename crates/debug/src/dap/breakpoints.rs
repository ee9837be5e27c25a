//! Breakpoints as clients set them: all of a kind at a time.

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::arguments::{
    DataAccess, InstructionPlace, Origin, SetBreakpoints, Source, SourceLine, WantedBreakpoint,
};
use super::view;
use crate::breakpoint::Trigger;
use crate::expression::{Expression, ExpressionError, Target, integer};
use crate::machine::Listing;
use crate::session::Session;

/// The numbers of the breakpoints that a client has set, by their kinds.
#[derive(Default)]
pub(super) struct Breakpoints {
    lines: Vec<u32>,
    instructions: Vec<u32>,
    data: Vec<u32>,
}

/// Why a breakpoint is not set; a client shows it beside the breakpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Unset {
    /// It is in a file that is not debugged.
    #[error("the program is another file")]
    OtherFile,
    /// What is asked for has another form.
    #[error("what is asked for is no breakpoint")]
    Form,
    /// It is in front of the first line.
    #[error("there is no line {0}")]
    Line(i64),
    /// No instruction follows.
    #[error("there is no instruction in this line or behind it")]
    NoCode,
    /// No such instruction.
    #[error("there is no such instruction")]
    Instruction,
    /// The count is none.
    #[error("`{0}` is no number")]
    Hits(String),
    /// Its condition or what it watches is wrong.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
}

/// Whether a source is the one that is debugged: files are known by their names.
fn is_own(source: &Source, listing: &Listing) -> bool {
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    if source.source_reference != 0 {
        return source.source_reference == 1;
    }
    let path = source.path.as_ref().or(source.name.as_ref());
    path.is_some_and(|path| last(path) == last(&listing.name))
}

/// `3`, `>= 3`, `== 3`: the breakpoint is passed until it is met that often.
fn ignored(hits: Option<&String>) -> Result<u64, Unset> {
    let Some(text) = hits.filter(|text| !text.trim().is_empty()) else {
        return Ok(0);
    };
    let number = integer(text.trim().trim_start_matches(['>', '=', ' ']));
    let number = number.ok_or_else(|| Unset::Hits(text.trim().to_owned()))?;
    Ok(number.saturating_sub(1))
}

fn condition(session: &Session<'_>, text: Option<&String>) -> Result<Option<Expression>, ExpressionError> {
    let text = text.filter(|text| !text.trim().is_empty());
    let parsed = text.map(|text| Expression::parse(session.machine(), text));
    parsed.transpose()
}

/// What a breakpoint waits for, how it was asked for, and the answer but for its number.
struct Found {
    trigger: Trigger,
    text: String,
    answer: Json,
}

/// Sets each that is wanted in the place of those before; an answer for each.
fn set<T: DeserializeOwned>(
    session: &mut Session<'_>,
    numbers: &mut Vec<u32>,
    wanted: &[Json],
    find: impl Fn(&Session<'_>, &T) -> Result<Found, Unset>,
) -> Json {
    for number in numbers.drain(..) {
        session.remove(number);
    }
    let mut set_one = |wanted: &Json| {
        let wanted: WantedBreakpoint<T> = serde_json::from_value(wanted.clone()).map_err(|_| Unset::Form)?;
        let found = find(session, &wanted.place)?;
        let condition = condition(session, wanted.condition.as_ref())?;
        let ignore = ignored(wanted.hit_condition.as_ref())?;
        let number = session.add(&found.text, found.trigger, condition, ignore);
        numbers.push(number);
        let mut answer = found.answer;
        answer["id"] = json!(number);
        answer["verified"] = json!(true);
        Ok(answer)
    };
    let answers = wanted
        .iter()
        .map(|wanted| set_one(wanted).unwrap_or_else(|why| unverified(&why)));
    json!({ "breakpoints": answers.collect::<Vec<_>>() })
}

fn unverified(why: &Unset) -> Json {
    json!({ "verified": false, "message": why.to_string() })
}

impl Breakpoints {
    /// Sets those of a source: on lines without code they move to the next that has some.
    pub(super) fn set_lines(
        &mut self,
        session: &mut Session<'_>,
        arguments: &SetBreakpoints,
        origin: Origin,
    ) -> Json {
        let wanted = &arguments.breakpoints;
        if !is_own(&arguments.source, session.machine().listing()) {
            let none = wanted.iter().map(|_| unverified(&Unset::OtherFile));
            return json!({ "breakpoints": none.collect::<Vec<_>>() });
        }
        set(session, &mut self.lines, wanted, |session, place: &SourceLine| {
            let line = origin.own_line(place.line).ok_or(Unset::Line(place.line))?;
            let listing = session.machine().listing();
            let (instruction, line) = listing.instruction_at(line).ok_or(Unset::NoCode)?;
            Ok(Found {
                trigger: Trigger::Instruction(instruction),
                text: line.to_string(),
                answer: json!({ "line": origin.line(line), "source": view::source(listing) }),
            })
        })
    }

    /// Sets those on instructions, which are known by their numbers.
    pub(super) fn set_instructions(&mut self, session: &mut Session<'_>, arguments: &SetBreakpoints) -> Json {
        let wanted = &arguments.breakpoints;
        set(
            session,
            &mut self.instructions,
            wanted,
            |session, place: &InstructionPlace| {
                let number = place.instruction_reference.parse::<i64>().ok();
                let number = number.and_then(|number| number.checked_add(place.offset));
                let number = number.and_then(|number| usize::try_from(number).ok());
                let instruction = number.filter(|number| *number < session.machine().listing().lines.len());
                let instruction = instruction.ok_or(Unset::Instruction)?;
                Ok(Found {
                    trigger: Trigger::Instruction(instruction),
                    text: format!("*{instruction}"),
                    answer: json!({}),
                })
            },
        )
    }

    /// Sets those on registers and memory, which are known by their names.
    pub(super) fn set_data(&mut self, session: &mut Session<'_>, arguments: &SetBreakpoints) -> Json {
        let wanted = &arguments.breakpoints;
        set(session, &mut self.data, wanted, |session, place: &DataAccess| {
            let target = Target::find(session.machine(), &place.data_id)?;
            let reads = place.access_type.as_deref() == Some("readWrite");
            Ok(Found {
                trigger: match target {
                    Target::Memory { .. } if reads => Trigger::Accessed(target),
                    Target::Memory { .. } | Target::Register { .. } => Trigger::Written(target),
                },
                text: place.data_id.clone(),
                answer: json!({}),
            })
        })
    }
}
