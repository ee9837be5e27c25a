//! From a 64-bit word to a typed instruction.

use super::field as f;
use super::{
    AddOp, Address, Alu, Branch, BranchCondition, Field, Form, ImmediateKind, Instruction, LoadImmediate,
    MulOp, Mux, OperandB, Pack, Results, Semaphore, Signal, SmallImmediate, Unpack,
};

/// Why a word is no instruction: a field holds a code that the tables reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reserved {
    /// The field.
    pub field: Field,
    /// The reserved code in it.
    pub code: u8,
}

impl std::fmt::Display for Reserved {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "field {} (bits {}:{}) holds the reserved code {}",
            self.field.name, self.field.high, self.field.low, self.code
        )
    }
}

impl std::error::Error for Reserved {}

/// Decodes a word; `word` is the high word shifted left by 32, or'ed with the low word.
///
/// # Errors
///
/// [`Reserved`] where a code has no row: add operations 9-11 and 25-29, packs 1, 2 and 8-10 with `pm` set,
/// load immediate modes 2 and 5-7, branch conditions 12-14, a branch with bits 59:56 not zero.
#[inline]
pub fn decode(word: u64) -> Result<Instruction, Reserved> {
    let Some(form) = Form::of(word) else {
        let field = if f::SIGNAL.get(word) == 15 {
            f::BRANCH_ZERO
        } else {
            f::MODE
        };
        return Err(reserved(field, word));
    };
    Ok(match form {
        Form::Alu | Form::AluSmallImmediate => Instruction::Alu(alu(form, word)?),
        Form::LoadWord => load(ImmediateKind::Word, word)?,
        Form::LoadSigned => load(ImmediateKind::Signed, word)?,
        Form::LoadUnsigned => load(ImmediateKind::Unsigned, word)?,
        Form::Semaphore => Instruction::Semaphore(Semaphore {
            results: results(word)?,
            value: word as u32,
        }),
        Form::Branch => Instruction::Branch(branch(word)?),
    })
}

const fn reserved(field: Field, word: u64) -> Reserved {
    Reserved {
        field,
        code: field.byte(word),
    }
}

const fn address(field: Field, word: u64) -> Address {
    Address::from_bits(field.byte(word))
}

fn results(word: u64) -> Result<Results, Reserved> {
    let condition = |field: Field| super::Condition::from_code(field.byte(word)).ok_or(reserved(field, word));
    Ok(Results {
        pack: Pack::from_codes(f::PM.is_set(word), f::PACK.byte(word)).ok_or(reserved(f::PACK, word))?,
        add_condition: condition(f::COND_ADD)?,
        mul_condition: condition(f::COND_MUL)?,
        set_flags: f::SF.is_set(word),
        write_swap: f::WS.is_set(word),
        add_write: address(f::WADDR_ADD, word),
        mul_write: address(f::WADDR_MUL, word),
    })
}

fn alu(form: Form, word: u64) -> Result<Alu, Reserved> {
    let operand_b = if form == Form::AluSmallImmediate {
        OperandB::Small(SmallImmediate::from_bits(f::SMALL_IMM.byte(word)))
    } else {
        let signal = Signal::from_code(f::SIGNAL.byte(word)).ok_or(reserved(f::SIGNAL, word))?;
        OperandB::Register(address(f::RADDR_B, word), signal)
    };
    Ok(Alu {
        results: results(word)?,
        unpack: Unpack::from_code(f::UNPACK.byte(word)).ok_or(reserved(f::UNPACK, word))?,
        mul_op: MulOp::from_code(f::OP_MUL.byte(word)).ok_or(reserved(f::OP_MUL, word))?,
        add_op: AddOp::from_code(f::OP_ADD.byte(word)).ok_or(reserved(f::OP_ADD, word))?,
        read_a: address(f::RADDR_A, word),
        operand_b,
        add_operands: [
            Mux::from_bits(f::ADD_A.get(word)),
            Mux::from_bits(f::ADD_B.get(word)),
        ],
        mul_operands: [
            Mux::from_bits(f::MUL_A.get(word)),
            Mux::from_bits(f::MUL_B.get(word)),
        ],
    })
}

fn load(kind: ImmediateKind, word: u64) -> Result<Instruction, Reserved> {
    Ok(Instruction::LoadImmediate(LoadImmediate {
        results: results(word)?,
        kind,
        value: word as u32,
    }))
}

fn branch(word: u64) -> Result<Branch, Reserved> {
    Ok(Branch {
        condition: BranchCondition::from_code(f::COND_BR.byte(word)).ok_or(reserved(f::COND_BR, word))?,
        relative: f::REL.is_set(word),
        add_register: f::REG.is_set(word),
        read_a: f::BRANCH_RADDR_A.byte(word),
        write_swap: f::WS.is_set(word),
        add_write: address(f::WADDR_ADD, word),
        mul_write: address(f::WADDR_MUL, word),
        immediate: word as u32,
    })
}
