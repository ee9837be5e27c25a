//! A trace that Perfetto and chrome://tracing open: the JSON of the Trace Event Format, a cycle a microsecond.

use super::diagram::{label, notation};
use super::trace::Row;
use crate::function::Program;
use crate::word::Numbering;

/// The trace of some instructions: a process a thread of the machine, in it as many threads as instructions are on
/// their way at once, and in an instruction its stages. Numbers begin at 1, as process 0 is the idle one of a system.
pub fn trace(program: &Program, rows: &[Row], numbering: Numbering) -> String {
    let mut events: Vec<String> = Vec::new();
    let mut tracks: Vec<(usize, u64)> = Vec::new();
    let mut threads: Vec<usize> = rows.iter().map(|row| row.token.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let name = |what: &str, process: usize, track: usize, name: &str| {
        format!(
            "{{\"ph\":\"M\",\"name\":\"{what}\",\"pid\":{process},\"tid\":{track},\"ts\":0,\"args\":{{\"name\":\"{name}\"}}}}"
        )
    };
    for thread in threads {
        events.push(name("process_name", thread + 1, 0, &format!("thread t{thread}")));
    }
    for row in rows {
        let (begin, end) = (row.read - row.waited, row.write + 1);
        let thread = row.token.thread;
        let place = tracks
            .iter()
            .position(|(owner, free)| *owner == thread && *free <= begin);
        let track = place.unwrap_or_else(|| {
            tracks.push((thread, 0));
            events.push(name("thread_name", thread + 1, tracks.len(), "in flight"));
            tracks.len() - 1
        });
        tracks[track].1 = end;
        let text = program.instructions().get(row.token.instruction);
        let text = text.map_or_else(
            || label(program, row, false, numbering),
            |one| notation(one, numbering),
        );
        let vertex = row.token.vertex;
        let mut span = |name: &str, from: u64, to: u64, reason: &str| {
            events.push(format!(
                "{{\"ph\":\"X\",\"name\":\"{name}\",\"pid\":{},\"tid\":{},\"ts\":{from},\"dur\":{},\
                 \"args\":{{\"vertex\":{vertex},\"word\":{}{reason}}}}}",
                thread + 1,
                track + 1,
                to - from,
                row.token.instruction
            ));
        };
        let reason = row
            .reason
            .map_or_else(String::new, |reason| format!(",\"reason\":\"{}\"", reason.key()));
        span(&text, begin, end, "");
        if row.waited > 0 {
            span("wait", begin, row.read, &reason);
        }
        let stages = row.stages();
        for (at, (name, from)) in stages.iter().enumerate() {
            let next = stages.get(at + 1).map_or(end, |stage| stage.1);
            if at == 0 && row.held() > 0 {
                span(name, *from, from + 1, "");
                span("hold", from + 1, next, &reason);
            } else {
                span(name, *from, next, "");
            }
        }
    }
    format!(
        "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{}\n]}}\n",
        events.join(",\n")
    )
}
