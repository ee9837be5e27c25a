//! Two neighbouring instructions in one word, where one needs the vector unit and the other the special
//! function unit.
//!
//! Both halves of a word read what was before, so the second must not read what the first writes. Nothing is
//! moved past anything else: traces keep their order.

use super::Lowered;
use crate::word::{Instruction, OutputTarget, Register, encode};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// Pairs neighbours from the first instruction on.
pub fn pair(lowered: &mut Lowered) {
    let mut paired: Vec<(Instruction, quadrille_base::Span)> = Vec::new();
    for (instruction, span) in lowered.instructions.drain(..) {
        let before = paired.last_mut();
        match before.and_then(|before| Some((together(&before.0, &instruction)?, before))) {
            Some((both, before)) => *before = (both, before.1.to(span)),
            None => paired.push((instruction, span)),
        }
    }
    lowered.instructions = paired;
    lowered.finish();
}

/// Both instructions in one, if they may be.
fn together(first: &Instruction, second: &Instruction) -> Option<Instruction> {
    let (mac, ilu) = match (first.is_vector(), second.is_vector()) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    if first.is_paired() || second.is_paired() || ilu.ilu == IluOp::Nop || first.last {
        return None;
    }
    let one_output = mac.output.is_none() || ilu.output.is_none();
    let relative = mac.relative == ilu.relative || mac.constant().is_none() || ilu.constant().is_none();
    let free = mac.operands[2].is_none() || mac.operands[2] == ilu.operands[2];
    if !one_output || !relative || !free || depends(second, first) || overlap(first, second) {
        return None;
    }
    let both = Instruction {
        ilu: ilu.ilu,
        operands: [mac.operands[0], mac.operands[1], ilu.operands[2]],
        ilu_write: ilu.ilu_write,
        output: mac.output.or(ilu.output),
        relative: mac.relative || ilu.relative,
        last: first.last || second.last,
        ..*mac
    };
    // The word has the last say: one constant, one attribute, R1.
    encode(&both).ok().map(|_| both)
}

/// Whether an instruction reads what another writes.
fn depends(reader: &Instruction, writer: &Instruction) -> bool {
    let temporaries = [writer.mac_write, writer.ilu_write];
    let address = writer.mac == MacOp::Arl && reader.relative;
    address
        || reader
            .operands
            .iter()
            .flatten()
            .any(|source| match (source.register, writer.output) {
                (Register::Temporary(limit::POSITION_TEMPORARY), Some(write)) => {
                    write.target == OutputTarget::Output(0)
                }
                (Register::Temporary(index), _) => {
                    temporaries.iter().flatten().any(|write| write.register == index)
                }
                (Register::Constant(_), Some(write)) => matches!(write.target, OutputTarget::Constant(_)),
                _ => false,
            })
}

/// Whether two instructions write the same temporary.
fn overlap(first: &Instruction, second: &Instruction) -> bool {
    let writes = |instruction: &Instruction| [instruction.mac_write, instruction.ilu_write];
    let second = writes(second);
    writes(first)
        .iter()
        .flatten()
        .any(|a| second.iter().flatten().any(|b| a.register == b.register))
}

impl Instruction {
    /// Whether the vector unit alone, or with the other, has an operation.
    fn is_vector(&self) -> bool {
        self.mac != MacOp::Nop
    }
}
