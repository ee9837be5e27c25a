//! Breakpoints as clients set them: all of a kind at a time.

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::arguments::{
    DataBreakpoint, InstructionBreakpoint, Origin, SetBreakpoints, Source, SourceBreakpoint,
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

/// Sets each that is wanted in the place of those before; an answer for each, with what goes with its number.
fn set<T: DeserializeOwned>(
    session: &mut Session<'_>,
    numbers: &mut Vec<u32>,
    wanted: &[Json],
    one: impl Fn(&mut Session<'_>, &T) -> Result<(u32, Json), Unset>,
) -> Json {
    for number in numbers.drain(..) {
        session.remove(number);
    }
    let answers = wanted.iter().map(|wanted| {
        let wanted = serde_json::from_value(wanted.clone()).map_err(|_| Unset::Form);
        match wanted.and_then(|wanted| one(session, &wanted)) {
            Ok((number, mut answer)) => {
                numbers.push(number);
                answer["id"] = json!(number);
                answer["verified"] = json!(true);
                answer
            }
            Err(why) => unverified(&why),
        }
    });
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
        set(
            session,
            &mut self.lines,
            wanted,
            |session, wanted: &SourceBreakpoint| {
                let line = origin.own_line(wanted.line).ok_or(Unset::Line(wanted.line))?;
                let found = session.machine().listing().instruction_at(line);
                let (instruction, line) = found.ok_or(Unset::NoCode)?;
                let condition = condition(session, wanted.condition.as_ref())?;
                let ignore = ignored(wanted.hit_condition.as_ref())?;
                let trigger = Trigger::Instruction(instruction);
                let number = session.add(&line.to_string(), trigger, condition, ignore);
                let source = view::source(session.machine().listing());
                Ok((number, json!({ "line": origin.line(line), "source": source })))
            },
        )
    }

    /// Sets those on instructions, which are known by their numbers.
    pub(super) fn set_instructions(&mut self, session: &mut Session<'_>, arguments: &SetBreakpoints) -> Json {
        let wanted = &arguments.breakpoints;
        set(
            session,
            &mut self.instructions,
            wanted,
            |session, wanted: &InstructionBreakpoint| {
                let number = wanted.instruction_reference.parse::<i64>().ok();
                let number = number.and_then(|number| number.checked_add(wanted.offset));
                let number = number.and_then(|number| usize::try_from(number).ok());
                let instruction = number.filter(|number| *number < session.machine().listing().lines.len());
                let instruction = instruction.ok_or(Unset::Instruction)?;
                let condition = condition(session, wanted.condition.as_ref())?;
                let ignore = ignored(wanted.hit_condition.as_ref())?;
                let trigger = Trigger::Instruction(instruction);
                let number = session.add(&format!("*{instruction}"), trigger, condition, ignore);
                Ok((number, json!({})))
            },
        )
    }

    /// Sets those on registers and memory, which are known by their names.
    pub(super) fn set_data(&mut self, session: &mut Session<'_>, arguments: &SetBreakpoints) -> Json {
        let wanted = &arguments.breakpoints;
        set(
            session,
            &mut self.data,
            wanted,
            |session, wanted: &DataBreakpoint| {
                let target = Target::find(session.machine(), &wanted.data_id)?;
                let condition = condition(session, wanted.condition.as_ref())?;
                let ignore = ignored(wanted.hit_condition.as_ref())?;
                let reads = wanted.access_type.as_deref() == Some("readWrite");
                let trigger = match target {
                    Target::Memory { .. } if reads => Trigger::Accessed(target),
                    Target::Memory { .. } | Target::Register { .. } => Trigger::Written(target),
                };
                let number = session.add(&wanted.data_id, trigger, condition, ignore);
                Ok((number, json!({})))
            },
        )
    }
}
