//! A profile as a timeline: a row of commands, and for each stage a row of the batches of its programs.

use std::time::Duration;

use quadrille::scene::{MOST_BATCHES, Profile};
use quadrille::steps::one_line;
use quadrille::{Source, Span, Stage};
use quadrille_timeline::{Argument, Timeline, Track};

use super::rows::stage_name;

/// Events of commands and names that there is room for, beside those of batches.
const OTHERS: usize = 1 << 20;

/// Times are nanoseconds.
const TICKS: f64 = 1000.0;

const PROCESS: u32 = 1;
const COMMANDS: Track = Track {
    process: PROCESS,
    thread: 1,
};

/// The trace, in JSON.
pub(super) fn trace(name: &str, source: &Source, profile: &Profile) -> String {
    let line = |at: u32| u64::from(source.position(at).line);
    let mut timeline = Timeline::new(MOST_BATCHES + OTHERS, TICKS);
    timeline.name_process(PROCESS, name);
    timeline.name_track(COMMANDS, "commands");
    for command in &profile.commands {
        let (start, end) = ticks(command.begun, command.time);
        let arguments = [("line", Argument::Number(line(command.span.start)))];
        timeline.span(COMMANDS, &one_line(source, command.span), start, end, &arguments);
    }
    let mut stages: Vec<Stage> = Vec::new();
    for batch in &profile.batches {
        let known = stages.iter().position(|stage| *stage == batch.stage);
        let row = known.unwrap_or_else(|| {
            stages.push(batch.stage);
            stages.len() - 1
        });
        let track = Track {
            process: PROCESS,
            thread: COMMANDS.thread + 1 + row as u32,
        };
        if known.is_none() {
            timeline.name_track(track, stage_name(batch.stage));
        }
        let (start, end) = ticks(batch.begun, batch.time);
        let arguments = [("line", Argument::Number(line(Span::at(batch.start).start)))];
        timeline.span(track, "batch", start, end, &arguments);
    }
    timeline.into_text()
}

/// Begin and end in nanoseconds.
fn ticks(begun: Duration, time: Duration) -> (u64, u64) {
    let tick = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    (tick(begun), tick(begun.saturating_add(time)))
}
