//! The timeline of a program run: each executed instruction, a microsecond long.

use quadrille::TraceStep;
use quadrille::steps::one_line;
use quadrille_base::{Source, Span};
use quadrille_timeline::{Argument, Timeline, Track};

/// Events that a timeline has.
const EVENTS: usize = 1_000_000;

const PROCESS: u32 = 1;

/// A row for each first lane of those that execute an instruction together.
pub(super) struct StepsTimeline {
    timeline: Timeline,
    rows: Vec<usize>,
    at: u64,
}

impl StepsTimeline {
    pub(super) fn new(name: &str) -> StepsTimeline {
        let mut timeline = Timeline::new(EVENTS, 1.0);
        timeline.name_process(PROCESS, name);
        StepsTimeline {
            timeline,
            rows: Vec::new(),
            at: 0,
        }
    }

    /// An instruction was executed, with its place in the source.
    pub(super) fn add(&mut self, source: &Source, span: Span, step: &TraceStep) {
        let first = step.lanes.first().copied().unwrap_or(0);
        let track = Track {
            process: PROCESS,
            thread: u32::try_from(first + 1).unwrap_or(u32::MAX),
        };
        if !self.rows.contains(&first) {
            self.rows.push(first);
            self.timeline.name_track(track, &format!("lane {first}"));
        }
        let line = u64::from(source.position(span.start).line);
        let arguments = [
            ("line", Argument::Number(line)),
            ("lanes", Argument::Number(step.lanes.len() as u64)),
        ];
        let text = one_line(source, span);
        self.timeline.span(track, &text, self.at, self.at + 1, &arguments);
        self.at += 1;
    }

    /// The timeline in JSON, and how many events there was no room for.
    pub(super) fn finish(self) -> (String, usize) {
        let dropped = self.timeline.dropped();
        (self.timeline.into_text(), dropped)
    }
}
