//! A decoded word in the form that runs: operands and results as places in one bank of vectors, and marks for
//! everything beyond plain arithmetic.

use quadrille_isa::qpu::{
    AddOp, Branch, Condition, ImmediateKind, MulOp, Pack, Read, Rotation, Signal, Write,
};

use crate::machine::finding::FindingKind;

/// Places in a QPU's bank of vectors. A place is eight bits, so that the bank needs no bounds check.
pub(crate) mod place {
    /// Registers 0 to 31 of file A.
    pub(crate) const A: u8 = 0;
    /// Registers 0 to 31 of file B.
    pub(crate) const B: u8 = 32;
    /// Accumulators r0 to r5.
    pub(crate) const R0: u8 = 64;
    /// Accumulator r4.
    pub(crate) const R4: u8 = 68;
    /// Accumulator r5.
    pub(crate) const R5: u8 = 69;
    /// The numbers 0 to 15.
    pub(crate) const ELEMENT: u8 = 70;
    /// The number of the QPU.
    pub(crate) const QPU: u8 = 71;
    /// The value that a peripheral delivered to the read port of file A.
    pub(crate) const PORT_A: u8 = 72;
    /// The value that a peripheral delivered to the read port of file B.
    pub(crate) const PORT_B: u8 = 73;
    /// The unpacked operand.
    pub(crate) const UNPACKED: u8 = 74;
    /// The place for results that nobody wants.
    pub(crate) const SINK: u8 = 75;
    /// The ADD result on its way to a peripheral.
    pub(crate) const ADD_OUT: u8 = 76;
    /// The MUL result on its way to a peripheral.
    pub(crate) const MUL_OUT: u8 = 77;
    /// The last quad of the last MUL result, for each quad.
    pub(crate) const PRODUCT: u8 = 78;
    /// The 64 small immediates.
    pub(crate) const SMALL: u8 = 80;
}

/// Marks of what an instruction does beyond arithmetic on its operands.
pub(crate) mod mark {
    /// Reads a uniform.
    pub(crate) const UNIFORM: u32 = 1;
    /// Reads a peripheral other than a uniform, or a port that repeats its last value.
    pub(crate) const PORT: u32 = 1 << 1;
    /// Unpacks an operand.
    pub(crate) const UNPACK: u32 = 1 << 2;
    /// Packs a result.
    pub(crate) const PACK: u32 = 1 << 3;
    /// Rotates the MUL result.
    pub(crate) const ROTATE: u32 = 1 << 4;
    /// Sets flags.
    pub(crate) const FLAGS: u32 = 1 << 5;
    /// Writes r5.
    pub(crate) const R5: u32 = 1 << 6;
    /// Writes a peripheral.
    pub(crate) const WRITE: u32 = 1 << 7;
    /// Carries a signal.
    pub(crate) const SIGNAL: u32 = 1 << 8;
    /// Touches what QPUs share and what therefore has to happen in the order of time.
    pub(crate) const SHARED: u32 = 1 << 9;
    /// Breaks a rule by itself.
    pub(crate) const COMPLAINT: u32 = 1 << 10;
    /// Uses what a port read last (address 39).
    pub(crate) const REPEATED_READ: u32 = 1 << 11;
    /// The values that its ports read have to be remembered.
    pub(crate) const KEPT_READ: u32 = 1 << 12;
    /// The MUL result has to be remembered, or is the remembered one where the operation is nop.
    pub(crate) const PRODUCT: u32 = 1 << 13;
    /// The marks of work to be done before the operands are read.
    pub(crate) const BEFORE: u32 = UNIFORM | PORT | UNPACK | SHARED | COMPLAINT | KEPT_READ;
    /// The marks of work to be done when the results are there.
    pub(crate) const AFTER: u32 = R5 | WRITE | SIGNAL;
}

/// Bits of [`MicroOp::touched`]: r0 to r5 by number, and the flags.
pub(crate) const FLAG_BIT: u8 = 1 << 6;

/// The execution path of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// `fadd` or `fsub` with `fmul`, nothing conditional, packed, rotated or setting flags.
    SumAndProduct,
    /// Any other word of the two ALUs.
    Alu,
    /// One value to both sides.
    Load,
    /// A semaphore, then as [`Shape::Load`].
    Semaphore,
    /// A branch.
    Branch,
    /// A word with a reserved code.
    Reserved,
}

/// Which ALU the flags come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlagSource {
    Add,
    Mul,
}

/// The rules that an instruction can break by itself, a bit each in [`MicroOp::complaints`].
pub(crate) const COMPLAINTS: [FindingKind; 10] = [
    FindingKind::SameTarget,
    FindingKind::PackTarget,
    FindingKind::PackedPeripheral,
    FindingKind::ConditionalPeripheral,
    FindingKind::ConditionalLookup,
    FindingKind::MixedUnpack,
    FindingKind::ManyPeripherals,
    FindingKind::TmuTwice,
    FindingKind::UniformWithTexture,
    FindingKind::VpmConflict,
];

/// One instruction, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct MicroOp {
    pub(crate) shape: Shape,
    pub(crate) add_op: AddOp,
    pub(crate) mul_op: MulOp,
    pub(crate) add_a: u8,
    pub(crate) add_b: u8,
    pub(crate) mul_a: u8,
    pub(crate) mul_b: u8,
    pub(crate) add_to: u8,
    pub(crate) mul_to: u8,
    pub(crate) add_when: Condition,
    pub(crate) mul_when: Condition,
    pub(crate) flag_source: FlagSource,
    pub(crate) marks: u32,
    /// Registers read through a multiplexer: file A in the low half.
    pub(crate) reads: u64,
    /// Registers written: file A in the low half.
    pub(crate) writes: u64,
    /// Of [`MicroOp::reads`], those whose value counts: not those that an operation takes from themselves.
    pub(crate) needs: u64,
    /// Accumulators whose value counts.
    pub(crate) needs_accumulators: u8,
    /// Accumulators that have a value of the program's own afterwards, be it some instructions later.
    pub(crate) gives_accumulators: u8,
    /// Accumulators and flags read.
    pub(crate) reads_touched: u8,
    /// Accumulators and flags written.
    pub(crate) touched: u8,
    /// Those of [`MicroOp::touched`] of which every element may be new.
    pub(crate) fresh: u8,
    pub(crate) read_a: Read,
    pub(crate) read_b: Read,
    /// The places that the read ports deliver.
    pub(crate) port_a: u8,
    pub(crate) port_b: u8,
    pub(crate) add_target: Write,
    pub(crate) mul_target: Write,
    pub(crate) pack: Pack,
    pub(crate) unpack: u8,
    /// Whether the unpack gives floats.
    pub(crate) unpack_float: bool,
    pub(crate) signal: Signal,
    pub(crate) rotation: Option<Rotation>,
    /// Whether the rotation stays inside groups of four.
    pub(crate) rotate_in_quads: bool,
    pub(crate) complaints: u16,
    /// Immediate, branch offset, or semaphore word.
    pub(crate) immediate: u32,
    pub(crate) kind: ImmediateKind,
    pub(crate) branch: Option<Branch>,
}

impl MicroOp {
    /// The accumulators that are written under a condition only, so that some elements keep what they had.
    pub(super) fn left_in_part(&self) -> u8 {
        let written = |target, when, wanted: bool| match target {
            Write::Accumulator(n) if (when == Condition::Always) == wanted => 1 << n,
            _ => 0,
        };
        let sides = [(self.add_target, self.add_when), (self.mul_target, self.mul_when)];
        let [sure, unsure] = [true, false].map(|wanted| {
            let written = sides.map(|(target, when)| written(target, when, wanted));
            written[0] | written[1]
        });
        unsure & !sure
    }

    /// Notes a rule that the instruction breaks by itself.
    pub(super) fn complain(&mut self, kind: FindingKind) {
        if let Some(bit) = COMPLAINTS.iter().position(|&known| known == kind) {
            self.complaints |= 1 << bit;
            self.marks |= mark::COMPLAINT;
        }
    }
}
