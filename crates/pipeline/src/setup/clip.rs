//! Clipping. A primitive's pixels are cut at the clip volume where they are drawn, by half-planes; geometry is cut
//! only where a vertex cannot be projected: behind the eye, or too far out for fixed-point coordinates.
//!
//! A half-plane removes pixels and moves none, so pixels inside the volume are the same with and without
//! clipping. In window coordinates a distance d from a clip plane, divided by w, is linear, and has d's sign.

use crate::raster::fixed::GUARD;
use crate::state::Viewport;

/// Least w of a projected vertex.
pub(crate) const MIN_W: f64 = 1e-30;

/// The least number of binary32 that is not below it.
pub(crate) const LEAST_W: f32 = {
    let nearest = MIN_W as f32;
    if (nearest as f64) < MIN_W {
        f32::from_bits(nearest.to_bits() + 1)
    } else {
        nearest
    }
};

/// A corner of a primitive that is being cut: clip coordinates and weights of the original corners.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Corner {
    pub(crate) position: [f64; 4],
    pub(crate) weights: [f64; 3],
    /// Whether the edge to the next corner is a boundary.
    pub(crate) boundary: bool,
}

/// A plane through the origin of clip space; the inside is where the dot product is not negative.
pub(crate) type Plane = [f64; 4];

/// The planes of what can be projected: w positive, window coordinates within [`GUARD`].
pub(crate) fn projectable(viewport: &Viewport) -> [Plane; 5] {
    let half = |size: f32| f64::from(size) / 2.0;
    let (sx, sy) = (half(viewport.width), half(viewport.height));
    let (tx, ty) = (f64::from(viewport.x) + sx, f64::from(viewport.y) + sy);
    [
        [0.0, 0.0, 0.0, 1.0],
        [sx, 0.0, 0.0, GUARD + tx],
        [-sx, 0.0, 0.0, GUARD - tx],
        [0.0, sy, 0.0, GUARD + ty],
        [0.0, -sy, 0.0, GUARD - ty],
    ]
}

/// The planes of the frustum (GL 2.1, 2.12), in the order left, right, bottom, top, near, far.
pub(crate) const FRUSTUM: [Plane; 6] = [
    [1.0, 0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.0, -1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, -1.0, 1.0],
];

/// The same where depths begin at z = 0 (ZERO_TO_ONE).
pub(crate) const FRUSTUM_FROM_ZERO: [Plane; 6] = {
    let mut planes = FRUSTUM;
    planes[4][3] = 0.0;
    planes
};

/// Distance of clip coordinates from a plane.
pub(crate) fn distance(plane: &Plane, position: [f64; 4]) -> f64 {
    plane[0] * position[0] + plane[1] * position[1] + plane[2] * position[2] + plane[3] * position[3]
}

/// Whether clip coordinates can be projected.
pub(crate) fn is_projectable(planes: &[Plane; 5], position: [f64; 4]) -> bool {
    position[3] >= MIN_W && planes.iter().all(|plane| distance(plane, position) >= 0.0)
}

/// Whether clip coordinates are no finite numbers; the bit behind those of the planes of [`FRUSTUM`] in an [`outcode`].
pub(crate) const NOT_FINITE: u32 = 1 << FRUSTUM.len();

/// The planes of the frustum that clip coordinates lie outside of, bit 0 for the first, or [`NOT_FINITE`]. `near` is what
/// the near plane takes of w: 1 in [`FRUSTUM`], 0 in [`FRUSTUM_FROM_ZERO`]. A sum of two numbers has the sign of the exact
/// one, so that this is [`distance`] below 0.
#[inline(always)]
pub(crate) fn outcode(position: [f32; 4], near: f32) -> u32 {
    let [x, y, z, w] = position;
    // Without the sign, the bits are in the order of magnitudes, NaN behind the infinite.
    let magnitudes = position.map(|value| value.abs().to_bits());
    let most = magnitudes[0]
        .max(magnitudes[1])
        .max(magnitudes[2].max(magnitudes[3]));
    let is_finite = most < f32::INFINITY.to_bits();
    let distances = [w + x, w - x, w + y, w - y, w * near + z, w - z];
    let code = (0..6).fold(0, |code, plane| code | u32::from(distances[plane] < 0.0) << plane);
    if is_finite { code } else { NOT_FINITE }
}

/// Whether a viewport lies within half of [`GUARD`], so that what is inside the sides of the frustum can be projected.
pub(crate) fn is_near(viewport: &Viewport) -> bool {
    let most = GUARD / 2.0;
    let within = |first: f32, size: f32| {
        let (first, size) = (f64::from(first), f64::from(size));
        first >= -most && first + size <= most
    };
    within(viewport.x, viewport.width) && within(viewport.y, viewport.height)
}

/// Cuts a convex polygon at a plane; `boundary` says whether the new edge is one. A cut lies at the same place
/// for both polygons that share an edge, since it is always computed from its inner to its outer end.
pub(crate) fn cut(
    polygon: &mut Vec<Corner>,
    spare: &mut Vec<Corner>,
    boundary: bool,
    distance_of: impl Fn(&Corner) -> f64,
) {
    spare.clear();
    for (at, corner) in polygon.iter().enumerate() {
        let next = &polygon[(at + 1) % polygon.len()];
        let (d, d_next) = (distance_of(corner), distance_of(next));
        match (d >= 0.0, d_next >= 0.0) {
            (true, true) => spare.push(*corner),
            (true, false) => {
                spare.push(*corner);
                let mut exit = between(corner, next, d, d_next);
                exit.boundary = boundary;
                spare.push(exit);
            }
            (false, true) => {
                let mut entry = between(next, corner, d_next, d);
                entry.boundary = corner.boundary;
                spare.push(entry);
            }
            (false, false) => {}
        }
    }
    std::mem::swap(polygon, spare);
}

/// Cuts a line at a plane; false when nothing is left.
pub(crate) fn cut_line(line: &mut [Corner; 2], distance_of: impl Fn(&Corner) -> f64) -> bool {
    let (a, b) = (distance_of(&line[0]), distance_of(&line[1]));
    match (a >= 0.0, b >= 0.0) {
        (true, true) => {}
        (true, false) => line[1] = between(&line[0], &line[1], a, b),
        (false, true) => line[0] = between(&line[1], &line[0], b, a),
        (false, false) => return false,
    }
    true
}

/// Cuts at w so that what is left can be divided by it.
pub(crate) fn w_distance(corner: &Corner) -> f64 {
    corner.position[3] - MIN_W
}

fn between(inside: &Corner, outside: &Corner, d_inside: f64, d_outside: f64) -> Corner {
    let t = d_inside / (d_inside - d_outside);
    let mix = |a: f64, b: f64| a + t * (b - a);
    Corner {
        position: std::array::from_fn(|k| mix(inside.position[k], outside.position[k])),
        weights: std::array::from_fn(|k| mix(inside.weights[k], outside.weights[k])),
        boundary: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn triangle(positions: [[f64; 4]; 3]) -> Vec<Corner> {
        let corner = |k: usize| Corner {
            position: positions[k],
            weights: std::array::from_fn(|w| if w == k { 1.0 } else { 0.0 }),
            boundary: k != 1,
        };
        (0..3).map(corner).collect()
    }

    proptest! {
        /// The part that is left is inside, its weights sum to 1 and give its position.
        #[test]
        fn cuts_stay_on_the_shape(numbers in prop::array::uniform12(-2.0f64..2.0), plane in prop::array::uniform4(-1.0f64..1.0)) {
            let positions: [[f64; 4]; 3] = std::array::from_fn(|k| std::array::from_fn(|c| numbers[k * 4 + c]));
            let mut polygon = triangle(positions);
            cut(&mut polygon, &mut Vec::new(), true, |corner| distance(&plane, corner.position));
            prop_assert!(polygon.len() <= 4);
            for corner in polygon {
                prop_assert!(distance(&plane, corner.position) > -1e-9);
                prop_assert!((corner.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for (component, found) in corner.position.iter().enumerate() {
                    let sum: f64 = (0..3).map(|k| corner.weights[k] * positions[k][component]).sum();
                    prop_assert!((sum - found).abs() < 1e-9);
                }
            }
        }
    }

    proptest! {
        /// The code is the signs of the distances, which are computed in more bits, also where they are about 0.
        #[test]
        fn codes_are_the_signs_of_distances(
            position in prop::array::uniform4(prop_oneof![-2.0f32..2.0, prop::num::f32::ANY, Just(1.0), Just(-1.0)]),
        ) {
            for (frustum, near) in [(FRUSTUM, 1.0), (FRUSTUM_FROM_ZERO, 0.0)] {
                let code = outcode(position, near);
                if position.iter().all(|value| value.is_finite()) {
                    for (plane, coefficients) in frustum.iter().enumerate() {
                        let outside = distance(coefficients, position.map(f64::from)) < 0.0;
                        prop_assert_eq!(code >> plane & 1 != 0, outside);
                    }
                } else {
                    prop_assert_eq!(code, NOT_FINITE);
                }
            }
        }

        /// What lies inside the sides of the frustum of a near viewport can be projected.
        #[test]
        fn near_viewports_project_what_they_show(
            x in -1.0f64..1.0, y in -1.0f64..1.0, w in 1e-30f64..1e30,
            first in prop::array::uniform2(-500_000i32..500_000), size in prop::array::uniform2(0u32..16384),
        ) {
            let [x_first, y_first] = first;
            let [width, height] = size;
            let [x_first, y_first] = [x_first, y_first].map(|at| at as f32 / 2.0);
            let viewport = Viewport { x: x_first, y: y_first, width: width as f32, height: height as f32 };
            prop_assert!(is_near(&viewport));
            prop_assert!(is_projectable(&projectable(&viewport), [x * w, y * w, 0.0, w]));
        }
    }

    #[test]
    fn new_edges_are_boundaries() {
        let mut polygon = triangle([[0.0, 0.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0], [0.0, 2.0, 0.0, 1.0]]);
        cut(&mut polygon, &mut Vec::new(), true, |corner| {
            1.0 - corner.position[0]
        });
        let boundaries: Vec<bool> = polygon.iter().map(|corner| corner.boundary).collect();
        // Bottom edge, the cut at x = 1, what is left of the inner hypotenuse, left edge.
        assert_eq!(boundaries, [true, true, false, true]);
    }
}
