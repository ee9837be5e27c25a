//! The stages that run a program for each vertex, patch or primitive, and the tessellator between two of them. That
//! of fragments is in `fragment`.

pub(crate) mod control;
pub(crate) mod evaluation;
pub(crate) mod geometry;
pub(crate) mod prefetch;
pub(crate) mod tessellator;
pub(crate) mod vertex;
pub(crate) mod vertex_numbers;

/// Most lanes of a batch, unless what is one patch needs more.
const LANES: usize = 256;

/// Vertices after which what there is goes on to the next stage.
const ENOUGH: usize = 1 << 14;
