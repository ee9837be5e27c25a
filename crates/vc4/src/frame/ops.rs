//! The rendering list as what is to be done for each tile.

use super::assembly::Kind;
use crate::list::Buffer;
use crate::list::packet::{ClearColors, LoadFull, LoadGeneral, StoreFull, StoreGeneral, TileRenderingMode};
use crate::tile::{ClearValues, Shape};

/// A primitive of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) kind: Kind,
    /// Number of the state in the frame's list.
    pub(super) state: u32,
    pub(super) indices: [u32; 3],
    /// Where its clipped vertices lie.
    pub(super) clipped: Option<u32>,
    /// The address of its list, for findings.
    pub(super) at: u32,
}

/// Something that the rendering thread does with the tile buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// The next tile: column and row.
    Tile(u8, u8),
    Draw(Drawn),
    Load(LoadGeneral),
    LoadFull(LoadFull),
    Store(StoreGeneral),
    StoreFull(StoreFull),
    /// To the frame of the rendering mode.
    StoreResolved,
}

/// What is done between two clears of the whole tile buffer: it needs nothing from before.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The rendering mode, for each of the ops from the place given on.
    pub(super) modes: Vec<(usize, TileRenderingMode)>,
    /// Clear values, as modes.
    pub(super) clears: Vec<(usize, ClearValues)>,
    pub(super) ops: Vec<Op>,
    /// Places of ops in memory, as modes, for findings.
    pub(super) at: u32,
}

/// How the tile buffer is used in a rendering mode.
pub(super) fn shape(mode: &TileRenderingMode) -> Shape {
    match (mode.multisample, mode.color64) {
        (true, _) => Shape::Multisample,
        (false, true) => Shape::Wide,
        (false, false) => Shape::Single,
    }
}

/// The values of a packet.
pub(super) fn clear_values(packet: &ClearColors) -> ClearValues {
    ClearValues {
        colours: [packet.color0, packet.color1],
        depth: packet.z,
        stencil: packet.stencil,
        mask: packet.vg_mask,
    }
}

impl Work {
    /// The tiles that it renders or stores.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (u8, u8)> {
        self.ops.iter().filter_map(|op| match *op {
            Op::Tile(column, row) => Some((column, row)),
            _ => None,
        })
    }

    /// Whether it reads from memory what may have been stored before.
    pub(super) fn loads(&self) -> bool {
        self.ops
            .iter()
            .any(|op| matches!(op, Op::Load(_) | Op::LoadFull(_)))
    }

    /// Whether it loads a dump of the tile buffer.
    pub(super) fn loads_dump(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::LoadFull(_) => true,
            Op::Load(load) => load.buffer == Buffer::Full,
            _ => false,
        })
    }

    /// Whether it stores a dump of the tile buffer.
    pub(super) fn dumps(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::StoreFull(_) => true,
            Op::Store(store) => store.buffer == Buffer::Full,
            _ => false,
        })
    }
}
