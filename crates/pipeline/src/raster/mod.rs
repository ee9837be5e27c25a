//! Rasterization: which pixels a primitive covers (GL 2.1, 3.3 to 3.5). A primitive a file; all give pixel quads.

pub(crate) mod fixed;
pub(crate) mod half_plane;
pub(crate) mod line;
pub(crate) mod point;
pub(crate) mod quads;
pub(crate) mod sampled;
pub(crate) mod triangle;
pub(crate) mod window;

pub(crate) use half_plane::HalfPlane;
pub(crate) use quads::Quads;
pub(crate) use window::Window;

use quadrille_numerics::level::Level;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::Position;
use line::LineOutline;
use sampled::Disc;
use triangle::Edge;

/// The exact outline of a primitive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Outline {
    /// Three edges.
    Triangle([Edge; 3]),
    /// Columns of pixels.
    Line(LineOutline),
    /// All pixels of its bounds.
    Square,
    /// A line or point sprite of which samples are covered: four edges.
    Rectangle([Edge; 4]),
    /// A point of which samples are covered.
    Disc(Disc),
}

impl Outline {
    /// Appends the covered quads of `bounds`, in an order that depends on nothing but the primitive and `bounds`. With
    /// more than one position samples are covered, otherwise pixels are; `apart`: blocks that are covered as a whole may
    /// be given as blocks.
    pub(crate) fn cover(
        &self,
        level: Level,
        bounds: Bounds,
        cuts: &[HalfPlane],
        positions: &[Position],
        apart: bool,
        quads: &mut Quads,
    ) {
        let first = quads.len();
        let is_sampled = positions.len() > 1;
        match self {
            Outline::Triangle(edges) if is_sampled => sampled::cover_polygon(edges, bounds, positions, quads),
            Outline::Rectangle(edges) => sampled::cover_polygon(edges, bounds, positions, quads),
            Outline::Disc(disc) => sampled::cover_disc(disc, bounds, positions, quads),
            Outline::Triangle(edges) => {
                triangle::cover(level, edges, bounds, apart && cuts.is_empty(), quads)
            }
            Outline::Line(line) => line.cover(bounds, quads),
            Outline::Square => point::cover(bounds, quads),
        }
        match (cuts.is_empty(), is_sampled) {
            (true, _) => {}
            (false, true) => quads.cut_samples(first, cuts, positions),
            (false, false) => quads.cut(first, cuts),
        }
    }
}
