//! The tile buffer: the pixels under way, how shaders read and write them, and how they move to memory and back.
//!
//! A tile is 64 by 64 pixels of 32 bits, or 32 by 32 pixels with four samples each, or 32 by 32 pixels of 64 bits.
//! [`TileBuffer`] holds it, `access` is what fragment programs do to it (with the depth and stencil tests),
//! `transfer` what stores and loads do.
//!
//! Source: VideoCore IV guide section 9 as Mesa and the Linux driver quote it.

pub(crate) mod access;
mod buffer;
mod colour;
pub(crate) mod coverage;
pub mod stencil;
pub(crate) mod transfer;

pub use access::DepthTest;
pub use buffer::{ClearValues, Shape, TileBuffer};
pub(crate) use colour::from_565;
