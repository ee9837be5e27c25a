//! The structure of an operation: what an engine must know to run it without knowing which it is.

/// The dependence of an operation's result on its operands, by components.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Each component of the result comes from the same component of this many operands; a scalar operand
    /// stands in all four.
    Componentwise(u8),
    /// One value from this many scalar operands, replicated.
    Scalar(u8),
    /// One value from the leading components of this many vectors, summed in written order and replicated.
    Dot(u8),
    /// The components of the result mix components of this many operands.
    Vector(u8),
    /// The type of the result differs from the type of the operand: conversion, packing and unpacking.
    Conversion,
    /// Samples, fetches or queries a texture.
    Texture,
    /// The difference between neighbouring invocations of a quad.
    Derivative,
    /// Evaluates an attribute again at another place.
    Interpolation,
    /// Discards a fragment.
    Kill,
    /// Writes an address register or the address stack.
    Address,
    /// Decides which instruction comes next.
    Flow,
    /// Reads, writes or orders memory.
    Memory,
    /// Exchanges values between the invocations of a thread group.
    Group,
    /// Tells the stage something: a vertex, a primitive, an ordered section.
    Stage,
}

impl Class {
    /// Whether the operation is arithmetic: its result depends on nothing but its operands.
    pub const fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Class::Componentwise(_) | Class::Scalar(_) | Class::Dot(_) | Class::Vector(_) | Class::Conversion
        )
    }
}
