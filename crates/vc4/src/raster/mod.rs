//! From shaded vertices to groups of four quads: edges, coverage, and the planes of what varies over a primitive.
//!
//! Coordinates are the chip's: sixteenths of a pixel, row 0 first in memory. A pixel belongs to a primitive if its
//! centre does (with four samples, those of its samples that do); a centre on an edge belongs to the primitive on its
//! right, or on the side of higher rows, so that two triangles share none.
//!
//! Source: coverage and sample positions from frames that the chip drew (asurati's d50.png and d53.png); ties, and
//! what points and lines cover, have no public source.

mod coverage;
mod plane;
mod primitive;
mod vertex;

pub(crate) use coverage::{Group, Rectangle, Samples};
pub(crate) use primitive::{Primitive, area};
pub(crate) use vertex::Vertex;
