//! From a typed instruction to its 64-bit word.

use super::field as f;
use super::{Alu, Branch, Instruction, OperandB, Results, Signal};

/// The word of an instruction: the exact inverse of [`super::decode()`].
pub fn encode(instruction: &Instruction) -> u64 {
    match instruction {
        Instruction::Alu(alu) => encode_alu(alu),
        Instruction::LoadImmediate(load) => {
            f::SIGNAL.at(Signal::LoadImmediate as u64)
                | f::MODE.at(load.kind as u64)
                | encode_results(&load.results)
                | u64::from(load.value)
        }
        Instruction::Semaphore(semaphore) => {
            f::SIGNAL.at(Signal::LoadImmediate as u64)
                | f::MODE.at(4)
                | encode_results(&semaphore.results)
                | u64::from(semaphore.value)
        }
        Instruction::Branch(branch) => encode_branch(branch),
    }
}

fn encode_results(results: &Results) -> u64 {
    f::PM.at(u64::from(results.pack.mode_bit()))
        | f::PACK.at(u64::from(results.pack.code()))
        | f::COND_ADD.at(results.add_condition as u64)
        | f::COND_MUL.at(results.mul_condition as u64)
        | f::SF.at(u64::from(results.set_flags))
        | f::WS.at(u64::from(results.write_swap))
        | f::WADDR_ADD.at(u64::from(results.add_write.number()))
        | f::WADDR_MUL.at(u64::from(results.mul_write.number()))
}

fn encode_alu(alu: &Alu) -> u64 {
    let (signal, bits) = match alu.operand_b {
        OperandB::Register(address, signal) if (signal as u8) < Signal::SmallImmediate as u8 => {
            (signal, address.number())
        }
        OperandB::Register(address, _) => (Signal::None, address.number()),
        OperandB::Small(immediate) => (Signal::SmallImmediate, immediate.code()),
    };
    f::SIGNAL.at(signal as u64)
        | f::UNPACK.at(alu.unpack as u64)
        | encode_results(&alu.results)
        | f::OP_MUL.at(alu.mul_op as u64)
        | f::OP_ADD.at(alu.add_op as u64)
        | f::RADDR_A.at(u64::from(alu.read_a.number()))
        | f::RADDR_B.at(u64::from(bits))
        | f::ADD_A.at(alu.add_operands[0] as u64)
        | f::ADD_B.at(alu.add_operands[1] as u64)
        | f::MUL_A.at(alu.mul_operands[0] as u64)
        | f::MUL_B.at(alu.mul_operands[1] as u64)
}

fn encode_branch(branch: &Branch) -> u64 {
    f::SIGNAL.at(Signal::Branch as u64)
        | f::COND_BR.at(branch.condition as u64)
        | f::REL.at(u64::from(branch.relative))
        | f::REG.at(u64::from(branch.add_register))
        | f::BRANCH_RADDR_A.at(u64::from(branch.read_a))
        | f::WS.at(u64::from(branch.write_swap))
        | f::WADDR_ADD.at(u64::from(branch.add_write.number()))
        | f::WADDR_MUL.at(u64::from(branch.mul_write.number()))
        | u64::from(branch.immediate)
}
