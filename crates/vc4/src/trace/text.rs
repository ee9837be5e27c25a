//! The trace as text: a line an instruction, in the order in which the emulator ran them.

use std::fmt::Write;

use super::{InstructionEvent, Observer, TransferEvent};

/// Writes lines `clock qpu.thread address word | add mul r4` into a string, up to a limit of lines.
#[derive(Debug)]
pub struct TextTrace {
    text: String,
    left: usize,
    disassemble: fn(u64) -> String,
    has_floats: bool,
}

impl TextTrace {
    /// A trace of at most `lines` lines; `disassemble` spells a word.
    pub fn new(lines: usize, disassemble: fn(u64) -> String) -> TextTrace {
        TextTrace {
            text: String::new(),
            left: lines,
            disassemble,
            has_floats: false,
        }
    }

    /// The same with values as floats.
    pub fn with_floats(self) -> TextTrace {
        TextTrace {
            has_floats: true,
            ..self
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
fn elements(lanes: &[u32; 16], as_floats: bool) -> String {
    let spell = |element: u32| {
        let float = f32::from_bits(element);
        match as_floats {
            false => format!("{element:08x}"),
            // The QPU has no denormal numbers: such bits are more often an integer.
            true if float.is_subnormal() || float.is_nan() => format!("{element:#x}"),
            true => format!("{float:?}"),
        }
    };
    if lanes.iter().all(|&element| element == lanes[0]) {
        return format!("{}*16", spell(lanes[0]));
    }
    lanes
        .iter()
        .map(|&element| spell(element))
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
            elements(event.add, self.has_floats),
            elements(event.mul, self.has_floats),
            elements(event.r4, self.has_floats),
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
