//! What may watch a run: traces, sanitizers, profiles.

use quadrille_program::{InstId, Operand, Register};

/// One executed instruction in one lane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<'a> {
    /// The instruction.
    pub instruction: InstId,
    /// The lane.
    pub lane: usize,
    /// Operand vectors as the operation got them: selected, magnitude taken, negated.
    pub operands: &'a [[u32; 4]],
    /// The result before the write mask, if there is one.
    pub result: Option<[u32; 4]>,
}

/// Watches a run of the reference engine.
pub trait Observer {
    /// Whether it watches at all; where not, the calls are not even prepared.
    const WATCHES: bool = true;

    /// An instruction was executed in a lane.
    fn step(&mut self, step: Step<'_>) {
        let _ = step;
    }

    /// An operand reads components of a temporary, result or address register that were never written;
    /// bit 0 of `components` is x.
    fn uninitialised(&mut self, instruction: InstId, lane: usize, operand: &Operand, components: u8) {
        let _ = (instruction, lane, operand, components);
    }

    /// A run-time index lies outside its array.
    fn out_of_range(&mut self, instruction: InstId, lane: usize, register: &Register, index: i64) {
        let _ = (instruction, lane, register, index);
    }
}

/// The observer that sees nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quiet;

impl Observer for Quiet {
    const WATCHES: bool = false;
}
