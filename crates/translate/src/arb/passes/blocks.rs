//! Where blocks of the code begin and end.

use crate::arb::code::{Instruction, Op};

/// The instructions of the loop that ends at a place, but for its first and last.
pub(in crate::arb) fn body(instructions: &[Instruction], end: usize) -> &[Instruction] {
    let mut depth = 0;
    for at in (0..end).rev() {
        match instructions[at].op {
            Op::EndLoop => depth += 1,
            Op::Loop if depth == 0 => return &instructions[at + 1..end],
            Op::Loop => depth -= 1,
            _ => {}
        }
    }
    &instructions[..end]
}

/// The place where the loop ends that begins at a place.
pub(in crate::arb) fn end(instructions: &[Instruction], begin: usize) -> usize {
    let mut depth = 0;
    for (at, instruction) in instructions.iter().enumerate().skip(begin + 1) {
        match instruction.op {
            Op::Loop => depth += 1,
            Op::EndLoop if depth == 0 => return at,
            Op::EndLoop => depth -= 1,
            _ => {}
        }
    }
    instructions.len()
}
