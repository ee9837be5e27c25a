//! Lookups in textures.

mod handles;
mod level;
mod lookup;
mod offset;
mod query;
mod residency;
mod stand_in;
mod units;
