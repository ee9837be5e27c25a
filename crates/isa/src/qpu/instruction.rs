//! A decoded word, typed. Every bit of the word is in it, also those that the hardware ignores.

use super::{
    AddOp, Address, BranchCondition, Condition, ImmediateKind, MulOp, Mux, Pack, RegisterFile, Signal,
    SmallImmediate, Unpack, Write,
};

/// A word of the QPU.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instruction {
    /// Operations of both ALUs, on registers or with a small immediate.
    Alu(Alu),
    /// A constant to both write addresses.
    LoadImmediate(LoadImmediate),
    /// Semaphore acquire or release.
    Semaphore(Semaphore),
    /// Branch.
    Branch(Branch),
}

/// The targets of results, and the conditions: what ALU, load immediate and semaphore words have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Results {
    /// Pack, with the `pm` bit.
    pub pack: Pack,
    /// Condition of the ADD side.
    pub add_condition: Condition,
    /// Condition of the MUL side.
    pub mul_condition: Condition,
    /// Whether flags are set: from the ADD result unless the ADD operation is nop, then from MUL.
    pub set_flags: bool,
    /// Whether ADD writes file B and MUL file A; else the other way.
    pub write_swap: bool,
    /// Write address of the ADD side.
    pub add_write: Address,
    /// Write address of the MUL side.
    pub mul_write: Address,
}

/// Operations of both ALUs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alu {
    /// The targets of the results.
    pub results: Results,
    /// Unpack of the file A value, or of r4 where the pack is [`Pack::Mul`].
    pub unpack: Unpack,
    /// Operation of the MUL ALU.
    pub mul_op: MulOp,
    /// Operation of the ADD ALU.
    pub add_op: AddOp,
    /// Read address of file A. The read happens whether or not an operand uses it.
    pub read_a: Address,
    /// The meaning of bits 17:12, and the signal.
    pub operand_b: OperandB,
    /// Operands of the ADD ALU; a unary operation uses the first.
    pub add_operands: [Mux; 2],
    /// Operands of the MUL ALU.
    pub mul_operands: [Mux; 2],
}

/// The `FileB` multiplexer input. A small immediate leaves no room for a signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandB {
    /// Read address of file B, and the signal of the word (one with code below 13; others encode as
    /// [`Signal::None`]).
    Register(Address, Signal),
    /// A small immediate, which may also rotate the MUL result.
    Small(SmallImmediate),
}

/// A constant to both write addresses, each under its condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoadImmediate {
    /// The targets of the value.
    pub results: Results,
    /// The spread of the 32 bits over the elements.
    pub kind: ImmediateKind,
    /// The 32 bits.
    pub value: u32,
}

/// Semaphore acquire or release; the low word is also written like an immediate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Semaphore {
    /// The targets of the low word.
    pub results: Results,
    /// The low word: bits 3:0 number, bit 4 action, bits 31:5 free.
    pub value: u32,
}

/// The action on a semaphore.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SemaphoreAction {
    /// Increment; waits at 15.
    Release,
    /// Decrement; waits at 0.
    Acquire,
}

/// A branch. The three instructions after it are executed whether it is taken or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch {
    /// When it is taken.
    pub condition: BranchCondition,
    /// Whether the target is relative to the fourth instruction after the branch (its address + 32).
    pub relative: bool,
    /// Whether element 15 of `read_a` is added to the target.
    pub add_register: bool,
    /// Register of file A, 0 to 31; held also where `add_register` is false. An odd number also sets
    /// flags.
    pub read_a: u8,
    /// As in [`Results`].
    pub write_swap: bool,
    /// Receives the address of the fourth instruction after the branch, if the branch is taken.
    pub add_write: Address,
    /// The same.
    pub mul_write: Address,
    /// Bytes.
    pub immediate: u32,
}

impl Results {
    /// The file that the ADD side writes.
    pub const fn add_file(&self) -> RegisterFile {
        if self.write_swap {
            RegisterFile::B
        } else {
            RegisterFile::A
        }
    }

    /// The file that the MUL side writes.
    pub const fn mul_file(&self) -> RegisterFile {
        if self.write_swap {
            RegisterFile::A
        } else {
            RegisterFile::B
        }
    }

    /// The target that the ADD side writes.
    pub const fn add_target(&self) -> Write {
        self.add_write.write(self.add_file())
    }

    /// The target that the MUL side writes.
    pub const fn mul_target(&self) -> Write {
        self.mul_write.write(self.mul_file())
    }
}

impl Alu {
    /// Whether both results are the same: moves of one source, of which neither is packed or rotated.
    pub fn moves_one_value(&self) -> bool {
        let source = self.add_operands[0];
        let is_rotated = match self.operand_b {
            OperandB::Register(..) => false,
            OperandB::Small(small) => small.rotation().is_some(),
        };
        self.add_op == AddOp::Or
            && matches!(self.mul_op, MulOp::V8min | MulOp::V8max)
            && self.add_operands[1] == source
            && self.mul_operands == self.add_operands
            && self.results.pack == Pack::NONE
            && !is_rotated
    }

    /// The signal; none where there is a small immediate.
    pub const fn signal(&self) -> Signal {
        match self.operand_b {
            OperandB::Register(_, signal) => signal,
            OperandB::Small(_) => Signal::None,
        }
    }

    /// The read address of file B; none where there is a small immediate.
    pub const fn read_b(&self) -> Option<Address> {
        match self.operand_b {
            OperandB::Register(address, _) => Some(address),
            OperandB::Small(_) => None,
        }
    }
}

impl Semaphore {
    /// Number of the semaphore, 0 to 15.
    pub const fn number(&self) -> u8 {
        (self.value & 15) as u8
    }

    /// The action on the semaphore.
    pub const fn action(&self) -> SemaphoreAction {
        if self.value & 16 == 0 {
            SemaphoreAction::Release
        } else {
            SemaphoreAction::Acquire
        }
    }
}

impl Instruction {
    /// Whether both write addresses get the same value.
    pub fn gives_one_value(&self) -> bool {
        match self {
            Instruction::Alu(alu) => alu.moves_one_value(),
            Instruction::LoadImmediate(_) | Instruction::Semaphore(_) | Instruction::Branch(_) => true,
        }
    }

    /// The signal of the word, [`Signal::None`] for forms that have none.
    pub const fn signal(&self) -> Signal {
        match self {
            Instruction::Alu(alu) => alu.signal(),
            Instruction::LoadImmediate(_) | Instruction::Semaphore(_) | Instruction::Branch(_) => {
                Signal::None
            }
        }
    }
}
