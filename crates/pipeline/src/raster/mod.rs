//! Rasterization: which pixels a shape covers (GL 2.1, 3.3 to 3.5). A shape a file; all give pixel quads.

pub(crate) mod fixed;
pub(crate) mod line;
pub(crate) mod point;
pub(crate) mod quads;
pub(crate) mod triangle;

pub(crate) use quads::Quads;

use crate::framebuffer::bounds::Bounds;
use line::LineOutline;
use triangle::Edge;

/// The exact outline of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Outline {
    /// Three edges.
    Triangle([Edge; 3]),
    /// Columns of pixels.
    Line(LineOutline),
    /// All pixels of its bounds.
    Square,
}

/// A half-plane in window coordinates: a·x + b·y + c is not negative inside.
pub(crate) type HalfPlane = [f64; 3];

impl Outline {
    /// Appends the covered quads of `bounds`, in an order that depends on nothing but the shape and `bounds`.
    pub(crate) fn cover(&self, bounds: Bounds, cuts: &[HalfPlane], quads: &mut Quads) {
        let first = quads.len();
        match self {
            Outline::Triangle(edges) => triangle::cover(edges, bounds, quads),
            Outline::Line(line) => line.cover(bounds, quads),
            Outline::Square => point::cover(bounds, quads),
        }
        if !cuts.is_empty() {
            quads.cut(first, cuts);
        }
    }
}
