//! The texture and memory units: what a request with its configuration words means, and the queues of results.
//!
//! `queue` is what one QPU sees of the two units. The rest is free of state: [`Parameters`] are the configuration
//! words, a [`Texture`] is what they say about memory, and [`Texture::look_up`] answers sixteen elements. What no
//! public source tells (the precision of filters, the formula of the level of detail) is a value of
//! [`crate::machine::profile::Sampling`]; `docs/vc4-textures.md` lists it all.

mod cube;
pub mod etc1;
mod filter;
mod level;
mod lookup;
mod parameters;
mod picture;
pub(crate) mod queue;
mod quick;
mod texel;
mod texture;
mod texture_type;
mod wrap;

pub use lookup::{Coordinates, Results};
pub use parameters::{ImageFilter, LevelFilter, Parameters, Window, Wrap};
pub use picture::{TooShort, halve};
pub use texel::Texel;
pub use texture::{Texture, TextureError, TextureLevel};
pub use texture_type::TextureType;
