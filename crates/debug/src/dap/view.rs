//! What a client shows of a paused run: threads, frames, registers, memory.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use super::Unanswered;
use super::arguments::{Origin, Which};
use super::textures;
use crate::expression::{Expression, Target};
use crate::machine::{Area, Group, Listing, Machine};
use crate::session::Session;
use crate::value::Value;

/// What the number behind `variablesReference` means. Numbers count from 1 and hold until the run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reference {
    Group(usize, Group),
    Register(usize, usize),
    Regions,
    Textures,
    /// The layers of a texture's levels.
    Texture(usize),
    /// The rows of a layer.
    Layer(usize, Area),
    /// The texels of a row.
    Row(usize, Area),
}

/// The number of threads that frames and references tell apart.
const FRAMES: i64 = 1 << 16;

/// The references that were given out since the run stopped.
#[derive(Default)]
pub(super) struct References(Vec<Reference>);

impl References {
    pub(super) fn of(&mut self, reference: Reference) -> usize {
        let known = self.0.iter().position(|known| *known == reference);
        let at = known.unwrap_or_else(|| {
            self.0.push(reference);
            self.0.len() - 1
        });
        at + 1
    }

    fn find(&self, number: i64) -> Option<Reference> {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        self.0.get(at).copied()
    }

    /// Forgets them all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The frame's groups of registers, and memory.
    pub(super) fn scopes(&mut self, session: &Session<'_>, which: &Which) -> Json {
        let machine = session.machine();
        let thread = thread_of_frame(which.frame_id);
        let is_there = |group: &Group| {
            machine
                .registers()
                .iter()
                .any(|register| register.group == *group)
        };
        let groups = Group::ALL.into_iter().filter(is_there);
        let mut scopes: Vec<Json> = groups
            .map(|group| {
                let mut name = group.name().to_owned();
                name[..1].make_ascii_uppercase();
                let expensive = group == Group::Parameters;
                let reference = self.of(Reference::Group(thread, group));
                json!({ "name": name, "variablesReference": reference, "expensive": expensive })
            })
            .collect();
        if !machine.regions().is_empty() {
            let reference = self.of(Reference::Regions);
            scopes.push(json!({ "name": "Memory", "variablesReference": reference, "expensive": true }));
        }
        let textures = machine.textures().len();
        if textures > 0 {
            let reference = self.of(Reference::Textures);
            scopes.push(json!({ "name": "Textures", "variablesReference": reference, "expensive": true }));
        }
        json!({ "scopes": scopes })
    }

    /// The registers of a group, the components of a register, the regions of memory, or what textures have.
    pub(super) fn variables(&mut self, session: &Session<'_>, which: &Which) -> Json {
        let machine = session.machine();
        let all: Vec<Json> = match which.variables_reference.and_then(|number| self.find(number)) {
            None => Vec::new(),
            Some(Reference::Group(thread, group)) => {
                let registers = machine.registers().iter().enumerate();
                registers
                    .filter(|(_, register)| register.group == group)
                    .filter_map(|(number, register)| {
                        let value = machine.value(number, thread)?;
                        let reference = match value.words.len() {
                            1 => 0,
                            _ => self.of(Reference::Register(thread, number)),
                        };
                        Some(json!({
                            "name": register.name,
                            "value": value.to_string(),
                            "variablesReference": reference,
                            "indexedVariables": if reference == 0 { 0 } else { value.words.len() },
                            "evaluateName": register.name,
                        }))
                    })
                    .collect()
            }
            Some(Reference::Register(thread, number)) => {
                let name = machine
                    .registers()
                    .get(number)
                    .map_or("", |register| register.name.as_str());
                let value = machine
                    .value(number, thread)
                    .map(|value| components(name, &value));
                value.unwrap_or_default()
            }
            Some(Reference::Regions) => {
                let regions = machine.regions().into_iter();
                regions
                    .map(|region| {
                        json!({
                            "name": region.name,
                            "value": format!("{} bytes", region.bytes),
                            "variablesReference": 0,
                            "memoryReference": region.name,
                            "evaluateName": region.name,
                        })
                    })
                    .collect()
            }
            Some(Reference::Textures) => self.textures(machine),
            Some(Reference::Texture(number)) => self.layers(machine, number),
            Some(Reference::Layer(number, area)) => self.rows(number, area),
            Some(Reference::Row(number, row)) => textures::texels(machine, number, row),
        };
        let (start, count) = (which.start.unwrap_or(0), which.count.unwrap_or(0));
        let count = if count == 0 { all.len() } else { count };
        let all: Vec<Json> = all.into_iter().skip(start).take(count).collect();
        json!({ "variables": all })
    }

    /// What may be watched by the name of a variable, or by an expression that is a name.
    pub(super) fn data_breakpoint(&self, session: &Session<'_>, which: &Which) -> Json {
        let machine = session.machine();
        let reference = which.variables_reference.and_then(|number| self.find(number));
        let name = match reference {
            Some(Reference::Register(_, number)) => {
                let register = machine
                    .registers()
                    .get(number)
                    .map_or("", |register| register.name.as_str());
                let separator = if which.name.starts_with('[') { "" } else { "." };
                format!("{register}{separator}{}", which.name)
            }
            Some(
                Reference::Group(..)
                | Reference::Regions
                | Reference::Textures
                | Reference::Texture(_)
                | Reference::Layer(..)
                | Reference::Row(..),
            )
            | None => which.name.clone(),
        };
        match Target::find(machine, &name) {
            Ok(Target::Register { .. }) => {
                json!({ "dataId": name, "description": name, "accessTypes": ["write"] })
            }
            Ok(Target::Memory { .. }) => {
                json!({ "dataId": name, "description": name, "accessTypes": ["write", "readWrite"] })
            }
            Err(error) => json!({ "dataId": null, "description": error.to_string() }),
        }
    }
}

/// The components of a value as variables.
fn components(name: &str, value: &Value) -> Vec<Json> {
    let words = value.words.iter().enumerate();
    words
        .map(|(at, word)| {
            let part = match (value.words.len(), ["x", "y", "z", "w"].get(at)) {
                (..=4, Some(letter)) => (*letter).to_owned(),
                _ => format!("[{at}]"),
            };
            let separator = if part.starts_with('[') { "" } else { "." };
            json!({
                "name": part,
                "value": value.kind.text(*word),
                "variablesReference": 0,
                "evaluateName": format!("{name}{separator}{part}"),
            })
        })
        .collect()
}

/// The thread that a frame is of.
pub(super) fn thread_of_frame(frame: Option<i64>) -> usize {
    frame.map_or(0, |frame| (frame / FRAMES).max(0) as usize)
}

/// A source as clients name it: a file, or the listing of a program that came without text.
pub(super) fn source(listing: &Listing) -> Json {
    let name = listing.name.rsplit(['/', '\\']).next().unwrap_or_default();
    match listing.source {
        Some(_) => json!({ "name": name, "path": listing.name }),
        None => json!({ "name": format!("{name}.lst"), "sourceReference": 1 }),
    }
}

/// The threads.
pub(super) fn threads(machine: &dyn Machine) -> Json {
    let threads = (0..machine.threads()).map(|thread| {
        let activity = machine.activity(thread);
        let name = format!("{} ({})", machine.thread_name(thread), activity.name());
        json!({ "id": thread + 1, "name": name })
    });
    json!({ "threads": threads.collect::<Vec<_>>() })
}

/// The thread that a client names by its number; without one the first.
pub(super) fn thread_of(machine: &dyn Machine, id: Option<i64>) -> Result<usize, Unanswered> {
    let Some(id) = id else { return Ok(0) };
    let thread = id.checked_sub(1).and_then(|thread| usize::try_from(thread).ok());
    thread
        .filter(|thread| *thread < machine.threads())
        .ok_or_else(|| Unanswered::Thread(id, machine.threads()))
}

/// The frames of a thread.
pub(super) fn frames(machine: &dyn Machine, thread: usize, which: &Which, origin: Origin) -> Json {
    let listing = machine.listing();
    // A thread that has ended stands behind its last instruction.
    let last = listing.lines.len().saturating_sub(1);
    let at = machine.at(thread).unwrap_or(last);
    let all: Vec<usize> = std::iter::once(at).chain(machine.calls(thread)).collect();
    let total = all.len();
    let levels = match which.levels {
        None | Some(0) => usize::MAX,
        Some(levels) => levels,
    };
    let shown = all
        .into_iter()
        .enumerate()
        .skip(which.start_frame.unwrap_or(0))
        .take(levels);
    let frames = shown.map(|(depth, at)| {
        let line = listing.line_of(at).map_or(0, |line| origin.line(line));
        let place = listing.lines.get(at).and_then(|line| line.place);
        // The name of the subroutine: the last label in front of the instruction.
        let labels = listing.labels.iter().filter(|(_, label)| *label <= at);
        let name = labels
            .max_by_key(|(_, label)| *label)
            .map_or("main", |(name, _)| name.as_str());
        json!({
            "id": thread as i64 * FRAMES + depth as i64,
            "name": name,
            "line": line,
            "column": origin.column(place.map_or(1, |place| place.column)),
            "source": source(listing),
            "instructionPointerReference": format!("{at}"),
        })
    });
    json!({ "stackFrames": frames.collect::<Vec<_>>(), "totalFrames": total })
}

/// The value of an expression in the thread of a frame.
pub(super) fn evaluate(session: &Session<'_>, thread: usize, expression: &str) -> Result<Json, Unanswered> {
    let machine = session.machine();
    let parsed = Expression::parse(machine, expression)?;
    let value = parsed.value(machine, thread, session.at());
    let value = value.ok_or(Unanswered::Nothing)?;
    Ok(json!({ "result": value.to_string(), "variablesReference": 0 }))
}

/// Instructions around one, by their numbers.
pub(super) fn disassemble(machine: &dyn Machine, which: &Which, origin: Origin) -> Json {
    let listing = machine.listing();
    let first: i64 = which.memory_reference.parse().unwrap_or(0);
    let first = first
        .saturating_add(which.offset)
        .saturating_add(which.instruction_offset);
    let count = which.instruction_count.min(10_000) as i64;
    let instructions = (first..first.saturating_add(count)).map(|number| {
        let line = usize::try_from(number)
            .ok()
            .and_then(|number| listing.lines.get(number));
        let Some(line) = line else {
            return json!({ "address": number.to_string(), "instruction": "", "presentationHint": "invalid" });
        };
        json!({
            "address": number.to_string(),
            "instruction": line.text,
            "line": listing.line_of(number as usize).map(|line| origin.line(line)),
            "location": source(listing),
        })
    });
    json!({ "instructions": instructions.collect::<Vec<_>>() })
}

/// The lines that have code.
pub(super) fn breakpoint_locations(listing: &Listing, which: &Which, origin: Origin) -> Json {
    let first = origin.own_line(which.line).unwrap_or(0);
    let last = origin.own_line(which.end_line.unwrap_or(which.line)).unwrap_or(0);
    let mut lines: Vec<u32> = (0..listing.lines.len())
        .filter_map(|instruction| listing.line_of(instruction))
        .filter(|line| (first..=last).contains(line))
        .collect();
    lines.dedup();
    let places = lines.into_iter().map(|line| json!({ "line": origin.line(line) }));
    json!({ "breakpoints": places.collect::<Vec<_>>() })
}

/// Bytes of a region.
pub(super) fn memory(machine: &dyn Machine, which: &Which) -> Result<Json, Unanswered> {
    let regions = machine.regions();
    let region = regions
        .iter()
        .position(|region| region.name == which.memory_reference);
    let region = region.ok_or_else(|| Unanswered::Memory(which.memory_reference.clone()))?;
    let offset = u64::try_from(which.offset).map_err(|_| Unanswered::Before)?;
    let count = which.count.unwrap_or(0) as u64;
    let bytes = machine.bytes(region, offset, count);
    let unreadable = count - bytes.len() as u64;
    Ok(json!({
        "address": offset.to_string(),
        "data": STANDARD.encode(&bytes),
        "unreadableBytes": unreadable,
    }))
}
