//! Branches, and stores and loads of the tile buffer.

use crate::list::code::{Buffer, Decimate, MemoryFormat, PixelFormat};
use crate::list::field::{Address, Address16, Flag};

layout! {
    /// Packets 16 and 17.
    pub struct Branch, 4 bytes {
        /// where the list goes on
        address: Address = 0, 32;
    }
}

layout! {
    /// Packet 26. The address is that of the tile, not of the frame.
    pub struct StoreFull, 4 bytes {
        /// leave out colour
        no_color: Flag = 0, 1;
        /// leave out Z and stencil
        no_zs: Flag = 1, 1;
        /// do not clear the tile buffer afterwards
        no_clear: Flag = 2, 1;
        /// the frame is done
        end_of_frame: Flag = 3, 1;
        /// where the tile goes
        address: Address16 = 4, 28;
    }
}

layout! {
    /// Packet 27. The address is that of the tile, not of the frame.
    pub struct LoadFull, 4 bytes {
        /// leave out colour
        no_color: Flag = 0, 1;
        /// leave out Z and stencil
        no_zs: Flag = 1, 1;
        /// where the tile comes from
        address: Address16 = 4, 28;
    }
}

layout! {
    /// Packet 28.
    pub struct StoreGeneral, 6 bytes {
        /// what is stored
        buffer: Buffer = 0, 3;
        /// how the image lies in memory
        memory: MemoryFormat = 4, 2;
        /// which samples are taken
        decimate: Decimate = 6, 2;
        /// pixels in memory
        format: PixelFormat = 8, 2;
        /// do not swap the tile buffers when they are double
        no_swap: Flag = 12, 1;
        /// do not clear colour afterwards
        no_clear_color: Flag = 13, 1;
        /// do not clear Z and stencil afterwards
        no_clear_zs: Flag = 14, 1;
        /// do not clear the VG mask afterwards
        no_clear_vg_mask: Flag = 15, 1;
        /// leave colour out of a full store
        no_color: Flag = 16, 1;
        /// leave Z and stencil out of a full store
        no_zs: Flag = 17, 1;
        /// leave the VG mask out of a full store
        no_vg_mask: Flag = 18, 1;
        /// the frame is done
        end_of_frame: Flag = 19, 1;
        /// where the image begins
        address: Address16 = 20, 28;
    }
}

layout! {
    /// Packet 29.
    pub struct LoadGeneral, 6 bytes {
        /// what is loaded
        buffer: Buffer = 0, 3;
        /// how the image lies in memory
        memory: MemoryFormat = 4, 2;
        /// pixels in memory
        format: PixelFormat = 8, 2;
        /// leave colour out of a full load
        no_color: Flag = 16, 1;
        /// leave Z and stencil out of a full load
        no_zs: Flag = 17, 1;
        /// leave the VG mask out of a full load
        no_vg_mask: Flag = 18, 1;
        /// where the image begins
        address: Address16 = 20, 28;
    }
}
