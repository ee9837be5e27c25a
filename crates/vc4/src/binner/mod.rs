//! The binner: which primitives touch which tiles, as lists in tile memory that the renderer reads.
//!
//! A tile's list begins in a block of its own at the start of tile memory; when that is full, it goes on in blocks from
//! the pool behind, which lists share. A list has the state that changed since the tile's last primitive, then
//! primitives in compressed lists, and ends in a return once it is flushed.
//!
//! Source: guide section 9, as the Linux driver (`vc4_validate.c`) sizes tile memory and vc4-gpu-tools reads lists. How
//! a compressed list names the vertices that two triangles share, and how clipped vertices are kept, was never
//! published; [`list`] says what is done here.

mod clip;
mod list;
mod pool;

pub(crate) use clip::{ClipVertex, clip};
pub(crate) use list::{Binned, CLIPPED_WORDS, TileLists, resolve, whole};
pub(crate) use pool::{Pool, PoolError};
