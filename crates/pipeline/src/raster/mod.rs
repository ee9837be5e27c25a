//! Rasterization: which pixels a primitive covers (GL 2.1, 3.3 to 3.5). A primitive a file; all give pixel quads.

pub(crate) mod conservative;
pub(crate) mod covered;
pub(crate) mod fixed;
pub(crate) mod half_plane;
pub(crate) mod line;
pub(crate) mod point;
pub(crate) mod quads;
pub(crate) mod sampled;
pub(crate) mod shape;
pub(crate) mod smooth;
pub(crate) mod triangle;
pub(crate) mod window;

pub(crate) use covered::Covered;
pub(crate) use half_plane::HalfPlane;
pub(crate) use quads::Quads;
pub(crate) use shape::Shape;
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
    /// A primitive whose covered pixels set-up found, of which there are few; none of which samples are covered, or of which
    /// a pattern of polygons leaves parts.
    Covered(Covered),
    /// Columns of pixels.
    Line(LineOutline),
    /// All pixels of its bounds.
    Square,
    /// A line or point sprite of which samples are covered: four edges.
    Rectangle([Edge; 4]),
    /// A point of which samples are covered.
    Disc(Disc),
    /// A line with a pattern of which samples are covered.
    Sampled(Shape),
    /// An antialiased primitive; whether it is a polygon.
    Smooth(Shape, bool),
    /// A primitive that covers every pixel that it touches; whether it is a polygon.
    Conservative(Shape, bool),
}

/// What of a draw's state cuts its primitives.
#[derive(Clone, Copy)]
pub(crate) struct Cover<'a> {
    /// The positions at which pixels are covered: with more than one samples are, otherwise pixels.
    pub(crate) positions: &'a [Position],
    /// Whether blocks that are covered as a whole may be given as blocks.
    pub(crate) apart: bool,
    /// The pattern of polygons, if they have one.
    pub(crate) stipple: Option<&'a [u32; 32]>,
}

impl Outline {
    /// Whether it is a polygon that is filled.
    fn is_polygon(&self) -> bool {
        match self {
            Outline::Triangle(_) => true,
            Outline::Smooth(_, is_polygon) | Outline::Conservative(_, is_polygon) => *is_polygon,
            Outline::Covered(_)
            | Outline::Line(_)
            | Outline::Square
            | Outline::Rectangle(_)
            | Outline::Disc(_)
            | Outline::Sampled(_) => false,
        }
    }

    /// Units of work for a pixel that is searched, of so many samples: of a grid few points are looked at in most pixels.
    pub(crate) fn work(&self, samples: usize) -> u64 {
        match self {
            Outline::Smooth(..) => u64::from(smooth::POINTS) / 4,
            Outline::Triangle(_)
            | Outline::Covered(_)
            | Outline::Line(_)
            | Outline::Square
            | Outline::Rectangle(_)
            | Outline::Disc(_)
            | Outline::Sampled(_)
            | Outline::Conservative(..) => samples as u64,
        }
    }

    /// Appends the covered quads of `bounds`, in an order that depends on nothing but the primitive and `bounds`.
    pub(crate) fn cover(
        &self,
        level: Level,
        bounds: Bounds,
        cuts: &[HalfPlane],
        cover: Cover<'_>,
        quads: &mut Quads,
    ) {
        let Cover { positions, apart, .. } = cover;
        let stipple = cover.stipple.filter(|_| self.is_polygon());
        let first = quads.len();
        let is_sampled = positions.len() > 1;
        let apart = apart && cuts.is_empty() && stipple.is_none();
        match self {
            Outline::Triangle(edges) if is_sampled => {
                sampled::cover_polygon(edges, bounds, positions, apart, quads);
            }
            Outline::Rectangle(edges) => sampled::cover_polygon(edges, bounds, positions, apart, quads),
            Outline::Disc(disc) => sampled::cover_disc(disc, bounds, positions, quads),
            Outline::Triangle(edges) => triangle::cover(level, edges, bounds, apart, quads),
            Outline::Covered(covered) => covered.within(bounds).give(apart, quads),
            Outline::Sampled(shape) => sampled::cover_shape(shape, bounds, positions, quads),
            Outline::Smooth(shape, _) => smooth::cover(level, shape, bounds, quads),
            Outline::Conservative(shape, _) => conservative::cover(shape, bounds, positions.len(), quads),
            Outline::Line(line) => line.cover(bounds, quads),
            Outline::Square => point::cover(bounds, quads),
        }
        match (cuts.is_empty(), is_sampled) {
            (true, _) => {}
            (false, true) => quads.cut_samples(first, cuts, positions),
            (false, false) => quads.cut(first, cuts),
        }
        if let Some(pattern) = stipple {
            quads.stipple(first, pattern);
        }
    }
}
