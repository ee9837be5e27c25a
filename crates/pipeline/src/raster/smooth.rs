//! Antialiased points, lines and polygons (GL 2.1, 3.3.2, 3.4.2.2, 3.5.6). GL wants the area of a pixel that lies in the
//! shape; here it is the number of those of a grid of 16×16 points in the pixel, at odd thirty-seconds, that do, over 256.

use super::Shape;
use super::quads::{Quads, inside};
use crate::framebuffer::bounds::Bounds;

/// Points of the grid along a side.
const SIDE: i64 = 16;
/// Points of the grid: coverage is counted in these.
pub(crate) const POINTS: u16 = 256;

/// The points of the grid along an axis, in thirty-seconds of a pixel from its centre.
fn grid() -> impl Iterator<Item = i64> + Clone {
    (0..SIDE).map(|at| 2 * at + 1 - SIDE)
}

/// Appends the quads of `bounds` of which a shape covers points, with how many.
pub(crate) fn cover(shape: &Shape, bounds: Bounds, quads: &mut Quads) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let pixels = inside(x, y, bounds);
            let mut coverage = [0; 4];
            let mut mask = 0;
            for (pixel, covered) in (0..4).zip(&mut coverage) {
                if pixels >> pixel & 1 != 0 {
                    *covered = points(shape, x + (pixel & 1), y + (pixel >> 1));
                    mask |= u8::from(*covered != 0) << pixel;
                }
            }
            quads.push_coverage(x, y, mask, coverage);
            x += 2;
        }
        y += 2;
    }
}

/// The points in a pixel that a shape covers.
fn points(shape: &Shape, x: i32, y: i32) -> u16 {
    if !shape.touches(x, y) {
        return 0;
    }
    if shape.contains(x, y) {
        return POINTS;
    }
    let rows = grid().flat_map(|up| grid().map(move |right| [right, up]));
    rows.filter(|place| shape.has(x, y, *place)).count() as u16
}
