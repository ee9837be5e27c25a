//! The operations of one line of instructions, before they are encoded as a word.

use quadrille_base::{Rule, Span};
use quadrille_isa::qpu::{AddOp, Condition, ImmediateKind, MulOp, Signal};

use super::mnemonic::Choice;
use super::register::{Register, Turn};
use super::slice::Slice;

/// The kind of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperationKind {
    /// An ALU operation; some exist in both ALUs.
    Alu(Option<AddOp>, Option<MulOp>),
    /// No operation, which takes an ALU.
    Nop(Choice),
    /// A move of a register.
    Move(Choice),
    /// A move of a number; it becomes a small immediate or a load immediate.
    Constant(Choice, u32),
    /// A load immediate.
    Load(ImmediateKind, u32),
    /// A semaphore; the value holds number and action.
    Semaphore(u32),
}

/// An operand that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandSource {
    /// A register.
    Register(Register),
    /// A number that must be a small immediate.
    Value(u32),
}

/// Features that operations need beyond plain registers, as bits: what none of a line needs is not looked for.
pub(super) mod wish {
    /// A number as an operand.
    pub(in crate::asm) const NUMBER: u8 = 1;
    /// Part of a register, read or written.
    pub(in crate::asm) const PART: u8 = 2;
    /// A rotation.
    pub(in crate::asm) const TURN: u8 = 4;
    /// A number, elements or a semaphore to be moved.
    pub(in crate::asm) const LOAD: u8 = 8;
    /// Flags.
    pub(in crate::asm) const FLAGS: u8 = 16;
}

/// One operation of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub(super) kind: OperationKind,
    /// The condition, if the text has one.
    pub(super) condition: Option<Condition>,
    pub(super) set_flags: bool,
    /// Unpack given with the operation instead of with an operand.
    pub(super) unpack: Slice,
    /// The target with its pack.
    pub(super) target: Register,
    pub(super) sources: [OperandSource; 2],
    /// The number of `sources` that are used.
    pub(super) count: u8,
    pub(super) span: Span,
}

impl Operation {
    /// An operation without operands.
    #[inline(always)]
    pub(super) const fn new(kind: OperationKind, span: Span) -> Operation {
        Operation {
            kind,
            condition: None,
            set_flags: false,
            unpack: Slice::NONE,
            target: Register::NOTHING,
            sources: [OperandSource::Value(0); 2],
            count: 0,
            span,
        }
    }

    /// The operands that count.
    pub(super) fn operands(&self) -> &[OperandSource] {
        &self.sources[..usize::from(self.count)]
    }

    /// The bits of [`wish`].
    #[inline(always)]
    fn wishes(&self) -> u8 {
        let part_or_turn = |register: &Register| {
            let part = if register.slice.is_none() { 0 } else { wish::PART };
            let turn = if register.turn == Turn::By(0) {
                0
            } else {
                wish::TURN
            };
            part | turn
        };
        let mut wishes = part_or_turn(&self.target);
        for source in self.operands() {
            wishes |= match source {
                OperandSource::Register(register) => part_or_turn(register),
                OperandSource::Value(_) => wish::NUMBER,
            };
        }
        if !self.unpack.is_none() {
            wishes |= wish::PART;
        }
        if matches!(
            self.kind,
            OperationKind::Constant(..) | OperationKind::Load(..) | OperationKind::Semaphore(_)
        ) {
            wishes |= wish::LOAD;
        }
        if self.set_flags {
            wishes |= wish::FLAGS;
        }
        wishes
    }

    /// Whether it takes an ALU without using it.
    pub(super) fn is_nop(&self) -> bool {
        matches!(self.kind, OperationKind::Nop(_))
    }
}

/// The operations, signal and other parts of one instruction word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    operations: [Operation; 2],
    count: u8,
    wishes: u8,
    pub(super) signal: Option<Signal>,
    /// Register file accesses without an operation: registers, or one small immediate.
    reads: [OperandSource; 2],
    read_count: u8,
    /// Bits given by name, and which bits those are.
    pub(super) with: (u64, u64),
    /// Whether conditions stay where nothing is written (`@preserve_cond`).
    pub(super) keeps_conditions: bool,
    pub(super) span: Span,
}

impl Line {
    /// A line that asks for nothing yet.
    #[inline(always)]
    pub(super) const fn new(span: Span) -> Line {
        Line {
            operations: [Operation::new(OperationKind::Nop(Choice::Either), span); 2],
            count: 0,
            wishes: 0,
            signal: None,
            reads: [OperandSource::Value(0); 2],
            read_count: 0,
            with: (0, 0),
            keeps_conditions: false,
            span,
        }
    }

    /// The operations in the order of the text.
    pub(super) fn operations(&self) -> &[Operation] {
        &self.operations[..usize::from(self.count)]
    }

    /// Whether an operation asks for one of these bits of [`wish`].
    #[inline]
    pub(super) fn wants(&self, wishes: u8) -> bool {
        self.wishes & wishes != 0
    }

    /// The accesses without an operation.
    pub(super) fn reads(&self) -> &[OperandSource] {
        &self.reads[..usize::from(self.read_count)]
    }

    /// Adds an operation; `false` where both ALUs are taken. A third `nop` adds nothing.
    #[inline(always)]
    pub(super) fn push(&mut self, operation: &Operation) -> bool {
        if self.count == 2 {
            return operation.is_nop();
        }
        self.wishes |= operation.wishes();
        self.operations[usize::from(self.count)] = *operation;
        self.count += 1;
        true
    }

    /// `word` with the bits that were given by name.
    pub(super) fn apply(&self, word: u64) -> u64 {
        word & !self.with.1 | self.with.0
    }

    /// Adds an access; `false` after two.
    pub(super) fn push_read(&mut self, source: OperandSource) -> bool {
        if self.read_count == 2 {
            return false;
        }
        if matches!(source, OperandSource::Register(register) if !register.slice.is_none()) {
            self.wishes |= wish::PART;
        }
        self.reads[usize::from(self.read_count)] = source;
        self.read_count += 1;
        true
    }
}

/// Why a line is no instruction.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    pub(super) message: &'static str,
    pub(super) note: &'static str,
}

impl Problem {
    pub(super) fn new(rule: &'static Rule, span: Span, message: &'static str) -> Problem {
        Problem {
            rule,
            span,
            message,
            note: "",
        }
    }

    pub(super) fn note(self, note: &'static str) -> Problem {
        Problem { note, ..self }
    }
}
