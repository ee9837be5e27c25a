//! Antialiased points, lines and polygons (GL 2.1, 3.3.2, 3.4.2.2, 3.5.6). GL wants the area of a pixel that lies in the
//! shape; here it is the number of those of a grid of 16×16 points in the pixel, at odd thirty-seconds, that do, over 256.

use quadrille_numerics::level::{Level, Pass};

use super::Shape;
use super::fixed::ONE;
use super::quads::{Quads, inside, quad};
use super::triangle::Edge;
use crate::framebuffer::bounds::Bounds;

/// Units of the subpixel grid that a thirty-second of a pixel is.
const THIRTY_SECOND: i32 = ONE as i32 / 32;

/// Points of the grid along a side.
const SIDE: usize = 16;
/// Points of the grid: coverage is counted in these.
pub(crate) const POINTS: u16 = (SIDE * SIDE) as u16;

/// How far the columns of the grid lie to the right of the pixel's centre, and its rows above it, in thirty-seconds of a pixel.
const COLUMNS: [i32; SIDE] = {
    let mut columns = [0; SIDE];
    let mut column = 0;
    while column < SIDE {
        columns[column] = 2 * column as i32 + 1 - SIDE as i32;
        column += 1;
    }
    columns
};

/// Appends the quads of `bounds` of which a shape covers points, with how many.
pub(crate) fn cover(level: Level, shape: &Shape, bounds: Bounds, quads: &mut Quads) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let pixels = match shape {
                Shape::Polygon(edges) if edges.iter().any(|edge| edge.misses(quad(x, y))) => 0,
                Shape::Polygon(_) | Shape::Stippled(..) | Shape::Disc(_) => inside(x, y, bounds),
            };
            let mut coverage = [0; 4];
            let mut mask = 0;
            for (pixel, covered) in (0..4).zip(&mut coverage) {
                if pixels >> pixel & 1 != 0 {
                    *covered = points(level, shape, x + (pixel & 1), y + (pixel >> 1));
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
fn points(level: Level, shape: &Shape, x: i32, y: i32) -> u16 {
    match shape {
        Shape::Polygon(edges) => points_in_polygon(level, edges, x, y),
        Shape::Disc(_) | Shape::Stippled(..) if !shape.touches(x, y) => Some(0),
        Shape::Disc(_) if shape.contains(x, y) => Some(POINTS),
        Shape::Disc(disc) => disc
            .in_pixel(x, y)
            .map(|(centre, most)| level.run(InDisc { centre, most })),
        Shape::Stippled(..) => None,
    }
    .unwrap_or_else(|| one_by_one(shape, x, y))
}

/// The points in a pixel that are inside of edges, if 32 bits hold the values of these there.
fn points_in_polygon(level: Level, edges: &[Edge; 4], x: i32, y: i32) -> Option<u16> {
    // The edges through the pixel; those behind the last let everything be inside.
    let mut crossing = [[0; 3]; 4];
    let mut count = 0;
    for edge in edges {
        if !edge.touches(x, y) {
            return Some(0);
        }
        if !edge.contains(x, y) {
            crossing[count] = edge.in_pixel(x, y)?;
            count += 1;
        }
    }
    let [a, b, c, d] = crossing;
    Some(match count {
        0 => POINTS,
        1 => level.run(InPolygon([a])),
        2 => level.run(InPolygon([a, b])),
        3 => level.run(InPolygon([a, b, c])),
        _ => level.run(InPolygon([a, b, c, d])),
    })
}

/// The same, a point at a time.
fn one_by_one(shape: &Shape, x: i32, y: i32) -> u16 {
    let rows = COLUMNS.iter();
    let places = rows.flat_map(|up| COLUMNS.map(|right| [right, *up].map(i64::from)));
    places.filter(|place| shape.has(x, y, *place)).count() as u16
}

/// The points inside of edges, by the values of these at the pixel's centre, and their changes to the right and upwards.
struct InPolygon<const N: usize>([[i32; 3]; N]);

impl<const N: usize> Pass for InPolygon<N> {
    type Output = u16;

    #[inline(always)]
    fn call(self) -> u16 {
        // A row of points at a time: along it the values are those of the row, and so much more.
        let along = self.0.map(|[_, right, _]| COLUMNS.map(|column| right * column));
        let mut counts = [0; SIDE];
        for row in COLUMNS {
            let mut outside = [0; SIDE];
            for ([value, _, up], along) in self.0.iter().zip(&along) {
                let value = value + up * row;
                for column in 0..SIDE {
                    outside[column] |= value + along[column];
                }
            }
            for column in 0..SIDE {
                // The sign is that of the least.
                counts[column] += 1 + (outside[column] >> 31);
            }
        }
        counts.iter().sum::<i32>() as u16
    }
}

/// The points in a disc, by the distance from its centre to the pixel's, and the largest square of one: both in units of the subpixel grid.
struct InDisc {
    centre: [i32; 2],
    most: i32,
}

impl Pass for InDisc {
    type Output = u16;

    #[inline(always)]
    fn call(self) -> u16 {
        let across = COLUMNS.map(|column| {
            let dx = self.centre[0] + column * THIRTY_SECOND;
            dx * dx
        });
        let mut count = 0;
        for row in COLUMNS {
            let dy = self.centre[1] + row * THIRTY_SECOND;
            count += across
                .map(|square| i32::from(square + dy * dy <= self.most))
                .iter()
                .sum::<i32>();
        }
        count as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::fixed::Fixed;
    use crate::raster::sampled::{Disc, rectangle};
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Fixed> {
        let near = -900i64..900;
        let far = -(1i64 << 29)..1 << 29;
        let axis = prop_oneof![8 => near, 1 => far];
        (axis.clone(), axis).prop_map(|(x, y)| Fixed { x, y })
    }

    proptest! {
        /// source: the definition, a point at a time
        #[test]
        fn many_points_are_counted_as_one_by_one(
            corners in prop::array::uniform4(point()),
            diameter in prop_oneof![0.1f32..8.0, 1.0f32..5000.0],
        ) {
            for shape in [Shape::Polygon(rectangle(corners)), Shape::Disc(Disc::new(corners[0], diameter))] {
                for (y, x) in (-4..4).flat_map(|y| (-4..4).map(move |x| (y, x))) {
                    // What is not even touched has no points, and what is contained all.
                    let wanted = one_by_one(&shape, x, y);
                    for level in Level::all() {
                        let found = points(level, &shape, x, y);
                        prop_assert!(found == wanted || !shape.touches(x, y), "{shape:?} {x} {y}");
                    }
                }
            }
        }
    }
}
