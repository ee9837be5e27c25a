//! The trace for pipeline viewers: the Kanata log format, version 4, as Konata reads it.
//!
//! Every instruction is an entry of its QPU (as thread number) with two stages: `W` while it waits, `X` while it
//! executes. Transfers are entries of threads 100 (loads) and 101 (stores).

use std::fmt::Write;

use super::{InstructionEvent, Observer, TransferEvent};

/// One entry of the log.
#[derive(Debug)]
struct Entry {
    start: u64,
    execute: u64,
    end: u64,
    thread: u8,
    label: String,
}

/// Gathers entries, up to a limit, and writes them by cycle.
#[derive(Debug)]
pub struct KanataTrace {
    entries: Vec<Entry>,
    limit: usize,
    disassemble: fn(u64) -> String,
}

impl KanataTrace {
    /// A trace of at most `limit` entries; `disassemble` spells a word.
    pub fn new(limit: usize, disassemble: fn(u64) -> String) -> KanataTrace {
        KanataTrace {
            entries: Vec::new(),
            limit,
            disassemble,
        }
    }

    /// The log.
    pub fn into_text(mut self) -> String {
        self.entries.sort_by_key(|entry| (entry.start, entry.thread));
        // What happens when: begin (0), second stage (1), end (2), each with its entry.
        let mut steps: Vec<(u64, u8, usize)> = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            steps.push((entry.start, 0, number));
            if entry.execute > entry.start {
                steps.push((entry.execute, 1, number));
            }
            steps.push((entry.end, 2, number));
        }
        steps.sort_unstable();
        let mut text = String::from("Kanata\t0004\n");
        let mut now = steps.first().map_or(0, |step| step.0);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "C=\t{now}");
        for (clock, step, number) in steps {
            if clock > now {
                let _ = writeln!(text, "C\t{}", clock - now);
                now = clock;
            }
            let entry = &self.entries[number];
            let _ = match step {
                0 => {
                    let stage = if entry.execute > entry.start { "W" } else { "X" };
                    writeln!(
                        text,
                        "I\t{number}\t{number}\t{}\nL\t{number}\t0\t{}\nS\t{number}\t0\t{stage}",
                        entry.thread, entry.label
                    )
                }
                1 => writeln!(text, "S\t{number}\t0\tX"),
                _ => writeln!(text, "R\t{number}\t{number}\t0"),
            };
        }
        text
    }

    fn push(&mut self, entry: Entry) {
        if self.entries.len() < self.limit {
            self.entries.push(entry);
        }
    }
}

impl Observer for KanataTrace {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        let label = format!("{:08x}: {}", event.address, (self.disassemble)(event.word));
        self.push(Entry {
            start: event.start,
            execute: event.start + event.stalled,
            end: event.end,
            thread: event.qpu,
            label,
        });
    }

    fn transfer(&mut self, event: &TransferEvent) {
        self.push(Entry {
            start: event.start,
            execute: event.start,
            end: event.end,
            thread: 100 + u8::from(event.store),
            label: format!(
                "{} bytes at {:08x} for QPU {}",
                event.bytes, event.address, event.qpu
            ),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the Kanata log format: header, `C=` start, I/L/S before R, cycles only forward.
    #[test]
    fn entries_come_by_cycle() {
        let mut trace = KanataTrace::new(10, |word| format!("word {word}"));
        let lanes = [0; 16];
        for (start, stalled) in [(8, 4), (0, 0)] {
            trace.instruction(&InstructionEvent {
                qpu: 1,
                thread: 0,
                start,
                end: start + 4 + stalled,
                stalled,
                address: 0x10,
                word: 5,
                add: &lanes,
                mul: &lanes,
                r4: &lanes,
            });
        }
        let text = trace.into_text();
        assert_eq!(
            text,
            "Kanata\t0004\nC=\t0\nI\t0\t0\t1\nL\t0\t0\t00000010: word 5\nS\t0\t0\tX\nC\t4\nR\t0\t0\t0\nC\t4\n\
             I\t1\t1\t1\nL\t1\t0\t00000010: word 5\nS\t1\t0\tW\nC\t4\nS\t1\t0\tX\nC\t4\nR\t1\t1\t0\n"
        );
    }
}
