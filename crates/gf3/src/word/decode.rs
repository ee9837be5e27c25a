//! From bits to meaning.

use super::{
    Instruction, Malformed, OutputTarget, OutputWrite, Reason, Register, Source, TemporaryWrite, Unit, Word,
};
use quadrille_isa::nv20::{IluOp, MacOp, Output, field, limit};

/// What a word means.
///
/// # Errors
///
/// A reserved operation, or a register that does not exist where the word uses it. Fields that the word's
/// operations do not use are not looked at.
pub fn decode(word: Word) -> Result<Instruction, Reason> {
    if word
        .0
        .iter()
        .zip(field::UNUSED)
        .any(|(word, unused)| word & unused != 0)
    {
        return Err(Reason::UnusedBits);
    }
    let code = word.get(field::MAC);
    let mac = MacOp::from_code(code).ok_or(Reason::ReservedMac(code))?;
    let ilu = IluOp::from_code(word.get(field::ILU)).unwrap_or(IluOp::Nop);
    let used = mac.shape().reads();
    let operands = [
        if used[0] { Some(operand(word, 0)?) } else { None },
        if used[1] { Some(operand(word, 1)?) } else { None },
        if used[2] || ilu != IluOp::Nop {
            Some(operand(word, 2)?)
        } else {
            None
        },
    ];
    let writes = mac != MacOp::Nop && mac != MacOp::Arl;
    let own = word.get(field::TEMPORARY);
    let paired = mac != MacOp::Nop;
    let ilu_register = if paired { limit::PAIRED_TEMPORARY } else { own };
    Ok(Instruction {
        mac,
        ilu,
        operands,
        mac_write: temporary(writes, own, word.get(field::MAC_MASK))?,
        ilu_write: temporary(ilu != IluOp::Nop, ilu_register, word.get(field::ILU_MASK))?,
        output: output(word, writes, ilu != IluOp::Nop)?,
        relative: word.get(field::RELATIVE) == 1,
        last: word.get(field::LAST) == 1,
    })
}

/// The instructions of a program, up to and with the first that has the final bit.
///
/// # Errors
///
/// The first malformed word, or a missing final bit at the index after the last word.
pub fn decode_program(words: &[Word]) -> Result<Vec<Instruction>, Malformed> {
    let mut program = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if index >= limit::SLOTS {
            return Err(Malformed {
                index,
                reason: Reason::TooLong,
            });
        }
        let instruction = decode(*word).map_err(|reason| Malformed { index, reason })?;
        program.push(instruction);
        if instruction.last {
            return Ok(program);
        }
    }
    Err(Malformed {
        index: words.len(),
        reason: Reason::NoFinal,
    })
}

/// Operand A, B or C.
fn operand(word: Word, slot: usize) -> Result<Source, Reason> {
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
    let register = match word.get(mux) {
        0 => return Err(Reason::NoFile(name)),
        1 if temporary > limit::POSITION_TEMPORARY => return Err(Reason::WildTemporary(name, temporary)),
        1 => Register::Temporary(temporary),
        2 => Register::Input(word.get(field::INPUT)),
        _ => match word.get(field::CONSTANT) {
            index if usize::from(index) >= limit::CONSTANTS => return Err(Reason::WildConstant(index)),
            index => Register::Constant(index),
        },
    };
    let bits = word.get(swizzle);
    Ok(Source {
        register,
        swizzle: [bits >> 6, bits >> 4 & 3, bits >> 2 & 3, bits & 3],
        negate: word.get(negate) == 1,
    })
}

/// A write of a unit that is active to a temporary.
fn temporary(active: bool, register: u8, mask: u8) -> Result<Option<TemporaryWrite>, Reason> {
    if !active || mask == 0 {
        return Ok(None);
    }
    if usize::from(register) >= limit::TEMPORARIES {
        return Err(Reason::WildDestination(register));
    }
    Ok(Some(TemporaryWrite { register, mask }))
}

/// The write to an output or constant, if the unit that it takes its value from has one.
fn output(word: Word, mac: bool, ilu: bool) -> Result<Option<OutputWrite>, Reason> {
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
        return Ok(None);
    }
    let target = if to_output {
        Output::from_index(address).ok_or(Reason::WildOutput(address))?;
        OutputTarget::Output(address)
    } else if usize::from(address) >= limit::CONSTANTS {
        return Err(Reason::WildConstantWrite(address));
    } else {
        OutputTarget::Constant(address)
    };
    Ok(Some(OutputWrite { from, target, mask }))
}
