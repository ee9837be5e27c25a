//! Texels and how programs see them: storage, formats, wrapping, filters, level of detail, cube maps and
//! shadow comparison.
//!
//! A [`Texture`] is immutable storage, a [`Sampler`] is state, and a [`BoundTexture`] is the pair at a texture
//! unit, with everything that depends on both worked out once. Lookups work on batches, a slice for each
//! coordinate component; the same bits come back on every machine, because only correctly rounded operations
//! are used.
//!
//! Nothing here knows a program or an engine, and nothing here reads files.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod access;
mod anisotropy;
pub mod bound;
pub mod cube;
pub mod error;
#[expect(
    clippy::needless_range_loop,
    reason = "a pass goes over lanes, whichever planes it reads and writes"
)]
mod fast;
pub mod fetch;
pub mod filter;
pub mod format;
pub mod gather;
pub mod image;
pub mod image_unit;
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of all operations only those on textures come here"
)]
pub mod instruction;
pub mod lod;
pub mod lookup;
pub mod mipmap;
pub mod pixel_format;
pub mod pixels;
pub mod query;
mod sample;
pub mod sampler;
mod seamless;
mod seen;
pub mod shadow;
mod sparse;
pub mod texture;
pub mod undefined;
pub mod units;
pub mod view;
pub mod wrap;

pub use quadrille_isa::gl::texture::{LayerAxis, ObjectTarget};
pub use quadrille_numerics::level::Level;

pub use access::Access;
pub use anisotropy::MAX_ANISOTROPY;
pub use bound::{BoundTexture, Incomplete};
pub use error::{Limits, TextureError};
pub use format::{Base, Compression, Encoding, Format};
pub use gather::Gather;
pub use image::{Extent, Image};
pub use image_unit::ImageUnit;
pub use instruction::Instruction;
pub use lookup::{LevelOfDetail, Lookup, Offset};
pub use pixel_format::{PixelFormat, PixelType};
pub use pixels::Pixels;
pub use sampler::{
    BorderColor, CompareFunction, DepthMode, DepthStencilMode, MagnificationFilter, MinificationFilter,
    Sampler, Swizzle, Wrap,
};
pub use texture::Texture;
pub use undefined::UndefinedLookup;
pub use units::Units;
pub use view::ViewError;
