//! Packets: ids, lengths, and which thread may have them.

mod mode;
mod primitive;
mod state;
mod tile;

pub use mode::{ClearColors, TileBinningMode, TileCoordinates, TileRenderingMode};
pub use primitive::{
    ArrayPrimitives, ClippedPrimitives, IndexedPrimitives, PrimitiveListFormat, VgCoordinateArray,
    VgInlinePrimitives,
};
pub use state::{
    ClipWindow, ClipperXyScale, ClipperZ, ConfigurationBits, DepthOffset, FlatShadeFlags, GemHandles,
    GlShaderState, LineWidth, NvShaderState, PointSize, RhtXBoundary, VgInlineShader, VgShaderState,
    ViewportOffset, ZClipPlanes,
};
pub use tile::{Branch, LoadFull, LoadGeneral, StoreFull, StoreGeneral};

use super::field::Field;
use super::layout::{self, Layout};

/// The longest packet, with its id.
pub const LONGEST: usize = 16;

/// Which of the two threads of the control list executor a packet is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thread {
    /// Either.
    Both,
    /// Thread 0.
    Binning,
    /// Thread 1.
    Rendering,
}

/// Why bytes are no packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// There is not even an id.
    #[error("the list ends without a packet that ends it")]
    Empty,
    /// No packet has this id.
    #[error("no packet has the id {0}")]
    UnknownId(u8),
    /// There are fewer bytes than the packet has.
    #[error("{name} has {bytes} bytes, but only {given} are there")]
    Truncated {
        /// The packet's name in text.
        name: &'static str,
        /// How many bytes it has, with its id.
        bytes: usize,
        /// How many there are.
        given: usize,
    },
}

/// What is the same for all packets with one id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PacketKind {
    /// The first byte.
    pub id: u8,
    /// The name in text.
    pub name: &'static str,
    /// Length in bytes, with the id. Lists of primitives (ids 42, 48, 49) go on behind it.
    pub bytes: usize,
    /// For which thread.
    pub thread: Thread,
    /// The fields of the bytes after the id.
    pub fields: &'static [Field],
    /// The bits after the id that no field has.
    pub reserved: u128,
    /// What it does, in one sentence.
    pub doc: &'static str,
}

macro_rules! packets {
    ($($(#[doc = $doc:literal])+ $id:literal $name:ident $(($layout:ty))?, $text:literal, $thread:ident;)*) => {
        /// One packet of a control list.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum Packet {
            $($(#[doc = $doc])+ $name $(($layout))?,)*
        }

        impl PacketKind {
            /// All kinds, by id.
            pub const ALL: &'static [PacketKind] = &[$(PacketKind {
                id: $id,
                name: $text,
                bytes: 1 $(+ <$layout as Layout>::BYTES)?,
                thread: Thread::$thread,
                fields: packets!(@fields $($layout)?),
                reserved: packets!(@reserved $($layout)?),
                doc: concat!($($doc),+),
            }),*];
        }

        impl Packet {
            /// The first byte.
            pub const fn id(&self) -> u8 {
                match self {
                    $(packets!(@pattern $name $($layout)?) => $id,)*
                }
            }

            /// The bytes after the id, as a little-endian number.
            pub fn payload(&self) -> u128 {
                match self {
                    $(packets!(@bind $name body $($layout)?) => packets!(@bits body $($layout)?),)*
                }
            }

            /// The packet with this id and these bytes after it; `None` where no packet has the id.
            pub fn new(id: u8, payload: u128) -> Option<Packet> {
                let _ = payload;
                Some(match id {
                    $($id => packets!(@make $name payload $($layout)?),)*
                    _ => return None,
                })
            }
        }
    };
    (@fields) => { &[] };
    (@fields $layout:ty) => { <$layout as Layout>::FIELDS };
    (@reserved) => { 0 };
    (@reserved $layout:ty) => { layout::reserved::<$layout>() };
    (@pattern $name:ident) => { Packet::$name };
    (@pattern $name:ident $layout:ty) => { Packet::$name(_) };
    (@bind $name:ident $body:ident) => { Packet::$name };
    (@bind $name:ident $body:ident $layout:ty) => { Packet::$name($body) };
    (@bits $body:ident) => { 0 };
    (@bits $body:ident $layout:ty) => { $body.to_bits() };
    (@make $name:ident $payload:ident) => { Packet::$name };
    (@make $name:ident $payload:ident $layout:ty) => { Packet::$name(<$layout>::from_bits($payload)) };
}

packets! {
    /// Stops the thread.
    0 Halt, "halt", Both;
    /// Does nothing.
    1 Nop, "nop", Both;
    /// Counts one more marker, for debugging.
    2 Marker, "marker", Both;
    /// Sets the count of markers to 0.
    3 ResetMarkerCount, "reset_marker_count", Both;
    /// Ends each tile list with a return and writes the lists to memory.
    4 Flush, "flush", Binning;
    /// As flush, and before that writes the current state to each tile list.
    5 FlushAllState, "flush_all_state", Binning;
    /// Begins binning.
    6 StartTileBinning, "start_tile_binning", Binning;
    /// Increments the semaphore between the threads, once a flush is done.
    7 IncrementSemaphore, "increment_semaphore", Both;
    /// Waits until the semaphore is not 0, and decrements it.
    8 WaitSemaphore, "wait_semaphore", Both;
    /// Goes on at another address.
    16 Branch(Branch), "branch", Both;
    /// Goes on at another address and comes back at the next return.
    17 BranchToSubList(Branch), "branch_sub_list", Both;
    /// Comes back from a sub-list; without one it does nothing.
    18 Return, "return", Both;
    /// Marks the place to which repeat_from_start goes back.
    19 RepeatStart, "repeat_start", Both;
    /// Goes back to the marked place.
    20 RepeatFromStart, "repeat_from_start", Both;
    /// Stores the colours of the tile, resolved, to the frame.
    24 StoreResolved, "store_resolved", Rendering;
    /// Stores the colours of the tile, resolved, to the frame, which then is done.
    25 StoreResolvedEnd, "store_resolved_end", Rendering;
    /// Stores the raw contents of the tile buffer: all samples.
    26 StoreFull(StoreFull), "store_full", Rendering;
    /// Loads raw contents of the tile buffer.
    27 LoadFull(LoadFull), "load_full", Rendering;
    /// Stores one buffer of the tile.
    28 StoreGeneral(StoreGeneral), "store_general", Rendering;
    /// Loads one buffer of the tile, once the tile's coordinates come.
    29 LoadGeneral(LoadGeneral), "load_general", Rendering;
    /// Draws vertices that indices name.
    32 IndexedPrimitives(IndexedPrimitives), "indexed_primitives", Both;
    /// Draws successive vertices.
    33 ArrayPrimitives(ArrayPrimitives), "array_primitives", Both;
    /// Draws from an array of coordinates, in the VG mode.
    41 VgCoordinateArray(VgCoordinateArray), "vg_coordinate_array", Both;
    /// Draws the coordinates that follow in the list, in the VG mode.
    42 VgInlinePrimitives(VgInlinePrimitives), "vg_inline_primitives", Both;
    /// Draws the compressed list that follows.
    48 CompressedPrimitives, "compressed_primitives", Rendering;
    /// Draws a primitive whose clipped vertices lie at an address, then the compressed list that follows.
    49 ClippedPrimitives(ClippedPrimitives), "clipped_primitives", Rendering;
    /// Says what compressed lists hold. Mesa begins binning lists with it.
    56 PrimitiveListFormat(PrimitiveListFormat), "primitive_list_format", Both;
    /// Sets the shaders of the GL mode.
    64 GlShaderState(GlShaderState), "gl_shader_state", Both;
    /// Sets the shader of the NV mode.
    65 NvShaderState(NvShaderState), "nv_shader_state", Both;
    /// Sets the shader of the VG mode.
    66 VgShaderState(VgShaderState), "vg_shader_state", Both;
    /// Sets the shader of the VG mode without a record.
    67 VgInlineShader(VgInlineShader), "vg_inline_shader", Both;
    /// Sets culling, depth test, oversampling and coverage.
    96 ConfigurationBits(ConfigurationBits), "configuration_bits", Both;
    /// Says which varyings are flat.
    97 FlatShadeFlags(FlatShadeFlags), "flat_shade_flags", Both;
    /// Sets the size of points.
    98 PointSize(PointSize), "point_size", Both;
    /// Sets the width of lines.
    99 LineWidth(LineWidth), "line_width", Both;
    /// Sets the right edge of right-handed trapezoids.
    100 RhtXBoundary(RhtXBoundary), "rht_x_boundary", Both;
    /// Sets the depth offset.
    101 DepthOffset(DepthOffset), "depth_offset", Both;
    /// Sets the rectangle outside of which nothing is drawn.
    102 ClipWindow(ClipWindow), "clip_window", Both;
    /// Sets the centre of the viewport, which coordinates of vertices are relative to.
    103 ViewportOffset(ViewportOffset), "viewport_offset", Both;
    /// Sets the range to which Z is clamped.
    104 ZClipPlanes(ZClipPlanes), "z_clip_planes", Both;
    /// Sets the viewport scale by which the clipper makes screen coordinates of clip coordinates.
    105 ClipperXyScale(ClipperXyScale), "clipper_xy_scale", Binning;
    /// Sets the scale and offset by which the clipper makes Z of clip coordinates.
    106 ClipperZ(ClipperZ), "clipper_z", Binning;
    /// Sets up binning: memory of the tile lists, size of the frame in tiles.
    112 TileBinningMode(TileBinningMode), "tile_binning_mode", Binning;
    /// Sets up rendering: where the frame goes and what its pixels are.
    113 TileRenderingMode(TileRenderingMode), "tile_rendering_mode", Rendering;
    /// Sets what a cleared tile holds.
    114 ClearColors(ClearColors), "clear_colors", Rendering;
    /// Names the tile that is rendered next.
    115 TileCoordinates(TileCoordinates), "tile_coordinates", Rendering;
    /// Names buffers for the Linux driver, which removes it; no packet of the chip.
    254 GemHandles(GemHandles), "gem_handles", Both;
}

impl PacketKind {
    /// The kind with this id.
    pub fn of_id(id: u8) -> Option<&'static PacketKind> {
        let at = PacketKind::ALL.binary_search_by_key(&id, |kind| kind.id);
        at.ok().map(|at| &PacketKind::ALL[at])
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<&'static PacketKind> {
        PacketKind::ALL.iter().find(|kind| kind.name == name)
    }
}

impl Packet {
    /// The first packet of `bytes` and its length. Lists of primitives go on behind theirs
    /// ([`super::compressed`]).
    ///
    /// # Errors
    ///
    /// [`DecodeError`] if no packet has the id, or bytes are missing.
    pub fn decode(bytes: &[u8]) -> Result<(Packet, usize), DecodeError> {
        let &id = bytes.first().ok_or(DecodeError::Empty)?;
        let kind = PacketKind::of_id(id).ok_or(DecodeError::UnknownId(id))?;
        let body = bytes.get(1..kind.bytes).ok_or(DecodeError::Truncated {
            name: kind.name,
            bytes: kind.bytes,
            given: bytes.len(),
        })?;
        let packet = Packet::new(id, number(body)).ok_or(DecodeError::UnknownId(id))?;
        Ok((packet, kind.bytes))
    }

    /// The bytes of the packet.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![self.id()];
        bytes.extend_from_slice(&self.payload().to_le_bytes()[..self.kind().bytes - 1]);
        bytes
    }

    /// Whether the thread's part of a frame is done with it: a flush, or a store at the end of the frame.
    pub fn finishes(&self) -> bool {
        match self {
            Packet::StoreGeneral(store) => store.end_of_frame,
            Packet::StoreFull(store) => store.end_of_frame,
            _ => matches!(
                self,
                Packet::StoreResolvedEnd | Packet::Flush | Packet::FlushAllState
            ),
        }
    }

    /// What is the same for all packets with its id.
    pub fn kind(&self) -> &'static PacketKind {
        PacketKind::of_id(self.id()).expect("every packet is a row of the table")
    }
}

/// At most 16 bytes as a little-endian number.
pub(crate) fn number(bytes: &[u8]) -> u128 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u128::from(byte))
}
