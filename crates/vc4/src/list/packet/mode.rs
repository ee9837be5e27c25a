//! Set-up of binning and rendering.

use crate::list::code::{Decimate, FrameFormat, MemoryFormat};
use crate::list::field::{Address, Bits, Flag, Half, Small, SmallBits, Word};

layout! {
    /// Packet 112.
    pub struct TileBinningMode, 15 bytes {
        /// where tile lists are allocated
        address: Address = 0, 32;
        /// bytes there
        size: Word = 32, 32;
        /// where the binner keeps 48 bytes of state a tile
        state: Address = 64, 32;
        /// columns of tiles
        width: Small = 96, 8;
        /// rows of tiles
        height: Small = 104, 8;
        /// four samples a pixel, tiles of 32 by 32 pixels
        multisample: Flag = 112, 1;
        /// 64 bits a pixel
        color64: Flag = 113, 1;
        /// the binner initializes the state of tiles
        auto_init: Flag = 114, 1;
        /// log2 of a tile's first block in units of 32 bytes
        initial_block: Small = 115, 2;
        /// log2 of a tile's further blocks in units of 32 bytes
        block: Small = 117, 2;
        /// two tile buffers in turn
        double_buffer: Flag = 119, 1;
    }
}

impl TileBinningMode {
    /// Bytes of the first block of each tile list.
    pub fn initial_block_size(&self) -> u32 {
        32 << (self.initial_block & 3)
    }

    /// Bytes of every further block.
    pub fn block_size(&self) -> u32 {
        32 << (self.block & 3)
    }
}

layout! {
    /// Packet 113.
    pub struct TileRenderingMode, 10 bytes {
        /// where the frame is
        address: Address = 0, 32;
        /// columns of pixels
        width: Half = 32, 16;
        /// rows of pixels
        height: Half = 48, 16;
        /// four samples a pixel, tiles of 32 by 32 pixels
        multisample: Flag = 64, 1;
        /// 64 bits a pixel
        color64: Flag = 65, 1;
        /// pixels in memory
        format: FrameFormat = 66, 2;
        /// samples that are averaged
        decimate: Decimate = 68, 2;
        /// how the frame lies in memory
        memory: MemoryFormat = 70, 2;
        /// the tile buffer has a VG mask
        vg_mask: Flag = 72, 1;
        /// coverage of the VG pipe
        coverage: Flag = 73, 1;
        /// early Z passes what is greater, instead of what is less
        early_z_greater: Flag = 74, 1;
        /// no early Z and no early coverage
        early_z_off: Flag = 75, 1;
        /// two tile buffers in turn
        double_buffer: Flag = 76, 1;
    }
}

layout! {
    /// Packet 114.
    pub struct ClearColors, 13 bytes {
        /// rgba8888, or the lower half of a 64-bit colour
        color0: Bits = 0, 32;
        /// rgba8888 of odd columns, or the upper half of a 64-bit colour
        color1: Bits = 32, 32;
        /// Z
        z: Bits = 64, 24;
        /// VG mask
        vg_mask: SmallBits = 88, 8;
        /// stencil
        stencil: SmallBits = 96, 8;
    }
}

layout! {
    /// Packet 115.
    pub struct TileCoordinates, 2 bytes {
        /// column, in tiles
        column: Small = 0, 8;
        /// row, in tiles
        row: Small = 8, 8;
    }
}
