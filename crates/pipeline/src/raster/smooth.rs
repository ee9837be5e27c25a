//! Antialiased points, lines and polygons (GL 2.1, 3.3.2, 3.4.2.2, 3.5.6). GL wants the area of a pixel that lies in the
//! shape; here it is the number of those of a grid of 16×16 points in the pixel, at odd thirty-seconds, that do, over 256.

use quadrille_numerics::level::{Level, Pass};

use super::Shape;
use super::fixed::ONE;
use super::quads::{Quads, inside};
use crate::framebuffer::bounds::Bounds;

/// Units of the subpixel grid that a thirty-second of a pixel is.
const THIRTY_SECOND: i32 = ONE as i32 / 32;

/// Points of the grid along a side.
const SIDE: usize = 16;
/// Points of the grid: coverage is counted in these.
pub(crate) const POINTS: u16 = (SIDE * SIDE) as u16;

/// The points of the grid, row by row: how far they lie to the right of the pixel's centre and above it, in thirty-seconds of
/// a pixel.
const PLACES: [[i32; POINTS as usize]; 2] = {
    let mut places = [[0; POINTS as usize]; 2];
    let mut point = 0;
    while point < POINTS as usize {
        places[0][point] = 2 * (point % SIDE) as i32 + 1 - SIDE as i32;
        places[1][point] = 2 * (point / SIDE) as i32 + 1 - SIDE as i32;
        point += 1;
    }
    places
};

/// Appends the quads of `bounds` of which a shape covers points, with how many.
pub(crate) fn cover(level: Level, shape: &Shape, bounds: Bounds, quads: &mut Quads) {
    let mut y = bounds.y0 & !1;
    while y < bounds.y1 {
        let mut x = bounds.x0 & !1;
        while x < bounds.x1 {
            let pixels = inside(x, y, bounds);
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
    if !shape.touches(x, y) {
        return 0;
    }
    if shape.contains(x, y) {
        return POINTS;
    }
    match shape {
        Shape::Polygon(edges) => {
            let [a, b, c, d] = edges.map(|edge| edge.in_pixel(x, y));
            if let (Some(a), Some(b), Some(c), Some(d)) = (a, b, c, d) {
                return level.run(InPolygon([a, b, c, d]));
            }
        }
        Shape::Disc(disc) => {
            if let Some((centre, most)) = disc.in_pixel(x, y) {
                return level.run(InDisc { centre, most });
            }
        }
        Shape::Stippled(..) => {}
    }
    one_by_one(shape, x, y)
}

/// The same, a point at a time.
fn one_by_one(shape: &Shape, x: i32, y: i32) -> u16 {
    let [right, up] = &PLACES;
    let places = right
        .iter()
        .zip(up)
        .map(|(right, up)| [*right, *up].map(i64::from));
    places.filter(|place| shape.has(x, y, *place)).count() as u16
}

/// The points inside of edges, by the values of these at the pixel's centre, and their changes to the right and upwards.
struct InPolygon([[i32; 3]; 4]);

impl Pass for InPolygon {
    type Output = u16;

    #[inline(always)]
    fn call(self) -> u16 {
        let [a, b, c, d] = self.0;
        let mut count = 0;
        for point in 0..usize::from(POINTS) {
            let (right, up) = (PLACES[0][point], PLACES[1][point]);
            let outside = (a[0] + a[1] * right + a[2] * up)
                | (b[0] + b[1] * right + b[2] * up)
                | (c[0] + c[1] * right + c[2] * up)
                | (d[0] + d[1] * right + d[2] * up);
            count += u32::from(outside >= 0);
        }
        count as u16
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
        let mut count = 0;
        for point in 0..usize::from(POINTS) {
            let dx = self.centre[0] + PLACES[0][point] * THIRTY_SECOND;
            let dy = self.centre[1] + PLACES[1][point] * THIRTY_SECOND;
            count += u32::from(dx * dx + dy * dy <= self.most);
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
