//! Sine and cosine of angles that are not small: few lanes have such, and they are left to a function that is called.

use iced_x86::{Code, IcedError, Instruction, MemoryOperand, Register};

use super::registers::{CONSTANTS, END, OFFSET, PLANES, SCRATCH, SLOTS as SLOTS_ADDRESS, UNIFORMS};
use super::{Assembler, InstructionSet, LargeAngles, label};
use crate::operation::Angle;
use crate::step::Place;

/// Slots that hold all vector registers during a call.
pub(super) const SLOTS: u16 = 32;

/// A place where a function of large angles may be called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// The function.
    of: Angle,
    /// The number of the jump to the call.
    jump: usize,
    /// The numbers of the registers of the angle and the result.
    angle: u8,
    to: u8,
}

/// General registers that a call may change, and which are still needed. They are 9: with the 6 that the code saved at
/// its begin and the address that it returns to, the stack is a multiple of 16 bytes, as a call wants it.
const KEPT: [Register; 9] = [
    PLANES,
    CONSTANTS,
    UNIFORMS,
    SLOTS_ADDRESS,
    END,
    OFFSET,
    SCRATCH,
    Register::R10,
    Register::R11,
];

/// The result of small angles, and a jump to the call where there are others.
pub(super) fn step<S: InstructionSet>(
    code: &mut Assembler,
    of: Angle,
    to: u8,
    magnitude: u8,
    most: Place,
    angle: u8,
    small: u8,
) -> Result<(), IcedError> {
    code.push(Instruction::with2(
        S::MOVE[0],
        S::register(to),
        S::register(small),
    )?);
    S::jump_if_any_above(code, magnitude, most)?;
    let jump = code.list.len() - 1;
    code.large.push(Site { of, jump, angle, to });
    Ok(())
}

/// Appends the calls, behind the end of the code.
pub(super) fn calls<S: InstructionSet>(
    code: &mut Assembler,
    slots: u16,
    large: LargeAngles,
) -> Result<(), IcedError> {
    let [_, load, store] = S::MOVE;
    let slot = |number: u8| {
        let at = i64::from(slots) * i64::from(S::BYTES) + i64::from(number) * i64::from(S::BYTES);
        MemoryOperand::with_base_displ(SLOTS_ADDRESS, at)
    };
    // Those that are for values, and those that are not but hold nothing here.
    let all = 0..S::REGISTERS.count;
    for site in std::mem::take(&mut code.large) {
        let target = label(code.list.len());
        code.list[site.jump].set_near_branch64(target);
        for register in all.clone() {
            code.push(Instruction::with2(store, slot(register), S::register(register))?);
        }
        for register in KEPT {
            code.push(Instruction::with1(Code::Push_r64, register)?);
        }
        code.push(Instruction::with2(
            Code::Lea_r64_m,
            Register::RDI,
            slot(site.angle),
        )?);
        code.push(Instruction::with2(Code::Lea_r64_m, Register::RSI, slot(site.to))?);
        code.push(Instruction::with2(
            Code::Mov_r32_imm32,
            Register::EDX,
            S::BYTES / 4,
        )?);
        let function = match site.of {
            Angle::Sine => large.sine,
            Angle::Cosine => large.cosine,
        };
        code.push(Instruction::with2(
            Code::Mov_r64_imm64,
            Register::RAX,
            function as usize as u64,
        )?);
        code.push(Instruction::with(Code::VEX_Vzeroupper));
        code.push(Instruction::with1(Code::Call_rm64, Register::RAX)?);
        for register in KEPT.into_iter().rev() {
            code.push(Instruction::with1(Code::Pop_r64, register)?);
        }
        for register in all.clone() {
            code.push(Instruction::with2(load, S::register(register), slot(register))?);
        }
        code.push(Instruction::with_branch(
            Code::Jmp_rel32_64,
            label(site.jump + 1),
        )?);
    }
    Ok(())
}
