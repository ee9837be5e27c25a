//! Convex shapes whose parts of pixels count: polygons of up to four edges, lines with a pattern, discs.

use super::fixed::{Fixed, HALF, ONE};
use super::sampled::Disc;
use super::triangle::Edge;
use crate::framebuffer::samples::Position;
use crate::state::LineStipple;

/// Units of the grid that a thirty-second of a pixel is.
const THIRTY_SECOND: i64 = ONE / 32;

/// A convex shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    /// The inside of three or four edges.
    Polygon([Edge; 4]),
    /// A rectangle along a line, of which a pattern leaves parts.
    Stippled([Edge; 4], Pattern),
    /// A disc.
    Disc(Disc),
}

/// The pattern along a rectangle, from its last edge on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pattern {
    /// 2^32 over the length of the last edge.
    inverse: i64,
    /// Units of the grid from the beginning of the pattern, less whole repetitions.
    start: u32,
    /// Units of the grid that a bit is long.
    length: u32,
    bits: u16,
}

impl Pattern {
    /// A pattern that begins so many units of the grid before a rectangle whose last edge is so long.
    pub(crate) fn new(stipple: LineStipple, start: i64, edge: f64) -> Pattern {
        let length = i64::from(stipple.factor.clamp(1, 256)) * ONE;
        Pattern {
            bits: stipple.pattern,
            length: length as u32,
            start: start.rem_euclid(16 * length) as u32,
            inverse: ((1u64 << 32) as f64 / edge.max(1.0)).round_ties_even() as i64,
        }
    }

    /// Whether the pattern is drawn where the last edge has a value: so many times its length from it.
    fn has(&self, value: i64) -> bool {
        let distance = ((i128::from(value) * i128::from(self.inverse)) >> 32) as i64;
        let number = (i64::from(self.start) + distance).div_euclid(self.length.into());
        self.bits >> number.rem_euclid(16) & 1 != 0
    }
}

impl Shape {
    /// A triangle or rectangle by its edges.
    pub(crate) fn polygon(edges: &[Edge]) -> Shape {
        let mut all = [Edge::EVERYWHERE; 4];
        all[..edges.len()].copy_from_slice(edges);
        Shape::Polygon(all)
    }

    /// Whether a place in a pixel is inside, in thirty-seconds from its centre.
    pub(crate) fn has(&self, x: i32, y: i32, place: [i64; 2]) -> bool {
        match self {
            Shape::Polygon(edges) => edges.iter().all(|edge| edge.inside(x, y, place)),
            Shape::Stippled(edges, pattern) => {
                edges.iter().all(|edge| edge.inside(x, y, place)) && pattern.has(edges[3].value(x, y, place))
            }
            Shape::Disc(disc) => disc.has(x, y, place.map(|part| part * THIRTY_SECOND)),
        }
    }

    /// Whether a sample of a pixel is inside.
    pub(crate) fn covers(&self, x: i32, y: i32, position: Position) -> bool {
        self.has(x, y, position.map(|part| 2 * i64::from(part)))
    }

    /// Whether some of a pixel, its edges and corners included, is inside; of a pattern nothing is asked. Of polygons only
    /// pixels within their bounds are asked for, which are theirs up to half a pixel.
    pub(crate) fn touches(&self, x: i32, y: i32) -> bool {
        match self {
            Shape::Polygon(edges) | Shape::Stippled(edges, _) => edges.iter().all(|edge| edge.touches(x, y)),
            Shape::Disc(disc) => disc.has_nearest(x, y),
        }
    }

    /// Whether all of a pixel is inside; never of what has a pattern.
    pub(crate) fn contains(&self, x: i32, y: i32) -> bool {
        match self {
            Shape::Polygon(edges) => edges.iter().all(|edge| edge.contains(x, y)),
            Shape::Stippled(..) => false,
            Shape::Disc(disc) => disc.has_farthest(x, y),
        }
    }
}

impl Disc {
    fn has(&self, x: i32, y: i32, place: [i64; 2]) -> bool {
        let [dx, dy] = self.from(x, y);
        self.is_within([dx + place[0], dy + place[1]])
    }

    fn has_nearest(&self, x: i32, y: i32) -> bool {
        self.is_within(self.from(x, y).map(|side| (side.abs() - HALF).max(0)))
    }

    fn has_farthest(&self, x: i32, y: i32) -> bool {
        self.is_within(self.from(x, y).map(|side| side.abs() + HALF))
    }
}

/// The corners of a rectangle around a line, counter-clockwise from its beginning, whose last edge is there.
pub(crate) fn edge_length([from, .., to]: [Fixed; 4]) -> f64 {
    let [dx, dy] = [to.x - from.x, to.y - from.y].map(|side| side as f64);
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::bounds::Bounds;
    use crate::raster::quads::Quads;
    use crate::raster::{conservative, sampled, smooth, triangle};
    use quadrille_numerics::level::Level;

    fn at(x: i64, y: i64) -> Fixed {
        Fixed { x, y }
    }

    fn coverage(shape: &Shape) -> Vec<u16> {
        let mut quads = Quads::default();
        smooth::cover(Level::best(), shape, Bounds::of(2, 2), &mut quads);
        quads.coverage.concat()
    }

    /// source: areas by hand: a square of half a pixel's side, an edge along the diagonal of a pixel (of the 256 points 16
    /// lie on it, and belong to one side), a square of a pixel and a half
    #[test]
    fn coverage_is_area() {
        let square = |side: i64| {
            sampled::rectangle([
                at(-128, -128),
                at(side - 128, -128),
                at(side - 128, side - 128),
                at(-128, side - 128),
            ])
        };
        assert_eq!(coverage(&Shape::polygon(&square(128))), [64, 0, 0, 0]);
        assert_eq!(coverage(&Shape::polygon(&square(384))), [256, 128, 128, 64]);
        let corners = [at(-128, -128), at(128, -128), at(-128, 128)];
        let lower = Shape::polygon(&triangle::Corners::new(corners, 1).edges());
        let upper =
            Shape::polygon(&triangle::Corners::new([at(128, 128), at(-128, 128), at(128, -128)], 1).edges());
        let (lower, upper) = (coverage(&lower)[0], coverage(&upper)[0]);
        assert_eq!((lower + upper, lower.min(upper)), (256, 120));
        // Of the points at odd thirty-seconds (a, b) those with a² + b² ≤ 16²: in a quarter, row by row,
        // 8 + 8 + 8 + 7 + 7 + 6 + 5 + 3.
        assert_eq!(coverage(&Shape::Disc(Disc::new(at(0, 0), 1.0)))[0], 4 * 52);
    }

    /// source: NV_conservative_raster: a pixel counts if any of it, edges and corners included, is covered; and the pixels
    /// that are covered as a whole by hand
    #[test]
    fn pixels_that_are_touched() {
        let shape = |corners: [Fixed; 3]| Shape::polygon(&triangle::Corners::new(corners, 1).edges());
        let covered = |shape: &Shape, corners: &[Fixed]| {
            let mut quads = Quads::default();
            let bounds = triangle::bounds(corners, HALF).intersect(Bounds::of(8, 8));
            conservative::cover(shape, bounds, 1, &mut quads);
            let count = |masks: &[u8]| masks.iter().map(|mask| mask.count_ones()).sum::<u32>();
            [count(&quads.mask), count(&quads.full)]
        };
        // A triangle within pixel (1, 1), which touches no side.
        let small = [at(200, 200), at(300, 200), at(200, 300)];
        assert_eq!(covered(&shape(small), &small), [1, 0]);
        // The same with a corner on the side of the next pixel.
        let touching = [at(200, 200), at(384, 200), at(200, 300)];
        assert_eq!(covered(&shape(touching), &touching), [2, 0]);
        // Half of a square of 4 × 4 pixels: 6 are covered as a whole, 4 by half, 5 beyond the diagonal are touched at a corner,
        // and 11 to the left and below.
        let half = [at(128, 128), at(128 + 1024, 128), at(128, 128 + 1024)];
        assert_eq!(covered(&shape(half), &half), [26, 6]);
    }

    /// source: GL 2.1, 3.4.2: bit ⌊s / r⌋ mod 16 of the pattern, lowest first
    #[test]
    fn patterns_repeat() {
        let stipple = LineStipple {
            factor: 2,
            pattern: 0x0003,
        };
        let pattern = Pattern::new(stipple, 3 * ONE, 256.0);
        // So many pixels from the edge, whose value is 256 times as many units.
        let drawn = |pixels: i64| pattern.has(pixels * ONE * 256);
        let drawn: Vec<i64> = (0..40).filter(|pixels| drawn(*pixels)).collect();
        assert_eq!(drawn, [0, 29, 30, 31, 32]);
    }
}
