//! Triangles: exact edge functions over snapped corners, and a rule for ties (GL 2.1, 3.5.1, wants one).
//!
//! A pixel is covered if its centre is inside, or on a left or a bottom edge, as cards have it, whose memory begins
//! with the bottom row. An edge that two triangles share is left or bottom for exactly one of them, so its pixels
//! are drawn once.

use quadrille_numerics::level::{Level, Pass};

use super::fixed::{Fixed, ONE, ceil, floor};
use super::quads::{Quads, inside};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::Position;
use crate::framebuffer::window::{PLACES, QUADS, bits_where};
use crate::inter_stage::plane::BLOCK;

/// An edge: a·x + b·y + c over pixel numbers is not negative where pixels are covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    a: i64,
    b: i64,
    c: i64,
}

/// Pixels on a side of the squares that are accepted or rejected as a whole.
pub(super) const SQUARE: i32 = BLOCK as i32;

impl Edge {
    /// No edge: every pixel is inside.
    pub(super) const EVERYWHERE: Edge = Edge { a: 0, b: 0, c: 0 };

    /// The least value at the centre of a pixel of `bounds`, which are some.
    fn least(&self, bounds: Bounds) -> i64 {
        let x = if self.a < 0 { bounds.x1 - 1 } else { bounds.x0 };
        let y = if self.b < 0 { bounds.y1 - 1 } else { bounds.y0 };
        self.at(x, y)
    }

    /// Whether all pixels of `bounds`, which are some, are inside.
    fn is_around(&self, bounds: Bounds) -> bool {
        self.least(bounds) >= 0
    }

    /// Whether all places in the pixels of `bounds`, which are some, are inside, those on their borders too.
    pub(super) fn holds(&self, bounds: Bounds) -> bool {
        self.least(bounds) - self.reach() >= 0
    }

    /// Whether all places in the pixels of `bounds`, which are some, are outside, those on their borders too.
    pub(super) fn misses(&self, bounds: Bounds) -> bool {
        let x = if self.a < 0 { bounds.x0 } else { bounds.x1 - 1 };
        let y = if self.b < 0 { bounds.y0 } else { bounds.y1 - 1 };
        self.at(x, y) + self.reach() < 0
    }

    /// How much larger than at its centre its value is at the corner of a pixel, at most.
    fn reach(&self) -> i64 {
        (self.a.abs() + self.b.abs()) / 2
    }

    /// The edge between two corners of a polygon that is wound counter-clockwise.
    #[inline(always)]
    pub(crate) fn new(from: Fixed, to: Fixed) -> Edge {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let left_or_bottom = dy < 0 || dy == 0 && dx > 0;
        Edge {
            a: -dy * ONE,
            b: dx * ONE,
            c: dy * from.x - dx * from.y - i64::from(!left_or_bottom),
        }
    }

    fn at(&self, x: i32, y: i32) -> i64 {
        self.a * i64::from(x) + self.b * i64::from(y) + self.c
    }

    /// Its value at a place in a pixel, in thirty-seconds from its centre: so many times its length as that lies inside.
    pub(super) fn value(&self, x: i32, y: i32, [right, up]: [i64; 2]) -> i64 {
        self.at(x, y) + self.a / 32 * right + self.b / 32 * up
    }

    /// Its value at the centre of a pixel, and the changes of that by a thirty-second of a pixel to the right and upwards, if 32
    /// bits hold its values everywhere in the pixel.
    pub(super) fn in_pixel(&self, x: i32, y: i32) -> Option<[i32; 3]> {
        let [value, right, up] = [self.at(x, y), self.a / 32, self.b / 32];
        let most = value.abs() + 16 * (right.abs() + up.abs());
        (most <= i64::from(i32::MAX)).then(|| [value, right, up].map(|number| number as i32))
    }

    /// Whether a place in a pixel is inside.
    pub(super) fn inside(&self, x: i32, y: i32, place: [i64; 2]) -> bool {
        self.value(x, y, place) >= 0
    }

    /// Whether some corner of a pixel is inside or on the edge.
    pub(super) fn touches(&self, x: i32, y: i32) -> bool {
        self.at(x, y) + self.tie() + self.reach() >= 0
    }

    /// Whether all corners of a pixel are inside or on the edge.
    pub(super) fn contains(&self, x: i32, y: i32) -> bool {
        self.at(x, y) + self.tie() - self.reach() >= 0
    }

    /// What its values lack so that places on it are not inside: 1 unless it is a left or bottom edge.
    fn tie(&self) -> i64 {
        i64::from(!(self.a > 0 || self.a == 0 && self.b > 0))
    }

    /// The pixels of a quad that are inside at a sample. Sixteenths of a pixel are whole units of the grid.
    pub(crate) fn covered(&self, x: i32, y: i32, [right, up]: Position) -> u8 {
        let value = self.at(x, y) + self.a / 16 * i64::from(right) + self.b / 16 * i64::from(up);
        u8::from(value >= 0)
            | u8::from(value + self.a >= 0) << 1
            | u8::from(value + self.b >= 0) << 2
            | u8::from(value + self.a + self.b >= 0) << 3
    }
}

/// The corners of a triangle with an area, counter-clockwise, on the subpixel grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corners([[i32; 2]; 3]);

impl Corners {
    /// A triangle of an area other than 0, whatever its winding. Snapped coordinates have 30 bits.
    pub(crate) fn new([a, b, c]: [Fixed; 3], area: i64) -> Corners {
        let (b, c) = if area > 0 { (b, c) } else { (c, b) };
        Corners([a, b, c].map(|corner| [corner.x as i32, corner.y as i32]))
    }

    /// Its edges.
    #[inline(always)]
    pub(crate) fn edges(&self) -> [Edge; 3] {
        let [a, b, c] = &self.0;
        [edge(a, b), edge(b, c), edge(c, a)]
    }
}

#[inline(always)]
fn edge(from: &[i32; 2], to: &[i32; 2]) -> Edge {
    let [from, to] = [from, to].map(|corner| Fixed {
        x: corner[0].into(),
        y: corner[1].into(),
    });
    Edge::new(from, to)
}

/// The pixels that a polygon can cover; `reach` is how far samples lie from the centres of pixels.
pub(crate) fn bounds(corners: &[Fixed], reach: i64) -> Bounds {
    let least = |axis: fn(&Fixed) -> i64| corners.iter().map(axis).min().unwrap_or(0);
    let most = |axis: fn(&Fixed) -> i64| corners.iter().map(axis).max().unwrap_or(0);
    Bounds {
        x0: ceil(least(|c| c.x) - reach) as i32,
        y0: ceil(least(|c| c.y) - reach) as i32,
        x1: floor(most(|c| c.x) + reach) as i32 + 1,
        y1: floor(most(|c| c.y) + reach) as i32 + 1,
    }
}

/// Appends the covered quads of `bounds`; `apart`: squares that are covered as a whole as blocks.
pub(crate) fn cover(level: Level, edges: &[Edge; 3], bounds: Bounds, apart: bool, quads: &mut Quads) {
    // Edges that all pixels are inside of need not be looked at again.
    let edges = edges.iter().filter(|edge| !edge.is_around(bounds));
    let mut left = [Edge::EVERYWHERE; 3];
    let count = edges.zip(&mut left).map(|(edge, left)| *left = *edge).count();
    let edges = &left[..count];
    let sides = [bounds.x0, bounds.y0, bounds.x1, bounds.y1];
    if apart && count == 0 && sides.into_iter().all(|side| side % SQUARE == 0) {
        let columns = || (bounds.x0..bounds.x1).step_by(SQUARE as usize);
        for y in (bounds.y0..bounds.y1).step_by(SQUARE as usize) {
            quads.blocks.extend(columns().map(|x| [x as u16, y as u16]));
        }
        return;
    }
    let mut y = bounds.y0 & !(SQUARE - 1);
    while y < bounds.y1 {
        let mut x = bounds.x0 & !(SQUARE - 1);
        while x < bounds.x1 {
            cover_square(level, edges, x, y, bounds, apart, quads);
            x += SQUARE;
        }
        y += SQUARE;
    }
}

fn cover_square(
    level: Level,
    edges: &[Edge],
    x: i32,
    y: i32,
    bounds: Bounds,
    apart: bool,
    quads: &mut Quads,
) {
    let reach = i64::from(SQUARE - 1);
    // The edges that go through the square, from its lower left pixel.
    let mut crossing = [Edge::EVERYWHERE; 3];
    let mut count = 0;
    for edge in edges {
        let corner = edge.at(x, y);
        if corner + edge.a.max(0) * reach + edge.b.max(0) * reach < 0 {
            return;
        }
        if corner + edge.a.min(0) * reach + edge.b.min(0) * reach < 0 {
            crossing[count] = Edge { c: corner, ..*edge };
            count += 1;
        }
    }
    let square = Bounds {
        x0: x,
        y0: y,
        x1: x + SQUARE,
        y1: y + SQUARE,
    }
    .intersect(bounds);
    if count == 0 && square.pixels() == (SQUARE * SQUARE) as u64 {
        if apart {
            quads.blocks.push([x as u16, y as u16]);
        } else {
            quads.push_block(x, y, 1);
        }
        return;
    }
    if let Some(edges) = in_32_bits(&crossing) {
        let covered = level.run(CoverSquare {
            edges,
            columns: [square.x0 - x, square.x1 - x],
            rows: [square.y0 - y, square.y1 - y],
        });
        return quads.push_masked(x as u16, y as u16, covered);
    }
    let mut row = square.y0 & !1;
    while row < square.y1 {
        let mut column = square.x0 & !1;
        while column < square.x1 {
            let mask = inside(column, row, bounds) & covered(edges, column, row);
            quads.push(column, row, mask);
            column += 2;
        }
        row += 2;
    }
}

/// The covered pixels of a window of 8×8 pixels, by its lower left one, in the order of lanes.
#[inline(always)]
pub(crate) fn cover_window(edges: &[Edge; 3], x: i32, y: i32, bounds: Bounds) -> u64 {
    let from_corner = edges.map(|edge| Edge {
        c: edge.at(x, y),
        ..edge
    });
    if let Some(edges) = in_32_bits(&from_corner) {
        let cover = CoverSquare {
            edges,
            columns: [bounds.x0 - x, bounds.x1 - x],
            rows: [bounds.y0 - y, bounds.y1 - y],
        };
        return cover.call();
    }
    (0..QUADS as i32).fold(0, |pixels, quad| {
        let [x, y] = [x + quad % (SQUARE / 2) * 2, y + quad / (SQUARE / 2) * 2];
        pixels | u64::from(inside(x, y, bounds) & covered(edges, x, y)) << (4 * quad)
    })
}

/// Edges, if they have no value in a square that 32 bits do not hold.
#[inline(always)]
fn in_32_bits(edges: &[Edge; 3]) -> Option<[[i32; 3]; 3]> {
    let reach = i64::from(SQUARE - 1);
    let fits = |edge: &Edge| edge.c.abs() + (edge.a.abs() + edge.b.abs()) * reach <= i64::from(i32::MAX);
    let narrow = |edge: &Edge| [edge.a, edge.b, edge.c].map(|value| value as i32);
    edges.iter().all(fits).then(|| edges.each_ref().map(narrow))
}

/// The pixels of a square that are covered, in the order of lanes.
struct CoverSquare {
    /// The edges from the lower left pixel.
    edges: [[i32; 3]; 3],
    /// The columns and rows that are drawn, from the first to the one behind the last.
    columns: [i32; 2],
    rows: [i32; 2],
}

impl Pass for CoverSquare {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        bits_where(|lane| {
            let [x, y] = [PLACES[0][lane], PLACES[1][lane]].map(i32::from);
            let values = self.edges.map(|[a, b, c]| a * x + b * y + c);
            let is_inside = values[0] | values[1] | values[2];
            let is_drawn = (x - self.columns[0])
                | (self.columns[1] - 1 - x)
                | (y - self.rows[0])
                | (self.rows[1] - 1 - y);
            is_inside | is_drawn >= 0
        })
    }
}

fn covered(edges: &[Edge], x: i32, y: i32) -> u8 {
    let mut mask = 0b1111;
    for edge in edges {
        let value = edge.at(x, y);
        let pixels = [value, value + edge.a, value + edge.b, value + edge.a + edge.b];
        for (pixel, value) in pixels.into_iter().enumerate() {
            mask &= !(u8::from(value < 0) << pixel);
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::cull::area;
    use proptest::prelude::*;

    const SIZE: usize = 40;

    fn draw(corners: [Fixed; 3], counts: &mut [[u32; SIZE]; SIZE]) {
        let area = area(corners);
        if area == 0 {
            return;
        }
        let mut quads = Quads::default();
        let all = Bounds::of(SIZE as u32, SIZE as u32);
        cover(
            Level::best(),
            &Corners::new(corners, area).edges(),
            bounds(&corners, 0).intersect(all),
            false,
            &mut quads,
        );
        for quad in 0..quads.len() {
            for pixel in 0..4usize {
                if quads.mask[quad] >> pixel & 1 != 0 {
                    counts[quads.y[quad] as usize + pixel / 2][quads.x[quad] as usize + pixel % 2] += 1;
                }
            }
        }
    }

    fn point() -> impl Strategy<Value = Fixed> {
        // Both ties on pixel centres and positions between them.
        let axis = prop_oneof![(-4i64..44).prop_map(|v| v * ONE), -1024i64..11264];
        (axis.clone(), axis).prop_map(|(x, y)| Fixed { x, y })
    }

    proptest! {
        /// A fan around any point inside or outside of a polygon covers each pixel of the whole plane as many
        /// times as the winding says; split triangles cover exactly what the whole one does.
        #[test]
        fn split_triangles_cover_the_same(a in point(), b in point(), c in point(), inner in (0i64..=256, 0i64..=256)) {
            prop_assume!(area([a, b, c]) != 0);
            let mut whole = [[0; SIZE]; SIZE];
            draw([a, b, c], &mut whole);
            // A point on the edge b–c may be snapped off it: only a point inside keeps the pieces apart.
            let (u, v) = (inner.0.min(256 - inner.1), inner.1);
            let d = Fixed {
                x: a.x + ((b.x - a.x) * u + (c.x - a.x) * v) / 256,
                y: a.y + ((b.y - a.y) * u + (c.y - a.y) * v) / 256,
            };
            let sign = area([a, b, c]).signum();
            let pieces = [[a, b, d], [b, c, d], [c, a, d]];
            prop_assume!(pieces.iter().all(|piece| area(*piece) * sign >= 0));
            let mut split = [[0; SIZE]; SIZE];
            for piece in pieces {
                draw(piece, &mut split);
            }
            prop_assert_eq!(whole, split);
        }
    }

    /// source: Mesa 22.3's llvmpipe, through OpenGL and through Vulkan: a square from pixel centre (1, 1) to (3, 3)
    /// has its left and bottom pixels, and neither its right nor its top ones; y points up.
    #[test]
    fn ties_go_left_and_down() {
        let at = |x: i64, y: i64| Fixed {
            x: x * ONE,
            y: y * ONE,
        };
        let mut counts = [[0; SIZE]; SIZE];
        draw([at(1, 1), at(3, 1), at(3, 3)], &mut counts);
        draw([at(1, 1), at(3, 3), at(1, 3)], &mut counts);
        for (y, row) in counts.iter().enumerate() {
            for (x, count) in row.iter().enumerate() {
                let covered = (1..3).contains(&x) && (1..3).contains(&y);
                assert_eq!(*count, u32::from(covered), "({x}, {y})");
            }
        }
    }
}
