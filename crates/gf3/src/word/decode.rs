//! From bits to meaning.

use super::{
    Instruction, Malformed, OutputTarget, OutputWrite, Reason, Register, SourceOperand, TemporaryWrite, Unit,
    Word,
};
use quadrille_isa::nv20::{Field, IluOp, MacOp, Output, field, limit};

/// The instruction that a word encodes.
///
/// # Errors
///
/// A reserved operation, or a register that does not exist where the word uses it. Fields that the word's
/// operations do not use are not looked at.
pub fn decode(word: Word) -> Result<Instruction, Reason> {
    let (instruction, odd) = decode_any(word);
    odd.first().map_or(Ok(instruction), |reason| Err(*reason))
}

/// The instruction that a word encodes, with placeholders for what the machine does not have, and the reasons.
pub fn decode_any(word: Word) -> (Instruction, Vec<Reason>) {
    let mut reader = Reader {
        word,
        odd: Vec::new(),
    };
    if word.stored() != word {
        reader.odd.push(Reason::UnusedBits);
    }
    let code = word.get(field::MAC);
    let mac = MacOp::from_code(code).unwrap_or_else(|| {
        reader.odd.push(Reason::ReservedMac(code));
        MacOp::Nop
    });
    let ilu = IluOp::from_code(word.get(field::ILU)).unwrap_or(IluOp::Nop);
    let mut used = mac.shape().reads();
    used[2] |= ilu != IluOp::Nop;
    let operands = [0, 1, 2].map(|slot| used[slot].then(|| reader.operand(slot)));
    let writes = mac != MacOp::Nop && mac != MacOp::Arl;
    let own = word.get(field::TEMPORARY);
    let paired = code != MacOp::Nop.code();
    let ilu_register = if paired { limit::PAIRED_TEMPORARY } else { own };
    let instruction = Instruction {
        mac,
        ilu,
        operands,
        mac_write: reader.temporary(writes, own, field::MAC_MASK),
        ilu_write: reader.temporary(ilu != IluOp::Nop, ilu_register, field::ILU_MASK),
        output: reader.output(writes, ilu != IluOp::Nop),
        relative: word.get(field::RELATIVE) == 1,
        last: word.get(field::LAST) == 1,
    };
    (instruction, reader.odd)
}

/// The instructions of a program, up to and with the first that has the final bit.
///
/// # Errors
///
/// The first malformed word, or a missing final bit at the index after the last word.
pub fn decode_program(words: &[Word]) -> Result<Vec<Instruction>, Malformed> {
    let (program, odd) = decode_any_program(words)?;
    odd.first().map_or(Ok(program), |malformed| Err(*malformed))
}

/// The same with placeholders for what the machine does not have, and what that is.
///
/// # Errors
///
/// A missing final bit, more words than slots.
pub fn decode_any_program(words: &[Word]) -> Result<(Vec<Instruction>, Vec<Malformed>), Malformed> {
    let (mut program, mut odd) = (Vec::new(), Vec::new());
    for (index, word) in words.iter().enumerate().take(limit::SLOTS) {
        let (instruction, reasons) = decode_any(*word);
        odd.extend(reasons.into_iter().map(|reason| Malformed { index, reason }));
        program.push(instruction);
        if instruction.last {
            return Ok((program, odd));
        }
    }
    let index = program.len();
    let reason = if words.len() > index {
        Reason::TooLong
    } else {
        Reason::NoFinal
    };
    Err(Malformed { index, reason })
}

/// Reads the parts of a word, and keeps what is odd about them.
struct Reader {
    word: Word,
    odd: Vec<Reason>,
}

impl Reader {
    /// Operand A, B or C.
    fn operand(&mut self, slot: usize) -> SourceOperand {
        let word = self.word;
        let name = ['A', 'B', 'C'][slot];
        let (mux, swizzle, negate, temporary) = match slot {
            0 => (
                field::A_MUX,
                field::A_SWIZZLE,
                field::A_NEGATE,
                word.get(field::A_TEMPORARY),
            ),
            1 => (
                field::B_MUX,
                field::B_SWIZZLE,
                field::B_NEGATE,
                word.get(field::B_TEMPORARY),
            ),
            _ => (
                field::C_MUX,
                field::C_SWIZZLE,
                field::C_NEGATE,
                word.c_temporary(),
            ),
        };
        let constant = word.get(field::CONSTANT);
        let register = match word.get(mux) {
            0 => Err(Reason::NoFile(name)),
            1 if temporary > limit::POSITION_TEMPORARY => Err(Reason::WildTemporary(name, temporary)),
            1 => Ok(Register::Temporary(temporary)),
            2 => Ok(Register::Input(word.get(field::INPUT))),
            _ if usize::from(constant) >= limit::CONSTANTS => Err(Reason::WildConstant(constant)),
            _ => Ok(Register::Constant(constant)),
        };
        let bits = word.get(swizzle);
        SourceOperand {
            register: register.unwrap_or_else(|reason| {
                self.odd.push(reason);
                Register::Absent
            }),
            swizzle: [bits >> 6, bits >> 4 & 3, bits >> 2 & 3, bits & 3],
            negate: word.get(negate) == 1,
        }
    }

    /// A write of a unit that is active to a temporary.
    fn temporary(&mut self, active: bool, register: u8, mask: Field) -> Option<TemporaryWrite> {
        let mask = self.word.get(mask);
        if !active || mask == 0 {
            return None;
        }
        if usize::from(register) >= limit::TEMPORARIES {
            self.odd.push(Reason::WildDestination(register));
            return None;
        }
        Some(TemporaryWrite { register, mask })
    }

    /// The write to an output or constant, if the unit that it takes its value from has one.
    fn output(&mut self, mac: bool, ilu: bool) -> Option<OutputWrite> {
        let word = self.word;
        let (from, active) = match word.get(field::OUTPUT_MUX) {
            0 => (Unit::Mac, mac),
            _ => (Unit::Ilu, ilu),
        };
        let mask = word.get(field::OUTPUT_MASK);
        let address = word.get(field::OUTPUT_ADDRESS);
        let to_output = word.get(field::OUTPUT_FILE) == 1;
        // Drivers write 0xff, some words 15, for "none".
        let nowhere = to_output && (address == limit::NO_OUTPUT || address == 15);
        if !active || mask == 0 || nowhere {
            return None;
        }
        let target = if to_output {
            if Output::from_index(address).is_none() {
                self.odd.push(Reason::WildOutput(address));
                return None;
            }
            OutputTarget::Output(address)
        } else if usize::from(address) >= limit::CONSTANTS {
            self.odd.push(Reason::WildConstantWrite(address));
            return None;
        } else {
            OutputTarget::Constant(address)
        };
        Some(OutputWrite { from, target, mask })
    }
}
