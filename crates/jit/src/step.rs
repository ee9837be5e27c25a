//! The instructions that functions become: those of a machine with as many registers as the instruction set has, each one
//! or a few of its instructions.

use crate::operation::{Angle, Binary, Comparison, Unary};

/// What the allocator has to know of an instruction set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers {
    /// How many vector registers there are for values, 32 at most.
    pub(crate) count: u8,
    /// Whether an instruction takes a word from memory for all lanes.
    pub(crate) broadcasts: bool,
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    /// A vector of a plane, by its number among those that are computed at once.
    Plane(u16, u8),
    /// A word that is written out, for all lanes.
    Constant(u16),
    /// A word of the run, for all lanes.
    Uniform(u16),
    /// Where a value was put aside.
    Slot(u16),
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Register(u8),
    Memory(Memory),
}

/// A comparison, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Test {
    pub(crate) comparison: Comparison,
    pub(crate) opposite: bool,
}

/// An instruction, or the two or three that an instruction set needs for it. Registers are numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Load {
        to: u8,
        from: Memory,
    },
    /// Puts a value aside.
    Save {
        slot: u16,
        from: u8,
    },
    /// Writes a vector of a plane.
    Store {
        plane: u16,
        vector: u8,
        from: u8,
    },
    Unary {
        op: Unary,
        to: u8,
        a: Place,
    },
    Binary {
        op: Binary,
        to: u8,
        a: u8,
        b: Place,
    },
    Shift {
        op: Binary,
        to: u8,
        a: u8,
        places: u8,
    },
    /// A choice by a mask in a register.
    Select {
        to: u8,
        mask: u8,
        when: Place,
        otherwise: u8,
    },
    /// A choice by a comparison of `a` and `b`.
    Choose {
        test: Test,
        a: u8,
        b: Place,
        to: u8,
        when: Place,
        otherwise: u8,
    },
    /// A function of an angle: `small`, but in lanes whose magnitude is above `most` that of the large angle. `to` is
    /// none of the others.
    Angle {
        of: Angle,
        to: u8,
        magnitude: u8,
        most: Place,
        angle: u8,
        small: u8,
    },
}

/// The instructions of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allocated {
    /// What is loaded once, before the first lanes.
    pub(crate) before: Vec<Step>,
    /// What is done for each vector of lanes.
    pub(crate) steps: Vec<Step>,
    /// The constants.
    pub(crate) constants: Vec<u32>,
    /// Vectors that are put aside at most.
    pub(crate) slots: u16,
}

impl Step {
    /// The operands that may be in memory.
    pub(crate) fn places(&mut self) -> [Option<&mut Place>; 2] {
        match self {
            Step::Load { .. } | Step::Save { .. } | Step::Store { .. } | Step::Shift { .. } => [None, None],
            Step::Angle { most, .. } => [Some(most), None],
            Step::Unary { a, .. } => [Some(a), None],
            Step::Binary { b, .. } => [Some(b), None],
            Step::Select { when, .. } => [Some(when), None],
            Step::Choose { b, when, .. } => [Some(b), Some(when)],
        }
    }
}
