//! Answers as text.

use crate::breakpoint::Trigger;
use crate::expression::Expression;
use crate::machine::{Executed, Group, Machine};
use crate::session::{Session, Stop};
use crate::value::{Kind, Value};

/// Lines of the program that are shown before and behind the one at hand.
const AROUND: u32 = 5;
/// What the last step wrote is listed in so many lines.
const EFFECTS: usize = 8;

/// An instruction with its place: `light.vp:12: MOV R0, R1;`
pub(super) fn instruction(session: &Session<'_>, number: usize) -> String {
    place_of(session.machine(), number)
}

fn place_of(machine: &dyn Machine, number: usize) -> String {
    let listing = machine.listing();
    let text = listing.lines.get(number).map_or("", |line| line.text.as_str());
    let name = listing.name.rsplit(['/', '\\']).next().unwrap_or_default();
    match listing.line_of(number) {
        Some(line) => format!("{name}:{line}: {text}"),
        None => format!("{name} *{number}: {text}"),
    }
}

/// Where the run stands.
pub(super) fn place(session: &Session<'_>) -> String {
    let machine = session.machine();
    let thread = session.thread;
    let mut text = format!("step {}, {}", session.at(), machine.thread_name(thread));
    if let Some(clock) = machine.clock(thread) {
        text.push_str(&format!(", clock {clock}"));
    }
    let activity = machine.activity(thread);
    if activity != crate::machine::Activity::Next {
        text.push_str(&format!(" ({})", activity.name()));
    }
    match machine.at(thread) {
        Some(number) => text.push_str(&format!(": {}\n", place_of(machine, number))),
        None => text.push('\n'),
    }
    text
}

/// Why the run is over, if it is.
pub(super) fn end(session: &Session<'_>) -> String {
    let machine = session.machine();
    let mut text = machine.end().map_or_else(String::new, |end| format!("{end}\n"));
    if let Some(what) = machine.what() {
        text.push_str(&format!("{what}\n"));
    }
    text
}

/// Why the run stands, what the step that led here wrote, and where it stands.
pub(super) fn stop(session: &Session<'_>, stop: &Stop) -> String {
    let mut text = String::new();
    match stop {
        Stop::Done => {
            let all = super::effects(session);
            for line in all.iter().take(EFFECTS) {
                text.push_str(&format!("        {line}\n"));
            }
            if all.len() > EFFECTS {
                text.push_str(&format!("        and {} more\n", all.len() - EFFECTS));
            }
            if session.machine().end().is_some() {
                text.push_str(&end(session));
            }
        }
        Stop::Breakpoint(number) => text.push_str(&format!("breakpoint {number}\n")),
        Stop::Watchpoint {
            number,
            before,
            after,
        } => {
            let name = session.breakpoints().iter().find(|one| one.number == *number);
            let name = name.map_or("", |one| one.text.as_str());
            let value = |value: &Option<Value>| value.as_ref().map(ToString::to_string);
            let change = match (value(before), value(after)) {
                (Some(before), Some(after)) => format!(": {before} became {after}"),
                (Some(value), None) | (None, Some(value)) => format!(": {value}"),
                (None, None) => String::new(),
            };
            text.push_str(&format!("watchpoint {number}, {name}{change}\n"));
        }
        Stop::End(_) => text.push_str(&end(session)),
        Stop::Beginning => text.push_str("this is the beginning\n"),
        Stop::Limit(steps) => text.push_str(&format!("paused after {steps} steps without a stop\n")),
        Stop::Interrupted => text.push_str("interrupted\n"),
    }
    text + &place(session)
}

/// An executed step in a trace.
pub(super) fn step(machine: &dyn Machine, step: u64, executed: &Executed) -> String {
    let threads: Vec<String> = executed
        .threads
        .iter()
        .map(|thread| machine.thread_name(*thread))
        .collect();
    let threads = match threads.as_slice() {
        [first, .., last] => format!("{first} to {last}"),
        threads => threads.concat(),
    };
    let clock = match executed.clock {
        Some((clock, 0)) => format!(" clock {clock}"),
        Some((clock, waited)) => format!(" clock {clock} (waited {waited})"),
        None => String::new(),
    };
    format!(
        "{step:>6} {threads}{clock}: {}\n",
        place_of(machine, executed.instruction)
    )
}

/// The program around a line, or around the place at hand.
pub(super) fn listing(session: &Session<'_>, line: Option<u32>) -> String {
    let machine = session.machine();
    let listing = machine.listing();
    let here = machine.at(session.thread).and_then(|at| listing.line_of(at));
    let middle = line.or(here).unwrap_or(1);
    let from = middle.saturating_sub(AROUND).max(1);
    let stops: Vec<u32> = session
        .breakpoints()
        .iter()
        .filter_map(|breakpoint| match breakpoint.trigger {
            Trigger::Instruction(number) => listing.line_of(number),
            Trigger::Written(_) | Trigger::Accessed(_) => None,
        })
        .collect();
    let text = listing.text();
    let lines = text
        .lines()
        .zip(1u32..)
        .skip(from as usize - 1)
        .take(2 * AROUND as usize + 1);
    lines
        .map(|(text, number)| {
            let mark = if Some(number) == here { '>' } else { ' ' };
            let stop = if stops.contains(&number) { '*' } else { ' ' };
            format!("{stop}{mark}{number:5}  {text}\n")
        })
        .collect()
}

/// The calls of the thread, the innermost first.
pub(super) fn stack(session: &Session<'_>) -> String {
    let machine = session.machine();
    let at = machine.at(session.thread);
    let all = at.into_iter().chain(machine.calls(session.thread));
    all.enumerate()
        .map(|(number, at)| format!("#{number} {}\n", place_of(machine, at)))
        .collect()
}

/// What each thread is doing.
pub(super) fn threads(session: &Session<'_>) -> String {
    let machine = session.machine();
    (0..machine.threads())
        .map(|thread| {
            let mark = if thread == session.thread { '>' } else { ' ' };
            let name = machine.thread_name(thread);
            let activity = machine.activity(thread).name();
            let clock = machine
                .clock(thread)
                .map_or_else(String::new, |clock| format!(" clock {clock}"));
            let at = machine
                .at(thread)
                .map_or_else(String::new, |at| place_of(machine, at));
            format!("{mark} {name:12} {activity:8}{clock} {at}\n")
        })
        .collect()
}

/// Registers with their values: of a group, or all but parameters.
pub(super) fn registers(session: &Session<'_>, group: Option<Group>) -> String {
    let machine = session.machine();
    let all = machine.registers();
    let is_meant = |of: Group| group.map_or(of != Group::Parameters, |group| group == of);
    let width = all
        .iter()
        .filter(|one| is_meant(one.group))
        .map(|one| one.name.len())
        .max();
    let mut text = String::new();
    for wanted in Group::ALL.into_iter().filter(|of| is_meant(*of)) {
        for (number, register) in all.iter().enumerate().filter(|(_, one)| one.group == wanted) {
            let Some(value) = machine.value(number, session.thread) else {
                continue;
            };
            // A machine with hundreds of registers has most of them empty.
            if all.len() > 64 && value.words.iter().all(|word| *word == 0) {
                continue;
            }
            let width = width.unwrap_or(0);
            text.push_str(&format!("{:width$} = {value}\n", register.name));
        }
    }
    text
}

/// A value in all threads, side by side.
pub(super) fn lanes(session: &Session<'_>, expression: &Expression) -> String {
    let machine = session.machine();
    (0..machine.threads())
        .map(|thread| {
            let mark = if thread == session.thread { '>' } else { ' ' };
            let value = expression.value(machine, thread, session.at());
            let value = value.map_or_else(String::new, |value| value.to_string());
            let activity = machine.activity(thread).name();
            format!("{mark} {:12} {activity:8} {value}\n", machine.thread_name(thread))
        })
        .collect()
}

/// The memory that the program reaches.
pub(super) fn regions(session: &Session<'_>) -> String {
    let regions = session.machine().regions();
    if regions.is_empty() {
        return "the program reaches no memory\n".to_owned();
    }
    let lines = regions.iter().map(|region| {
        let address = region
            .address
            .map_or_else(String::new, |address| format!(" at {address:#010x}"));
        format!("{}: {} bytes{address}\n", region.name, region.bytes)
    });
    lines.collect()
}

/// Words of memory, four a line.
pub(super) fn memory(
    session: &Session<'_>,
    (region, offset, bytes): (usize, u64, u64),
    kind: Option<Kind>,
) -> String {
    let regions = session.machine().regions();
    let own = regions.get(region).map_or(Kind::Bits, |region| region.kind);
    let kind = kind.unwrap_or(own);
    let size = if kind == Kind::F64 { 8 } else { 4 };
    let bytes = session.machine().bytes(region, offset, bytes);
    let mut text = String::new();
    for (row, line) in bytes.chunks(16).enumerate() {
        let words: Vec<String> = line
            .chunks(size)
            .map(|bytes| {
                kind.text(
                    bytes
                        .iter()
                        .rev()
                        .fold(0, |word, byte| word << 8 | u64::from(*byte)),
                )
            })
            .collect();
        let at = offset + 16 * row as u64;
        text.push_str(&format!("{at:6}: {}\n", words.join(" ")));
    }
    text
}

/// Breakpoints and watchpoints.
pub(super) fn breakpoints(session: &Session<'_>) -> String {
    let all = session.breakpoints();
    if all.is_empty() {
        return "there are no breakpoints\n".to_owned();
    }
    let lines = all.iter().map(|one| {
        let what = match one.trigger {
            Trigger::Instruction(number) => format!("at {}", instruction(session, number)),
            Trigger::Written(_) => format!("when {} is written", one.text),
            Trigger::Accessed(_) => format!("when {} is read or written", one.text),
        };
        let condition = one
            .condition
            .as_ref()
            .map_or_else(String::new, |condition| format!(" if {condition}"));
        let off = if one.is_enabled { "" } else { " (off)" };
        format!("{}: {what}{condition}, met {} times{off}\n", one.number, one.hits)
    });
    lines.collect()
}

/// How long the run is, and what its copies take.
pub(super) fn info(session: &Session<'_>) -> String {
    let timeline = session.timeline();
    let last = match timeline.last() {
        Some(last) => format!(" of {last}"),
        None => String::new(),
    };
    format!(
        "step {}{last}; copies every {} steps take {} KiB\n",
        timeline.at(),
        timeline.spacing(),
        timeline.bytes() / 1024
    )
}
