//! The front end by the cycle: attributes that arrive, set-up, copies into input buffers; as text and as a picture.

use super::machine::Report;
use crate::picture::{bar, header, text, width};

/// Something that the front end did, from a cycle until another, the last one left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The first cycle.
    pub from: u64,
    /// The cycle after the last.
    pub until: u64,
    /// What it did.
    pub work: Work,
}

/// The work of the front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Programs and constants were loaded.
    Setup {
        /// Instructions and constants, 128 bits each.
        words: u32,
    },
    /// The attributes of a vertex arrived in the attribute buffer.
    Fetch {
        /// The vertex, counted in the order of arrival.
        vertex: usize,
        /// The attributes that were sent, a bit each.
        slots: u16,
    },
    /// The attribute buffer was copied to an input buffer.
    Copy {
        /// The vertex.
        vertex: usize,
        /// The number of the input buffer.
        buffer: usize,
        /// The attributes that were copied, a bit each: those that had changed since the buffer was filled last.
        slots: u16,
    },
    /// An input buffer held a vertex that was not through its last instruction.
    Hold {
        /// The vertex.
        vertex: usize,
        /// The number of the input buffer.
        buffer: usize,
    },
}

impl Work {
    fn shown(self) -> String {
        match self {
            Work::Setup { words } => format!("set-up: {words} words of program and constants"),
            Work::Fetch { vertex, slots } => format!("vertex {vertex} arrives: {}", names(slots)),
            Work::Copy {
                vertex,
                buffer,
                slots,
            } => {
                format!("vertex {vertex} is copied to IB {buffer}: {}", names(slots))
            }
            Work::Hold { vertex, buffer } => format!("vertex {vertex} is in IB {buffer}"),
        }
    }

    /// The row of the picture that it is in, host, copies, then input buffers.
    fn row(self) -> usize {
        match self {
            Work::Setup { .. } | Work::Fetch { .. } => 0,
            Work::Copy { .. } => 1,
            Work::Hold { buffer, .. } => 2 + buffer,
        }
    }
}

/// `v0 v2 v3`.
fn names(slots: u16) -> String {
    let all: Vec<String> = (0..16)
        .filter(|slot| slots & (1 << slot) != 0)
        .map(|slot| format!("v{slot}"))
        .collect();
    if all.is_empty() {
        "nothing".into()
    } else {
        all.join(" ")
    }
}

/// The events, a line each, in the order in which they begin.
pub fn table(report: &Report) -> String {
    let mut out = format!("{:>13}  {}\n", "# Cycle", "Front end");
    for event in &report.front_events {
        let cycles = format!("{}-{}", event.from, event.until.max(event.from + 1) - 1);
        out += &format!("{cycles:>13}  {}\n", event.work.shown());
    }
    out
}

const CELL: u64 = 9;
const ROW: u64 = 26;
const MOST: u64 = 200;

/// The first cycles as a picture: what arrives, what is copied, and which input buffer holds which vertex.
pub fn picture(report: &Report) -> String {
    let rows = report
        .front_events
        .iter()
        .map(|event| event.work.row() + 1)
        .max()
        .unwrap_or(2)
        .max(2);
    let end = report
        .front_events
        .iter()
        .map(|event| event.until)
        .max()
        .unwrap_or(0)
        .min(MOST);
    let left = 70;
    let mut svg = header(left + CELL * end + 10, ROW * (rows as u64 + 1) + 12);
    for cycle in (0..end).step_by(10) {
        svg += &text(left + CELL * cycle + CELL / 2, 16, "middle", &cycle.to_string());
    }
    for row in 0..rows {
        let name = match row {
            0 => "arrives".into(),
            1 => "copied".into(),
            buffer => format!("IB {}", buffer - 2),
        };
        svg += &text(8, ROW * (row as u64 + 1) + 18, "start", &name);
    }
    for event in report.front_events.iter().filter(|event| event.from < MOST) {
        let (fill, labels) = match event.work {
            Work::Setup { .. } => ("#fdae6b", vec!["set-up".to_owned(), "s".into()]),
            Work::Fetch { vertex, .. } | Work::Copy { vertex, .. } | Work::Hold { vertex, .. } => {
                (shade(vertex), vec![vertex.to_string()])
            }
        };
        let (from, until) = (event.from, event.until.min(MOST).max(event.from + 1));
        let top = ROW * (event.work.row() as u64 + 1) + 3;
        svg += &bar(
            left + CELL * from + 1,
            top,
            CELL * (until - from) - 2,
            ROW - 6,
            fill,
        );
        // What has no room is told by its colour.
        if let Some(label) = labels.iter().find(|label| width(label) <= CELL * (until - from)) {
            svg += &text(left + CELL * (from + until) / 2, top + 15, "middle", label);
        }
    }
    svg + "</svg>\n"
}

fn shade(vertex: usize) -> &'static str {
    ["#9ecae1", "#c7e9c0", "#fdd0a2", "#dadaeb", "#fcbba1"][vertex % 5]
}
