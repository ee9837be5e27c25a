//! The log that the Konata pipeline viewer opens (Kanata format, version 4).

use super::diagram::label;
use super::trace::Row;
use crate::function::Program;
use crate::word::Numbering;

/// The log of some instructions.
pub fn log(program: &Program, rows: &[Row], numbering: Numbering) -> String {
    let mut events: Vec<(u64, usize, String)> = Vec::new();
    for (id, row) in rows.iter().enumerate() {
        let thread = row.token.thread;
        let text = label(program, row, true, numbering);
        let begin = row.read - row.waited;
        events.push((
            begin,
            id,
            format!("I\t{id}\t{id}\t{thread}\nL\t{id}\t0\t{text}\n"),
        ));
        if row.waited > 0 {
            events.push((begin, id, format!("S\t{id}\t0\twait\n")));
        }
        for (name, cycle) in row.stages() {
            events.push((cycle, id, format!("S\t{id}\t0\t{name}\n")));
        }
        if row.held() > 0 {
            events.push((row.read + 1, id, format!("S\t{id}\t0\thold\n")));
        }
        events.push((row.write + 1, id, format!("E\t{id}\t0\tWB\nR\t{id}\t{id}\t0\n")));
    }
    // Stable, so that events of one cycle keep the order in which they were made.
    events.sort_by_key(|event| (event.0, event.1));
    let mut log = String::from("Kanata\t0004\nC=\t0\n");
    let mut now = 0;
    for (cycle, _, text) in events {
        if cycle > now {
            log += &format!("C\t{}\n", cycle - now);
            now = cycle;
        }
        log += &text;
    }
    log
}
