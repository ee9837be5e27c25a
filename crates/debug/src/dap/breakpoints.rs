//! Breakpoints as clients set them: all of a kind at a time.

use serde_json::{Value as Json, json};

use super::arguments::{SetBreakpoints, SetDataBreakpoints, SetInstructionBreakpoints, Source};
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
fn ignored(hits: Option<&String>) -> u64 {
    let number = hits.map(|text| text.trim_start_matches(['>', '=', ' ']));
    number.and_then(integer).map_or(0, |hits| hits.saturating_sub(1))
}

fn unverified(message: &str) -> Json {
    json!({ "verified": false, "message": message })
}

fn condition(session: &Session<'_>, text: Option<&String>) -> Result<Option<Expression>, ExpressionError> {
    let text = text.filter(|text| !text.trim().is_empty());
    let parsed = text.map(|text| Expression::parse(session.machine(), text));
    parsed.transpose()
}

fn remove(session: &mut Session<'_>, numbers: &mut Vec<u32>) {
    for number in numbers.drain(..) {
        session.remove(number);
    }
}

impl Breakpoints {
    /// Sets those of a source: on lines without code they move to the next that has some.
    pub(super) fn set_lines(&mut self, session: &mut Session<'_>, arguments: &SetBreakpoints) -> Json {
        if !is_own(&arguments.source, session.machine().listing()) {
            let none = arguments
                .breakpoints
                .iter()
                .map(|_| unverified("the program is another file"));
            return json!({ "breakpoints": none.collect::<Vec<_>>() });
        }
        remove(session, &mut self.lines);
        let mut answers = Vec::new();
        for wanted in &arguments.breakpoints {
            let Some((instruction, line)) = session.machine().listing().instruction_at(wanted.line) else {
                answers.push(unverified("there is no instruction in this line or behind it"));
                continue;
            };
            match condition(session, wanted.condition.as_ref()) {
                Ok(condition) => {
                    let ignore = ignored(wanted.hit_condition.as_ref());
                    let trigger = Trigger::Instruction(instruction);
                    let number = session.add(&line.to_string(), trigger, condition, ignore);
                    self.lines.push(number);
                    let source = view::source(session.machine().listing());
                    answers.push(json!({ "id": number, "verified": true, "line": line, "source": source }));
                }
                Err(error) => answers.push(unverified(&error.to_string())),
            }
        }
        json!({ "breakpoints": answers })
    }

    /// Sets those on instructions, which are known by their numbers.
    pub(super) fn set_instructions(
        &mut self,
        session: &mut Session<'_>,
        arguments: &SetInstructionBreakpoints,
    ) -> Json {
        remove(session, &mut self.instructions);
        let mut answers = Vec::new();
        for wanted in &arguments.breakpoints {
            let number = wanted.instruction_reference.parse::<i64>().ok();
            let number = number.and_then(|number| number.checked_add(wanted.offset));
            let number = number.and_then(|number| usize::try_from(number).ok());
            let Some(instruction) = number.filter(|number| *number < session.machine().listing().lines.len())
            else {
                answers.push(unverified("there is no such instruction"));
                continue;
            };
            match condition(session, wanted.condition.as_ref()) {
                Ok(condition) => {
                    let ignore = ignored(wanted.hit_condition.as_ref());
                    let trigger = Trigger::Instruction(instruction);
                    let number = session.add(&format!("*{instruction}"), trigger, condition, ignore);
                    self.instructions.push(number);
                    answers.push(json!({ "id": number, "verified": true }));
                }
                Err(error) => answers.push(unverified(&error.to_string())),
            }
        }
        json!({ "breakpoints": answers })
    }

    /// Sets those on registers and memory, which are known by their names.
    pub(super) fn set_data(&mut self, session: &mut Session<'_>, arguments: &SetDataBreakpoints) -> Json {
        remove(session, &mut self.data);
        let mut answers = Vec::new();
        for wanted in &arguments.breakpoints {
            let target = Target::find(session.machine(), &wanted.data_id);
            let found =
                target.and_then(|target| Ok((target, condition(session, wanted.condition.as_ref())?)));
            match found {
                Ok((target, condition)) => {
                    let reads = wanted.access_type.as_deref() == Some("readWrite");
                    let trigger = match target {
                        Target::Memory { .. } if reads => Trigger::Accessed(target),
                        Target::Memory { .. } | Target::Register { .. } => Trigger::Written(target),
                    };
                    let ignore = ignored(wanted.hit_condition.as_ref());
                    let number = session.add(&wanted.data_id, trigger, condition, ignore);
                    self.data.push(number);
                    answers.push(json!({ "id": number, "verified": true }));
                }
                Err(error) => answers.push(unverified(&error.to_string())),
            }
        }
        json!({ "breakpoints": answers })
    }
}
