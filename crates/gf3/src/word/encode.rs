//! From meaning to bits, with unused fields as NVIDIA's drivers fill them.

use super::{Instruction, OutputTarget, Register, SourceOperand, Unit, Word};
use quadrille_isa::nv20::{Field, IluOp, MacOp, field, limit};
use thiserror::Error;

/// Why one word cannot hold an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Conflict {
    /// Two constants.
    #[error("one instruction reads two constants")]
    Constants,
    /// Two attributes.
    #[error("one instruction reads two vertex attributes")]
    Inputs,
    /// The special function unit writes a temporary other than R1 beside a vector operation.
    #[error("beside a vector operation the special function unit writes R1 only")]
    PairedTemporary,
    /// An operand that an operation reads is absent, or one that none reads is present.
    #[error("the operands do not fit the operations")]
    Operands,
}

/// The values that drivers write in unused fields: identity swizzles, the attribute file, R7, output 0xff.
const IDLE: Word = Word([0; 4])
    .with(field::A_SWIZZLE, IDENTITY)
    .with(field::A_MUX, 2)
    .with(field::B_SWIZZLE, IDENTITY)
    .with(field::B_MUX, 2)
    .with(field::C_SWIZZLE, IDENTITY)
    .with(field::C_MUX, 2)
    .with(field::TEMPORARY, 7)
    .with(field::OUTPUT_FILE, 1)
    .with(field::OUTPUT_ADDRESS, limit::NO_OUTPUT);

/// The swizzle `xyzw`.
const IDENTITY: u8 = 0b00_01_10_11;

/// The word of an instruction.
///
/// # Errors
///
/// The conflict, if one word cannot hold the instruction.
pub fn encode(instruction: &Instruction) -> Result<Word, Conflict> {
    let mut word = IDLE
        .with(field::MAC, instruction.mac.code())
        .with(field::ILU, instruction.ilu.code())
        .with(field::RELATIVE, instruction.relative.into())
        .with(field::LAST, instruction.last.into());
    let mut used = instruction.mac.shape().reads();
    used[2] |= instruction.ilu != IluOp::Nop;
    let mut shared = Shared::default();
    for (slot, source) in instruction.operands.iter().enumerate() {
        match source {
            Some(source) if used[slot] => word = shared.operand(word, slot, source)?,
            None if !used[slot] => {}
            _ => return Err(Conflict::Operands),
        }
    }
    if let Some(write) = instruction.ilu_write {
        if instruction.mac != MacOp::Nop && write.register != limit::PAIRED_TEMPORARY {
            return Err(Conflict::PairedTemporary);
        }
        word = word
            .with(field::TEMPORARY, write.register)
            .with(field::ILU_MASK, write.mask);
    }
    if let Some(write) = instruction.mac_write {
        word = word
            .with(field::TEMPORARY, write.register)
            .with(field::MAC_MASK, write.mask);
    }
    if let Some(write) = instruction.output {
        let (file, address) = match write.target {
            OutputTarget::Output(index) => (1, index),
            OutputTarget::Constant(index) => (0, index),
        };
        word = word
            .with(field::OUTPUT_MASK, write.mask)
            .with(field::OUTPUT_FILE, file)
            .with(field::OUTPUT_ADDRESS, address)
            .with(field::OUTPUT_MUX, u8::from(write.from == Unit::Ilu));
    }
    Ok(word)
}

/// The fields that all operands of a word share.
#[derive(Default)]
struct Shared {
    constant: Option<u8>,
    input: Option<u8>,
}

impl Shared {
    /// Puts operand `slot` into the word.
    fn operand(&mut self, word: Word, slot: usize, source: &SourceOperand) -> Result<Word, Conflict> {
        let (mux, swizzle, negate) = match slot {
            0 => (field::A_MUX, field::A_SWIZZLE, field::A_NEGATE),
            1 => (field::B_MUX, field::B_SWIZZLE, field::B_NEGATE),
            _ => (field::C_MUX, field::C_SWIZZLE, field::C_NEGATE),
        };
        let [x, y, z, w] = source.swizzle;
        let word = word
            .with(swizzle, x << 6 | y << 4 | z << 2 | w)
            .with(negate, source.negate.into());
        let take = |place: &mut Option<u8>, field: Field, index, conflict| match place.replace(index) {
            Some(before) if before != index => Err(conflict),
            _ => Ok(word.with(field, index)),
        };
        match source.register {
            Register::Temporary(index) => Ok(match slot {
                0 => word.with(field::A_TEMPORARY, index),
                1 => word.with(field::B_TEMPORARY, index),
                _ => word
                    .with(field::C_TEMPORARY_HIGH, index >> 2)
                    .with(field::C_TEMPORARY_LOW, index),
            }
            .with(mux, 1)),
            Register::Input(index) => {
                take(&mut self.input, field::INPUT, index, Conflict::Inputs).map(|word| word.with(mux, 2))
            }
            Register::Constant(index) => {
                take(&mut self.constant, field::CONSTANT, index, Conflict::Constants)
                    .map(|word| word.with(mux, 3))
            }
            Register::Absent => Ok(word.with(mux, 0)),
        }
    }
}
