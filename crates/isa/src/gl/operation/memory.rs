//! The operations that read, write and order memory.

use super::operations;

operations! {
    /// The operation of a memory instruction.
    MemoryOp
    /// Reads memory.
    Load(Space);
    /// Writes memory.
    Store(Space);
    /// Reads and writes memory in one step; the old value is the result.
    Atomic(Space);
    /// Size of an image.
    QueryImageSize;
    /// Number of samples of an image.
    QueryImageSamples;
    /// Orders memory accesses.
    Barrier;
}

impl MemoryOp {
    /// The memory that it accesses; `None` if it accesses none.
    pub const fn space(self) -> Option<Space> {
        match self {
            MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space) => Some(space),
            MemoryOp::QueryImageSize | MemoryOp::QueryImageSamples | MemoryOp::Barrier => None,
        }
    }
}

/// Which memory an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Global memory by a 64-bit GPU address.
    Global,
    /// A constant buffer.
    Constant,
    /// A shader storage buffer.
    Storage,
    /// The work group's shared memory.
    Shared,
    /// An image unit.
    Image,
    /// An atomic counter.
    Counter,
}
