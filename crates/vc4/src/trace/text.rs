//! The trace as text: a line an instruction, in the order in which the emulator ran them.

use std::fmt::Write;

use super::{InstructionEvent, Observer, TransferEvent};

/// Writes lines `clock qpu.thread address word | add mul r4` into a string, up to a limit of lines.
#[derive(Debug)]
pub struct TextTrace {
    text: String,
    left: usize,
    disassemble: fn(u64) -> String,
}

impl TextTrace {
    /// A trace of at most `lines` lines; `disassemble` spells a word.
    pub fn new(lines: usize, disassemble: fn(u64) -> String) -> TextTrace {
        TextTrace {
            text: String::new(),
            left: lines,
            disassemble,
        }
    }

    /// The lines.
    pub fn into_text(self) -> String {
        self.text
    }

    fn line(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if self.left == 0 {
            self.text.push_str("the trace ends here because of its limit\n");
            return false;
        }
        true
    }
}

/// An element list, shortened where all elements are equal.
fn elements(lanes: &[u32; 16]) -> String {
    if lanes.iter().all(|&element| element == lanes[0]) {
        return format!("{:08x}*16", lanes[0]);
    }
    lanes
        .iter()
        .map(|element| format!("{element:08x}"))
        .collect::<Vec<_>>()
        .join(" ")
}

impl Observer for TextTrace {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        if !self.line() {
            return;
        }
        let stalled = if event.stalled > 0 {
            format!(" (waited {})", event.stalled)
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "{:>8} {:>2}.{} {:08x} {:016x} {}{stalled}\n    add {}\n    mul {}\n    r4  {}",
            event.start,
            event.qpu,
            event.thread,
            event.address,
            event.word,
            (self.disassemble)(event.word),
            elements(event.add),
            elements(event.mul),
            elements(event.r4),
        );
    }

    fn transfer(&mut self, event: &TransferEvent) {
        if !self.line() {
            return;
        }
        let direction = if event.store { "store to" } else { "load from" };
        let _ = writeln!(
            self.text,
            "{:>8} {:>2}   {direction} {:08x}, {} bytes, until {}",
            event.start, event.qpu, event.address, event.bytes, event.end
        );
    }
}
