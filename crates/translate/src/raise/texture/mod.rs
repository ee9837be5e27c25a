//! Textures: which a shader has, and lookups in them.

pub(crate) mod handles;
pub(crate) mod level;
pub(crate) mod lookup;
pub(crate) mod offset;
pub(crate) mod residency;
pub(crate) mod stand_in;
pub(crate) mod textures;
pub(crate) mod units;
