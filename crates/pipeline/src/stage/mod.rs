//! The stages that run a program for each vertex, patch or primitive, and the tessellator between two of them. That
//! of fragments is in `fragment`.

pub(crate) mod control;
pub(crate) mod evaluation;
pub(crate) mod geometry;
pub(crate) mod tessellator;
pub(crate) mod vertex;
