//! Where pixels lie in memory: raster order and the two tiled layouts of textures and frames, T and LT, and the levels
//! of a mip chain.
//!
//! Both tiled layouts are made of *utiles*: 64 bytes with pixels in rows. LT has them in rows; T has four by four of
//! them in a sub-tile of 1 KiB, four of those in a tile of 4 KiB, and rows of tiles that run forth and back. Nothing
//! here reads memory or knows what a pixel means; a position is an offset from the address of the first pixel, and row
//! 0 is the one that comes first in raster order.

mod chain;
mod element;
mod plane;

pub use chain::{Chain, Level};
pub use element::ElementSize;
pub use plane::{Layout, Plane};
