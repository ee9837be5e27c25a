//! The binner's memory, and loads and stores of tiles.

use super::buffers::{Access, Use};
use super::checker::{Checker, Cursor, Frame, State};
use super::reason::Reason;
use crate::layout::{ElementSize, Layout, Plane};
use crate::list::code::{Buffer, FrameFormat, MemoryFormat, PixelFormat};
use crate::list::packet::{Packet, TileBinningMode, TileRenderingMode};

/// Raw contents of one buffer of a tile: 64 by 64 samples of four bytes.
const RAW: u64 = 64 * 64 * 4;

impl Frame {
    /// Pixels of a tile's side, and the frame's columns and rows of tiles.
    fn tiles(mode: &TileRenderingMode) -> (u32, u32) {
        let side = if mode.multisample || mode.color64 { 32 } else { 64 };
        (
            u32::from(mode.width).div_ceil(side),
            u32::from(mode.height).div_ceil(side),
        )
    }
}

impl Checker<'_> {
    /// Packets of set-up, loads and stores.
    pub(super) fn frame(&mut self, state: &mut State, at: Cursor, packet: &Packet) -> Result<(), Reason> {
        let frame = &mut state.frame;
        match packet {
            Packet::TileBinningMode(mode) => return self.binning(at, mode),
            Packet::TileRenderingMode(mode) => {
                // The tile of before may lie outside the frame that begins.
                (frame.mode, frame.tile) = (Some(*mode), None);
                if mode.width == 0 || mode.height == 0 {
                    return Err(Reason::NoTiles);
                }
            }
            Packet::TileCoordinates(tile) => {
                let before = Reason::Before(packet.kind().name, "tile_rendering_mode");
                let mode = frame.mode.as_ref().ok_or(before)?;
                frame.tile = Some(*tile);
                let (columns, rows) = Frame::tiles(mode);
                if u32::from(tile.column) >= columns || u32::from(tile.row) >= rows {
                    let (column, row) = (tile.column, tile.row);
                    return Err(Reason::Tile {
                        column,
                        row,
                        columns,
                        rows,
                    });
                }
            }
            Packet::StoreResolved | Packet::StoreResolvedEnd => {
                let mode = Self::mode(frame, packet)?;
                let size = match (mode.color64, mode.format) {
                    (true, _) => ElementSize::Bits64,
                    (false, FrameFormat::Rgba8888) => ElementSize::Bits32,
                    (false, FrameFormat::Bgr565Dither | FrameFormat::Bgr565) => ElementSize::Bits16,
                    (false, FrameFormat::Reserved(_)) => return Err(Reason::Code("the format of the frame")),
                };
                let access = self.image(mode.memory, size, &mode, mode.address)?;
                return self.store(at, access);
            }
            Packet::StoreGeneral(store) => {
                if let Some(access) = self.general(
                    frame,
                    packet,
                    store.buffer,
                    store.memory,
                    store.format,
                    store.address,
                )? {
                    return self.store(at, access);
                }
            }
            Packet::LoadGeneral(load) => {
                let access =
                    self.general(frame, packet, load.buffer, load.memory, load.format, load.address)?;
                if let Some(access) = access {
                    self.buffers.hold(access)?;
                }
            }
            Packet::StoreFull(store) => {
                let bytes = RAW * (u64::from(!store.no_color) + u64::from(!store.no_zs));
                let address = self.source.canonical(store.address);
                return self.store(at, Access::new(Use::Tile, address, bytes));
            }
            Packet::LoadFull(load) => {
                let bytes = RAW * (u64::from(!load.no_color) + u64::from(!load.no_zs));
                let address = self.source.canonical(load.address);
                self.buffers.hold(Access::new(Use::Tile, address, bytes))?;
            }
            // What the caller looks at, and what reaches no memory.
            Packet::NvShaderState(_)
            | Packet::GlShaderState(_)
            | Packet::VgShaderState(_)
            | Packet::VgInlineShader(_)
            | Packet::IndexedPrimitives(_)
            | Packet::ArrayPrimitives(_)
            | Packet::VgCoordinateArray(_)
            | Packet::VgInlinePrimitives(_)
            | Packet::ClippedPrimitives(_)
            | Packet::GemHandles(_)
            | Packet::Halt
            | Packet::Nop
            | Packet::Marker
            | Packet::ResetMarkerCount
            | Packet::Flush
            | Packet::FlushAllState
            | Packet::StartTileBinning
            | Packet::IncrementSemaphore
            | Packet::WaitSemaphore
            | Packet::Branch(_)
            | Packet::BranchToSubList(_)
            | Packet::Return
            | Packet::RepeatStart
            | Packet::RepeatFromStart
            | Packet::CompressedPrimitives
            | Packet::PrimitiveListFormat(_)
            | Packet::ConfigurationBits(_)
            | Packet::FlatShadeFlags(_)
            | Packet::PointSize(_)
            | Packet::LineWidth(_)
            | Packet::RhtXBoundary(_)
            | Packet::DepthOffset(_)
            | Packet::ClipWindow(_)
            | Packet::ViewportOffset(_)
            | Packet::ZClipPlanes(_)
            | Packet::ClipperXyScale(_)
            | Packet::ClipperZ(_)
            | Packet::ClearColors(_) => {}
        }
        Ok(())
    }

    fn binning(&mut self, at: Cursor, mode: &TileBinningMode) -> Result<(), Reason> {
        let tiles = u64::from(mode.width) * u64::from(mode.height);
        if tiles == 0 {
            return Err(Reason::NoTiles);
        }
        self.bins = Some(*mode);
        if !mode.auto_init {
            return Err(Reason::TileState);
        }
        let address = self.source.canonical(mode.address);
        self.store(at, Access::new(Use::Bins, address, u64::from(mode.size)))?;
        let first_blocks = tiles * u64::from(mode.initial_block_size());
        self.buffers.hold(Access::new(Use::Bins, address, first_blocks))?;
        let state = self.source.canonical(mode.state);
        self.store(at, Access::new(Use::BinState, state, 48 * tiles))?;
        Ok(())
    }

    fn mode(frame: &Frame, packet: &Packet) -> Result<TileRenderingMode, Reason> {
        let name = packet.kind().name;
        let mode = frame.mode.ok_or(Reason::Before(name, "tile_rendering_mode"))?;
        frame.tile.ok_or(Reason::Before(name, "tile_coordinates"))?;
        Ok(mode)
    }

    /// What a general store or load moves; nothing if it names no buffer.
    fn general(
        &self,
        frame: &Frame,
        packet: &Packet,
        buffer: Buffer,
        memory: MemoryFormat,
        format: PixelFormat,
        address: u32,
    ) -> Result<Option<Access>, Reason> {
        let size = match buffer {
            Buffer::None => return Ok(None),
            Buffer::Reserved(_) => return Err(Reason::Code("the buffer")),
            Buffer::Color => match format {
                PixelFormat::Rgba8888 => ElementSize::Bits32,
                PixelFormat::Bgr565Dither | PixelFormat::Bgr565 => ElementSize::Bits16,
                PixelFormat::Reserved(_) => return Err(Reason::Code("the format of the pixels")),
            },
            Buffer::ZStencil | Buffer::Z => ElementSize::Bits32,
            Buffer::VgMask => ElementSize::Bits8,
            // Every tile of the frame, with all three buffers at most.
            Buffer::Full => {
                let mode = Self::mode(frame, packet)?;
                let (columns, rows) = Frame::tiles(&mode);
                let bytes = 3 * RAW * u64::from(columns) * u64::from(rows);
                let address = self.source.canonical(address);
                return Ok(Some(Access::new(Use::Frame, address, bytes)));
            }
        };
        let mode = Self::mode(frame, packet)?;
        self.image(memory, size, &mode, address).map(Some)
    }

    /// All pixels of a frame of this form.
    fn image(
        &self,
        memory: MemoryFormat,
        size: ElementSize,
        mode: &TileRenderingMode,
        address: u32,
    ) -> Result<Access, Reason> {
        let layout = match memory {
            MemoryFormat::Raster => Layout::Raster,
            MemoryFormat::T => Layout::T,
            MemoryFormat::Lt => Layout::Lt,
            MemoryFormat::Reserved(_) => return Err(Reason::Code("the layout of the image")),
        };
        let plane = Plane::new(layout, size, u32::from(mode.width), u32::from(mode.height));
        let address = self.source.canonical(address);
        Ok(Access::new(Use::Frame, address, plane.bytes()))
    }
}
