//! A trace that Perfetto and chrome://tracing open, a cycle a microsecond.

use quadrille_timeline::{Argument, Timeline, Track};

use super::diagram::{label, notation};
use super::trace::Row;
use crate::function::Program;
use crate::word::Numbering;

/// The trace of some instructions: a process a thread of the machine, in it as many threads as instructions are on
/// their way at once, and in an instruction its stages. Numbers begin at 1, as process 0 is the idle one of a system.
pub fn trace(program: &Program, rows: &[Row], numbering: Numbering) -> String {
    let mut timeline = Timeline::new(usize::MAX, 1.0);
    let number = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
    let mut tracks: Vec<(usize, u64)> = Vec::new();
    let mut threads: Vec<usize> = rows.iter().map(|row| row.token.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    for thread in threads {
        timeline.name_process(number(thread), &format!("thread t{thread}"));
    }
    for row in rows {
        let (begin, end) = (row.read - row.waited, row.write + 1);
        let thread = row.token.thread;
        let place = tracks
            .iter()
            .position(|(owner, free)| *owner == thread && *free <= begin);
        let at = place.unwrap_or(tracks.len());
        let track = Track {
            process: number(thread),
            thread: number(at),
        };
        if place.is_none() {
            tracks.push((thread, 0));
            timeline.name_track(track, "in flight");
        }
        tracks[at].1 = end;
        let text = program.instructions().get(row.token.instruction);
        let text = text.map_or_else(
            || label(program, row, false, numbering),
            |one| notation(one, numbering),
        );
        let mut span = |name: &str, from: u64, to: u64, waits: bool| {
            let mut arguments = vec![
                ("vertex", Argument::Number(row.token.vertex as u64)),
                ("word", Argument::Number(row.token.instruction as u64)),
            ];
            if let (true, Some(reason)) = (waits, row.reason) {
                arguments.push(("reason", Argument::Text(reason.key())));
            }
            timeline.span(track, name, from, to, &arguments);
        };
        span(&text, begin, end, false);
        if row.waited > 0 {
            span("wait", begin, row.read, true);
        }
        let stages = row.stages();
        for (at, (name, from)) in stages.iter().enumerate() {
            let next = stages.get(at + 1).map_or(end, |stage| stage.1);
            if at == 0 && row.held() > 0 {
                span(name, *from, from + 1, false);
                span("hold", from + 1, next, true);
            } else {
                span(name, *from, next, false);
            }
        }
    }
    timeline.into_text()
}
