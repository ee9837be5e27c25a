//! The instruction that a word encodes, without the bits that mean nothing.

use quadrille_isa::nv20::{IluOp, MacOp};

/// A register that an operand reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// `R0` to `R11`, and `R12`, which reads back the position output.
    Temporary(u8),
    /// A vertex attribute, 0 to 15.
    Input(u8),
    /// A constant, 0 to 191, to which the address register is added where the instruction is relative.
    Constant(u8),
    /// A placeholder for one that the machine does not have: it reads as zeros.
    Absent,
}

/// A source operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceOperand {
    /// The register that is read.
    pub register: Register,
    /// For each component, which one of the register it is, 0 to 3.
    pub swizzle: [u8; 4],
    /// Whether all four are negated, by their sign bits.
    pub negate: bool,
}

/// A write to a temporary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TemporaryWrite {
    /// `R0` to `R11`.
    pub register: u8,
    /// Components, x in bit 3; never 0.
    pub mask: u8,
}

/// One of the two units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// The vector unit.
    Mac,
    /// The special function unit.
    Ilu,
}

/// The target of an output write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutputTarget {
    /// An output register by its number.
    Output(u8),
    /// A constant register, 0 to 191.
    Constant(u8),
}

/// A write to an output or constant register; one a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OutputWrite {
    /// Whose result.
    pub from: Unit,
    /// The target.
    pub target: OutputTarget,
    /// Components, x in bit 3; never 0.
    pub mask: u8,
}

/// A typed instruction: up to one operation for each unit, over three shared operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// Operation of the vector unit.
    pub mac: MacOp,
    /// Operation of the special function unit.
    pub ilu: IluOp,
    /// Operands A, B and C; those that no operation reads are absent.
    pub operands: [Option<SourceOperand>; 3],
    /// The temporary that the vector unit writes.
    pub mac_write: Option<TemporaryWrite>,
    /// The temporary that the special function unit writes.
    pub ilu_write: Option<TemporaryWrite>,
    /// The output or constant that is written.
    pub output: Option<OutputWrite>,
    /// Whether the address register is added to the constant's number.
    pub relative: bool,
    /// Whether the program ends here.
    pub last: bool,
}

impl Instruction {
    /// An instruction that does nothing.
    pub const NOP: Instruction = Instruction {
        mac: MacOp::Nop,
        ilu: IluOp::Nop,
        operands: [None; 3],
        mac_write: None,
        ilu_write: None,
        output: None,
        relative: false,
        last: false,
    };

    /// Whether both units have an operation.
    pub fn is_paired(&self) -> bool {
        self.mac != MacOp::Nop && self.ilu != IluOp::Nop
    }

    /// Whether a pair writes R1 with both halves, where machines and emulators differ.
    pub fn writes_r1_twice(&self) -> bool {
        let both = self.mac_write.zip(self.ilu_write);
        self.is_paired() && both.is_some_and(|(mac, ilu)| mac.register == ilu.register)
    }

    /// The constant that is read, if any.
    pub fn constant(&self) -> Option<u8> {
        self.operands
            .iter()
            .flatten()
            .find_map(|source| match source.register {
                Register::Constant(index) => Some(index),
                _ => None,
            })
    }

    /// The components of its register that the results depend on by operand `slot` (0 for A), x in bit 3.
    pub fn components_read(&self, slot: usize) -> u8 {
        let Some(source) = self.operands[slot] else {
            return 0;
        };
        // The address register is no write with a mask.
        let vector = if self.mac == MacOp::Arl {
            8
        } else {
            self.live(Unit::Mac)
        };
        let by_vector = if self.mac.shape().reads()[slot] {
            self.mac.needs().mask(slot, vector)
        } else {
            0
        };
        let by_special = if slot == 2 {
            self.ilu.needs().mask(2, self.live(Unit::Ilu))
        } else {
            0
        };
        (0..4)
            .filter(|component| (by_vector | by_special) & (8 >> component) != 0)
            .fold(0, |mask, component| mask | 8 >> source.swizzle[component])
    }

    /// The components that a unit has to compute: what any of its writes takes.
    pub fn live(&self, unit: Unit) -> u8 {
        let temporary = match unit {
            Unit::Mac => self.mac_write,
            Unit::Ilu => self.ilu_write,
        };
        let output = self.output.filter(|write| write.from == unit);
        temporary.map_or(0, |write| write.mask) | output.map_or(0, |write| write.mask)
    }

    /// The instruction with the writes of one unit alone; operations and operands stay.
    pub fn only(&self, unit: Unit) -> Instruction {
        let mac = unit == Unit::Mac;
        Instruction {
            mac_write: self.mac_write.filter(|_| mac),
            ilu_write: self.ilu_write.filter(|_| !mac),
            output: self.output.filter(|write| write.from == unit),
            ..*self
        }
    }

    /// The operation of one unit by itself, with its operands and its writes.
    pub fn alone(&self, unit: Unit) -> Instruction {
        let reads = match unit {
            Unit::Mac => self.mac.shape().reads(),
            Unit::Ilu => self.ilu.shape().reads(),
        };
        let operands = [0, 1, 2].map(|slot| self.operands[slot].filter(|_| reads[slot]));
        let mut constants = operands.iter().flatten();
        Instruction {
            mac: if unit == Unit::Mac { self.mac } else { MacOp::Nop },
            ilu: if unit == Unit::Ilu { self.ilu } else { IluOp::Nop },
            operands,
            relative: self.relative
                && constants.any(|source| matches!(source.register, Register::Constant(_))),
            last: false,
            ..self.only(unit)
        }
    }
}
