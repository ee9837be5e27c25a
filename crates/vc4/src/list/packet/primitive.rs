//! Draws.

use crate::list::code::{IndexType, ListData, ListPrimitive, PrimitiveMode, VgPrimitive};
use crate::list::field::{Address, Address8, Flag, SmallBits, Word};

layout! {
    /// Packet 32.
    pub struct IndexedPrimitives, 13 bytes {
        /// what the vertices make
        mode: PrimitiveMode = 0, 4;
        /// size of an index
        index_type: IndexType = 4, 4;
        /// how many indices
        count: Word = 8, 32;
        /// where the indices are
        address: Address = 40, 32;
        /// the greatest index that the draw may use
        max_index: Word = 72, 32;
    }
}

layout! {
    /// Packet 33.
    pub struct ArrayPrimitives, 9 bytes {
        /// what the vertices make
        mode: PrimitiveMode = 0, 8;
        /// how many vertices
        count: Word = 8, 32;
        /// the first one
        first: Word = 40, 32;
    }
}

layout! {
    /// Packet 41.
    pub struct VgCoordinateArray, 9 bytes {
        /// what the coordinates make
        primitive: VgPrimitive = 0, 4;
        /// goes on with the primitive before
        continued: SmallBits = 4, 4;
        /// how many coordinates
        count: Word = 8, 32;
        /// where they are
        address: Address = 40, 32;
    }
}

layout! {
    /// Packet 42.
    pub struct VgInlinePrimitives, 1 bytes {
        /// what the coordinates make
        primitive: VgPrimitive = 0, 4;
        /// goes on with the primitive before
        continued: SmallBits = 4, 4;
    }
}

layout! {
    /// Packet 49.
    pub struct ClippedPrimitives, 4 bytes {
        /// vertex 0 is a clipped one
        clipped0: Flag = 0, 1;
        /// vertex 1 is a clipped one
        clipped1: Flag = 1, 1;
        /// vertex 2 is a clipped one
        clipped2: Flag = 2, 1;
        /// where the clipped vertices are
        address: Address8 = 3, 29;
    }
}

layout! {
    /// Packet 56.
    pub struct PrimitiveListFormat, 1 bytes {
        /// what the lists hold
        primitive: ListPrimitive = 0, 4;
        /// how they name vertices
        data: ListData = 4, 4;
    }
}
