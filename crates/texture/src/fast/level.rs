//! Levels of detail of a block: [`crate::lod`] in passes, the differences of a quad once.

use super::axis::{clamped, floor, integer};
use super::key::Key;
use super::{LANES, Plane, window};
use crate::lookup::{LevelOfDetail, Lookup};
use crate::{BoundTexture, cube, lod};

/// The levels that a lookup reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Levels {
    /// The base level.
    Base,
    /// The nearest one.
    Nearest,
    /// The two around the level of detail.
    Two,
}

const QUADS: usize = LANES / 4;

/// λ of each lane, clamped. `coordinates` are those of the lanes from `start`, of cube maps directions.
#[inline(always)]
pub(super) fn lambdas(
    bound: &BoundTexture,
    key: Key,
    lookup: &Lookup<'_>,
    start: usize,
    coordinates: &[Plane<f32>; 3],
    lambdas: &mut Plane<f32>,
) {
    let sampler = bound.sampler();
    let sizes = match bound.image(sampler.base_level, 0) {
        Some(image) => [image.extent().width as f32, image.extent().height as f32],
        None => [1.0; 2],
    };
    let mut biases = [0.0; LANES];
    match lookup.level {
        LevelOfDetail::Zero => lambdas.fill(0.0),
        LevelOfDetail::Explicit(given) => window(given, start, lambdas),
        LevelOfDetail::Implicit | LevelOfDetail::Biased(_) if key.is_cube => {
            let changes = coordinates.each_ref().map(changes_of_quads);
            let per_x = changes.each_ref().map(|[per_x, _]| per_x);
            let per_y = changes.each_ref().map(|[_, per_y]| per_y);
            of_directions(coordinates, per_x, per_y, sizes, lambdas);
        }
        LevelOfDetail::Implicit | LevelOfDetail::Biased(_) => of_quads(coordinates, sizes, lambdas),
        LevelOfDetail::Gradient { per_x, per_y } => {
            let [per_x, per_y] = [per_x, per_y].map(|given| {
                given.map(|given| {
                    let mut plane = [0.0; LANES];
                    window(given, start, &mut plane);
                    plane
                })
            });
            if key.is_cube {
                of_directions(coordinates, per_x.each_ref(), per_y.each_ref(), sizes, lambdas);
            } else {
                for lane in 0..LANES {
                    let texels = |change: &[Plane<f32>; 3]| {
                        [change[0][lane] * sizes[0], change[1][lane] * sizes[1], 0.0]
                    };
                    lambdas[lane] = lod::base_lambda(texels(&per_x), texels(&per_y));
                }
            }
        }
    }
    if let LevelOfDetail::Biased(given) = lookup.level {
        window(given, start, &mut biases);
    }
    let mut least = [f32::NEG_INFINITY; LANES];
    if let Some(given) = lookup.least_level {
        window(given, start, &mut least);
    }
    for lane in 0..LANES {
        let biased = lod::biased(sampler, lambdas[lane], biases[lane]);
        lambdas[lane] = lod::clamped(sampler, biased, least[lane]);
    }
}

/// The differences of a coordinate within the quad of each lane, to the right and up.
#[inline(always)]
fn changes_of_quads(plane: &Plane<f32>) -> [Plane<f32>; 2] {
    let mut changes = [[0.0; LANES]; 2];
    for (changes, corner) in changes.iter_mut().zip([1, 2]) {
        let quads = changes.as_chunks_mut::<4>().0.iter_mut();
        for (changes, lanes) in quads.zip(plane.as_chunks::<4>().0) {
            *changes = [lanes[corner] - lanes[0]; 4];
        }
    }
    changes
}

/// λ_base of directions and their changes: a lane's face decides what the changes of its quad are.
#[inline(always)]
fn of_directions(
    directions: &[Plane<f32>; 3],
    per_x: [&Plane<f32>; 3],
    per_y: [&Plane<f32>; 3],
    sizes: [f32; 2],
    lambdas: &mut Plane<f32>,
) {
    for lane in 0..LANES {
        let direction = [directions[0][lane], directions[1][lane], directions[2][lane]];
        let face = cube::face(direction);
        let texels = |change: [&Plane<f32>; 3]| {
            let change = [change[0][lane], change[1][lane], change[2][lane]];
            let [s, t] = cube::project_change(face, direction, change);
            [s * sizes[0], t * sizes[1], 0.0]
        };
        lambdas[lane] = lod::base_lambda(texels(per_x), texels(per_y));
    }
}

/// λ_base from the differences of coordinates within quads.
#[inline(always)]
fn of_quads([s, t, _]: &[Plane<f32>; 3], sizes: [f32; 2], lambdas: &mut Plane<f32>) {
    // s and t of the first three lanes of each quad.
    let mut corners = [[[0.0; QUADS]; 3]; 2];
    for (corners, plane) in corners.iter_mut().zip([s, t]) {
        for (quad, lanes) in plane.as_chunks::<4>().0.iter().enumerate() {
            for corner in 0..3 {
                corners[corner][quad] = lanes[corner];
            }
        }
    }
    let [[s, right_s, up_s], [t, right_t, up_t]] = &corners;
    let mut of_quads = [0.0; QUADS];
    for quad in 0..QUADS {
        let (s, t) = (s[quad], t[quad]);
        let right = [
            (right_s[quad] - s) * sizes[0],
            (right_t[quad] - t) * sizes[1],
            0.0,
        ];
        let up = [(up_s[quad] - s) * sizes[0], (up_t[quad] - t) * sizes[1], 0.0];
        of_quads[quad] = lod::base_lambda(right, up);
    }
    for (lanes, lambda) in lambdas.as_chunks_mut::<4>().0.iter_mut().zip(of_quads) {
        *lanes = [lambda; 4];
    }
}

/// The first level of each lane and the weight of the level behind it: [`lod::select`] where both filters are the same
/// within a level, so that λ ≤ 0 and NaN are as 0.
#[inline(always)]
pub(super) fn select(
    levels: Levels,
    last: u32,
    lambdas: &Plane<f32>,
    level: &mut Plane<u32>,
    weight: &mut Plane<f32>,
) {
    let last = last as f32;
    for lane in 0..LANES {
        // Above the last level λ - ⌊λ⌋ has no effect.
        let lambda = clamped(lambdas[lane], 0.0, last);
        let (whole, _) = floor(lambda);
        let rest = lambda - whole;
        let (first, second) = match levels {
            Levels::Base => (0.0, 0.0),
            Levels::Nearest => (if rest > 0.5 { whole + 1.0 } else { whole }, 0.0),
            Levels::Two => (whole, rest),
        };
        level[lane] = integer(first).cast_unsigned();
        weight[lane] = second;
    }
}
