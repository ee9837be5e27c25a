//! What both instruction sets share: their instructions have other codes, and the same operands.

use iced_x86::{Code, IcedError, Instruction, MemoryOperand, Register};

use super::{Assembler, InstructionSet};
use crate::operation::{Binary, Unary};
use crate::step::{Memory, Place};

/// A register or a place in memory as the last source of an instruction.
pub(super) enum Source {
    Register(Register),
    Memory(MemoryOperand),
}

/// A place as a source.
pub(super) fn source<S: InstructionSet>(code: &mut Assembler, place: Place) -> Result<Source, IcedError> {
    Ok(match place {
        Place::Register(register) => Source::Register(S::register(register)),
        Place::Memory(memory) => Source::Memory(code.memory(memory, S::BYTES, S::REGISTERS.broadcasts)?),
    })
}

/// Loads a vector, or a word for all lanes.
pub(super) fn load<S: InstructionSet>(code: &mut Assembler, to: u8, from: Memory) -> Result<(), IcedError> {
    let op = match from {
        Memory::Constant(_) | Memory::Uniform(_) => S::BROADCAST,
        Memory::Plane(..) | Memory::Slot(_) => S::MOVE[1],
    };
    let from = code.memory(from, S::BYTES, false)?;
    code.push(Instruction::with2(op, S::register(to), from)?);
    Ok(())
}

/// Stores a vector.
pub(super) fn store<S: InstructionSet>(code: &mut Assembler, to: Memory, from: u8) -> Result<(), IcedError> {
    let to = code.memory(to, S::BYTES, false)?;
    code.push(Instruction::with2(S::MOVE[2], to, S::register(from))?);
    Ok(())
}

/// An instruction of two sources.
pub(super) fn two<S: InstructionSet>(
    code: &mut Assembler,
    op: Code,
    to: Register,
    a: Register,
    b: Place,
) -> Result<(), IcedError> {
    let instruction = match source::<S>(code, b)? {
        Source::Register(b) => Instruction::with3(op, to, a, b)?,
        Source::Memory(b) => Instruction::with3(op, to, a, b)?,
    };
    code.push(instruction);
    Ok(())
}

/// An instruction of two sources and a number.
pub(super) fn two_and<S: InstructionSet>(
    code: &mut Assembler,
    op: Code,
    to: Register,
    a: Register,
    b: Place,
    number: u32,
) -> Result<(), IcedError> {
    let instruction = match source::<S>(code, b)? {
        Source::Register(b) => Instruction::with4(op, to, a, b, number)?,
        Source::Memory(b) => Instruction::with4(op, to, a, b, number)?,
    };
    code.push(instruction);
    Ok(())
}

/// A function of one word.
pub(super) fn unary<S: InstructionSet>(
    code: &mut Assembler,
    op: Unary,
    to: u8,
    a: Place,
) -> Result<(), IcedError> {
    // The modes. Of rounding: 0 to nearest even, 1 down, 2 up, 3 towards zero; 8 raises nothing for inexact results.
    let mode: Option<u32> = match op {
        Unary::SquareRoot | Unary::FromSigned | Unary::ToSigned | Unary::Exponent => None,
        Unary::Round | Unary::BesideNearest => Some(8),
        Unary::Floor => Some(9),
        Unary::Ceiling => Some(10),
        Unary::Truncate => Some(11),
        // Significands from 1 to 2: 4 for one without a sign, 8 for NaN of numbers below zero.
        Unary::Significand => Some(12),
    };
    let (op, to) = (S::unary(op), S::register(to));
    let instruction = match (source::<S>(code, a)?, mode) {
        (Source::Register(a), None) => Instruction::with2(op, to, a)?,
        (Source::Memory(a), None) => Instruction::with2(op, to, a)?,
        (Source::Register(a), Some(mode)) => Instruction::with3(op, to, a, mode)?,
        (Source::Memory(a), Some(mode)) => Instruction::with3(op, to, a, mode)?,
    };
    code.push(instruction);
    Ok(())
}

/// A shift by places that are written out.
pub(super) fn shift<S: InstructionSet>(
    code: &mut Assembler,
    op: Binary,
    to: u8,
    a: u8,
    places: u8,
) -> Result<(), IcedError> {
    let [left, right, right_signed] = S::SHIFTS;
    let op = match op {
        Binary::ShiftRight => right,
        Binary::ShiftRightSigned => right_signed,
        _ => left,
    };
    code.push(Instruction::with3(
        op,
        S::register(to),
        S::register(a),
        u32::from(places),
    )?);
    Ok(())
}
