//! The instructions of one word: one operation with one destination each.

use super::POSITION;
use crate::word::{Instruction, OutputTarget, Register, SourceOperand, Unit};
use quadrille_isa::nv20::{IluOp, MacOp};

/// The destination of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    Address,
    Temporary(u8),
    Output(u8),
    Constant(u8),
}

/// An operation of one of the units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Mac(MacOp),
    Ilu(IluOp),
}

impl Operation {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Operation::Mac(op) => op.name(),
            Operation::Ilu(op) => op.name(),
        }
    }
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The word that it is from.
    pub(super) index: usize,
    pub(super) operation: Operation,
    /// Whether it takes one component.
    pub(super) scalar: bool,
    pub(super) destination: Destination,
    /// Components, x in bit 3.
    pub(super) mask: u8,
    pub(super) sources: Vec<SourceOperand>,
    pub(super) relative: bool,
    /// The temporary that RCC computes in, where the language does not have it.
    pub(super) scratch: Option<u8>,
}

impl Step {
    /// A MOV out of a temporary.
    pub(super) fn copy(index: usize, destination: Destination, mask: u8, from: u8) -> Step {
        let source = SourceOperand {
            register: Register::Temporary(from),
            swizzle: [0, 1, 2, 3],
            negate: false,
        };
        Step {
            index,
            operation: Operation::Mac(MacOp::Mov),
            scalar: false,
            destination,
            mask,
            sources: vec![source],
            relative: false,
            scratch: None,
        }
    }

    /// Puts a temporary in the place of the position, which is then copied at the end.
    pub(super) fn mirror(&mut self, mirror: Option<u8>) {
        let Some(mirror) = mirror else { return };
        if self.destination == Destination::Output(0) {
            self.destination = Destination::Temporary(mirror);
        }
        for source in self
            .sources
            .iter_mut()
            .filter(|source| source.register == POSITION)
        {
            source.register = Register::Temporary(mirror);
        }
    }

    /// Whether it is RCC.
    pub(super) fn clamps(&self) -> bool {
        self.operation == Operation::Ilu(IluOp::Rcc)
    }

    /// Whether it reads what another writes.
    pub(super) fn reads(&self, other: &Step) -> bool {
        self.sources
            .iter()
            .any(|source| match (source.register, other.destination) {
                (Register::Temporary(read), Destination::Temporary(written)) => read == written,
                (Register::Constant(read), Destination::Constant(written)) => {
                    self.relative || read == written
                }
                (Register::Constant(_), Destination::Address) => self.relative,
                _ => false,
            })
    }
}

/// The instructions of a word, the vector unit's first. One that writes nothing is none.
pub(super) fn steps(index: usize, instruction: &Instruction) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut add = |unit: Unit, destination, mask| {
        let (operation, scalar, reads) = match unit {
            Unit::Mac => (
                Operation::Mac(instruction.mac),
                instruction.mac == MacOp::Arl,
                instruction.mac.shape().reads(),
            ),
            Unit::Ilu => {
                let vector = matches!(instruction.ilu, IluOp::Mov | IluOp::Lit | IluOp::Nop);
                (
                    Operation::Ilu(instruction.ilu),
                    !vector,
                    instruction.ilu.shape().reads(),
                )
            }
        };
        let sources = instruction.operands.iter().zip(reads).filter(|row| row.1);
        steps.push(Step {
            index,
            operation,
            scalar,
            destination,
            mask,
            sources: sources.filter_map(|row| *row.0).collect(),
            relative: instruction.relative,
            scratch: None,
        });
    };
    if instruction.mac == MacOp::Arl {
        add(Unit::Mac, Destination::Address, 8);
    }
    if let Some(write) = instruction.mac_write {
        add(Unit::Mac, Destination::Temporary(write.register), write.mask);
    }
    if let Some(write) = instruction.ilu_write {
        add(Unit::Ilu, Destination::Temporary(write.register), write.mask);
    }
    if let Some(write) = instruction.output {
        let destination = match write.target {
            OutputTarget::Output(number) => Destination::Output(number),
            OutputTarget::Constant(number) => Destination::Constant(number),
        };
        add(write.from, destination, write.mask);
    }
    steps
}
