//! The record of a run: the cycles of each instruction, and the reasons for lost cycles.

/// An instruction of a thread, on its way through the stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Which vertex, in the order of arrival.
    pub vertex: usize,
    /// Which thread.
    pub thread: usize,
    /// Index of the instruction.
    pub instruction: usize,
    /// Input buffer that it reads.
    pub buffer: usize,
}

/// Why no instruction began in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stall {
    /// No vertex is ready in an input buffer.
    Input,
    /// No output buffer is empty.
    Output,
    /// An operand is not there yet.
    Operand,
    /// The special function unit has not taken its last operation in.
    IluBusy,
    /// An earlier, slower instruction writes the same register later.
    WriteOrder,
    /// The program writes constants, so the vertex before must be through.
    Serial,
    /// All vertices have issued; the pipeline runs empty.
    Emptying,
    /// The host loads a program or constants.
    Setup,
}

impl Stall {
    /// All reasons, with a word for each.
    pub const ALL: [(Stall, &str); 8] = [
        (Stall::Input, "no vertex in an input buffer"),
        (Stall::Output, "no empty output buffer"),
        (Stall::Operand, "operand not there yet"),
        (Stall::IluBusy, "special function unit busy"),
        (Stall::WriteOrder, "earlier write comes later"),
        (Stall::Serial, "constants are written, one vertex at a time"),
        (Stall::Emptying, "pipeline runs empty"),
        (Stall::Setup, "set-up mode: a program or constants are loaded"),
    ];

    /// A name for tools.
    pub fn key(self) -> &'static str {
        match self {
            Stall::Input => "input",
            Stall::Output => "output",
            Stall::Operand => "operand",
            Stall::IluBusy => "ilu-busy",
            Stall::WriteOrder => "write-order",
            Stall::Serial => "serial",
            Stall::Emptying => "emptying",
            Stall::Setup => "set-up",
        }
    }

    /// Position in [`Stall::ALL`].
    pub fn index(self) -> usize {
        Stall::ALL.iter().position(|row| row.0 == self).unwrap_or(0)
    }
}

/// The passage of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which instruction of whom.
    pub token: Token,
    /// Cycles that it was next in turn and could not read its registers.
    pub waited: u64,
    /// Cycle of register read.
    pub read: u64,
    /// Cycle of swizzle and negate; later than `read + 1` where it was held.
    pub swizzle: u64,
    /// Cycle of write-back.
    pub write: u64,
    /// Why it waited or was held.
    pub reason: Option<Stall>,
}

impl Row {
    /// The stage names with the cycles in which each begins; stages last until the next begins.
    pub fn stages(&self) -> Vec<(String, u64)> {
        let mut stages = vec![("RR".to_string(), self.read), ("SN".into(), self.swizzle)];
        let execute = self.swizzle + 1..self.write;
        stages.extend(
            execute
                .enumerate()
                .map(|(number, cycle)| (format!("E{}", number + 1), cycle)),
        );
        stages.push(("WB".into(), self.write));
        stages
    }

    /// Cycles between register read and swizzle in which it was held.
    pub fn held(&self) -> u64 {
        self.swizzle - self.read - 1
    }
}
