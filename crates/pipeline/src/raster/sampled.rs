//! The samples of pixels that primitives cover (GL 2.1, 3.3.3, 3.4.4 and 3.5.6): polygons, lines as rectangles, points
//! as discs. A sample is covered as the centre of a pixel would be.

use super::Shape;
use super::fixed::{Fixed, ONE};
use super::quads::{Quads, inside, quad};
use super::triangle::{Edge, SQUARE};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::Position;

/// Units of the grid that a sixteenth of a pixel is.
const SIXTEENTH: i64 = ONE / 16;

/// A disc around a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Disc {
    centre: Fixed,
    /// The largest square of a distance in it, in units of the grid.
    most: i64,
}

impl Disc {
    /// A disc with a diameter in pixels.
    pub(crate) fn new(centre: Fixed, diameter: f32) -> Disc {
        let radius = f64::from(diameter) / 2.0 * ONE as f64;
        // Squares of distances are integers.
        let most = (radius * radius).floor() as i64;
        Disc { centre, most }
    }

    /// The distance from its centre to that of a pixel.
    pub(super) fn from(&self, x: i32, y: i32) -> [i64; 2] {
        [
            i64::from(x) * ONE - self.centre.x,
            i64::from(y) * ONE - self.centre.y,
        ]
    }

    /// The distance from its centre to that of a pixel, and the largest square of one, if 32 bits hold all squares of distances
    /// to places in the pixel.
    pub(super) fn in_pixel(&self, x: i32, y: i32) -> Option<([i32; 2], i32)> {
        let from = self.from(x, y);
        let is_near = from.iter().all(|side| side.abs() < 1 << 14);
        is_near.then(|| {
            (
                from.map(|side| side as i32),
                self.most.min(i32::MAX.into()) as i32,
            )
        })
    }

    /// Whether a distance from its centre is in it.
    pub(super) fn is_within(&self, [dx, dy]: [i64; 2]) -> bool {
        dx * dx + dy * dy <= self.most
    }

    fn covers(&self, x: i32, y: i32, position: Position) -> bool {
        let [dx, dy] = self.from(x, y);
        let [right, up] = position.map(|part| i64::from(part) * SIXTEENTH);
        self.is_within([dx + right, dy + up])
    }
}

/// The edges of a rectangle with these corners, counter-clockwise.
pub(crate) fn rectangle(corners: [Fixed; 4]) -> [Edge; 4] {
    std::array::from_fn(|k| Edge::new(corners[k], corners[(k + 1) % 4]))
}

/// Appends the quads of `bounds` that a disc covers.
pub(crate) fn cover_disc(disc: &Disc, bounds: Bounds, positions: &[Position], quads: &mut Quads) {
    cover(
        bounds,
        positions,
        quads,
        |_, _| false,
        |x, y, position| {
            u8::from(disc.covers(x, y, position))
                | u8::from(disc.covers(x + 1, y, position)) << 1
                | u8::from(disc.covers(x, y + 1, position)) << 2
                | u8::from(disc.covers(x + 1, y + 1, position)) << 3
        },
    );
}

/// Appends the quads of `bounds` that a convex polygon covers; `apart`: squares that are covered as a whole as blocks.
pub(crate) fn cover_polygon(
    edges: &[Edge],
    bounds: Bounds,
    positions: &[Position],
    apart: bool,
    quads: &mut Quads,
) {
    if !apart {
        return cover_quads(edges, bounds, positions, quads);
    }
    for y in ((bounds.y0 & !(SQUARE - 1))..bounds.y1).step_by(SQUARE as usize) {
        for x in ((bounds.x0 & !(SQUARE - 1))..bounds.x1).step_by(SQUARE as usize) {
            let square = Bounds {
                x0: x,
                y0: y,
                x1: x + SQUARE,
                y1: y + SQUARE,
            };
            if edges.iter().any(|edge| edge.misses(square)) {
                continue;
            }
            let inner = square.intersect(bounds);
            if inner == square && edges.iter().all(|edge| edge.holds(square)) {
                quads.blocks.push([x as u16, y as u16]);
            } else {
                cover_quads(edges, inner, positions, quads);
            }
        }
    }
}

fn cover_quads(edges: &[Edge], bounds: Bounds, positions: &[Position], quads: &mut Quads) {
    // No sample lies outside of its pixel.
    let is_inside = |x: i32, y: i32| edges.iter().all(|edge| edge.holds(quad(x, y)));
    cover(bounds, positions, quads, is_inside, |x, y, position| {
        let covered = |mask: u8, edge: &Edge| mask & edge.covered(x, y, position);
        edges.iter().fold(0b1111, covered)
    });
}

/// Appends the quads of `bounds` of which a shape covers samples.
pub(crate) fn cover_shape(shape: &Shape, bounds: Bounds, positions: &[Position], quads: &mut Quads) {
    cover(
        bounds,
        positions,
        quads,
        |_, _| false,
        |x, y, position| {
            (0..4).fold(0, |mask, pixel| {
                let is_covered = shape.covers(x + (pixel & 1), y + (pixel >> 1), position);
                mask | u8::from(is_covered) << pixel
            })
        },
    );
}

/// Appends the quads of which `covered` says that pixels are covered at one of the positions; of those that are `inside` as a
/// whole it need not be asked.
fn cover(
    bounds: Bounds,
    positions: &[Position],
    quads: &mut Quads,
    is_inside: impl Fn(i32, i32) -> bool,
    covered: impl Fn(i32, i32, Position) -> u8,
) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let pixels = inside(x, y, bounds);
            let mut samples = 0;
            let is_whole = is_inside(x, y);
            for (sample, position) in positions.iter().enumerate() {
                let covered = if is_whole {
                    0b1111
                } else {
                    covered(x, y, *position)
                };
                samples |= u64::from(covered & pixels) << (4 * sample);
            }
            quads.push_samples(x, y, samples);
            x += 2;
        }
        y += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::samples::positions;
    use crate::raster::triangle::Corners;
    use proptest::prelude::*;

    fn one(edges: &[Edge]) -> u64 {
        let mut quads = Quads::default();
        cover_polygon(edges, Bounds::of(2, 2), positions(4).unwrap(), false, &mut quads);
        quads.samples[0]
    }

    /// source: the positions of the four samples, by hand: left of x = 1/2 in pixel (0, 0) lie those at 0.375 and
    /// 0.125, which are samples 0 and 2; pixel (0, 0) is bit 0 of each sample's four
    #[test]
    fn samples_left_of_the_middle() {
        let at = |x: i64, y: i64| Fixed { x, y };
        let half = ONE / 2;
        let edges = rectangle([at(-half, -half), at(0, -half), at(0, half), at(-half, half)]);
        assert_eq!(one(&edges), 0b0000_0001_0000_0001);
    }

    /// source: two rectangles that share an edge through samples cover each of them once
    #[test]
    fn samples_on_an_edge_are_covered_once() {
        let at = |x: i64, y: i64| Fixed { x, y };
        let (half, on) = (ONE / 2, -2 * SIXTEENTH);
        let left = rectangle([at(-half, -half), at(on, -half), at(on, half), at(-half, half)]);
        let right = rectangle([at(on, -half), at(half, -half), at(half, half), at(on, half)]);
        assert_eq!(one(&left) & one(&right), 0);
        assert_eq!(one(&left) | one(&right), 0b0001_0001_0001_0001);
    }

    /// source: GL 2.1, 3.3.3: the samples within half the size of the point; of the four at distances of
    /// √(4 + 36)/16 pixels, none within 6/16 and all within 7/16
    #[test]
    fn discs_have_the_samples_within() {
        for (radius, wanted) in [(6u8, 0), (7, 0b0001_0001_0001_0001)] {
            let disc = Disc::new(Fixed { x: 0, y: 0 }, f32::from(radius) / 8.0);
            let mut quads = Quads::default();
            cover_disc(&disc, Bounds::of(1, 1), positions(4).unwrap(), &mut quads);
            assert_eq!(quads.samples.first().copied().unwrap_or(0), wanted);
        }
    }

    proptest! {
        /// source: each sample of each pixel on its own, by the edges' values there
        #[test]
        fn blocks_and_quads_have_the_samples_inside(
            corners in prop::array::uniform3((-2000i64..12_000, -2000i64..12_000)),
            from in (0i32..20, 0i32..20), size in (1i32..30, 1i32..30),
        ) {
            let corners = corners.map(|(x, y)| Fixed { x, y });
            let area = crate::setup::cull::area(corners);
            if area == 0 {
                return Ok(());
            }
            let edges = Corners::new(corners, area).edges();
            let bounds = Bounds { x0: from.0, y0: from.1, x1: from.0 + size.0, y1: from.1 + size.1 };
            let positions = positions(8).unwrap();
            let mut found = vec![[0u32; 50]; 50];
            let mut quads = Quads::default();
            cover_polygon(&edges, bounds, positions, true, &mut quads);
            for [x, y] in std::mem::take(&mut quads.blocks) {
                quads.push_block(x.into(), y.into(), positions.len());
            }
            for quad in 0..quads.len() {
                for (sample, pixel) in (0..8).flat_map(|sample| (0..4).map(move |pixel| (sample, pixel))) {
                    let [x, y] = [quads.x[quad] + pixel % 2, quads.y[quad] + pixel / 2].map(usize::from);
                    found[y][x] += u32::from(quads.samples[quad] >> (4 * sample + pixel) & 1 != 0) << sample;
                }
            }
            for (y, x) in (0..50).flat_map(|y| (0..50).map(move |x| (y, x))) {
                let is_in = (bounds.x0..bounds.x1).contains(&x) && (bounds.y0..bounds.y1).contains(&y);
                let covered = |position: &Position| {
                    let place = position.map(|part| 2 * i64::from(part));
                    is_in && edges.iter().all(|edge| edge.value(x, y, place) >= 0)
                };
                let wanted = (0..8).fold(0, |all, sample| all | u32::from(covered(&positions[sample])) << sample);
                prop_assert_eq!(found[y as usize][x as usize], wanted, "{} {}", x, y);
            }
        }
    }
}
