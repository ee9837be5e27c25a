//! Levels of detail of a block: [`crate::lod`] in passes, the differences of a quad once.

use super::axis::{clamped, floor, integer};
use super::{LANES, Plane, window};
use crate::lookup::{LevelOfDetail, Lookup, QuadLambda};
use crate::{BoundTexture, lod};

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

/// λ of each lane, clamped. `coordinates` are the s and t of the lanes from `start`.
#[inline(always)]
pub(super) fn lambdas(
    bound: &BoundTexture,
    lookup: &Lookup<'_>,
    start: usize,
    coordinates: &[Plane<f32>; 2],
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
        LevelOfDetail::Implicit => of_quads(coordinates, sizes, lambdas),
        LevelOfDetail::Biased(given) => {
            window(given, start, &mut biases);
            of_quads(coordinates, sizes, lambdas);
        }
        LevelOfDetail::Gradient { per_x, per_y } => {
            let mut changes = [[0.0; LANES]; 4];
            for (plane, given) in changes.iter_mut().zip([per_x[0], per_x[1], per_y[0], per_y[1]]) {
                window(given, start, plane);
            }
            let [sx, tx, sy, ty] = &changes;
            for lane in 0..LANES {
                let per_x = [sx[lane] * sizes[0], tx[lane] * sizes[1], 0.0];
                let per_y = [sy[lane] * sizes[0], ty[lane] * sizes[1], 0.0];
                lambdas[lane] = lod::base_lambda(per_x, per_y);
            }
        }
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

/// λ of each lane of a cube map, clamped: a lane's face decides what the differences of its quad are.
#[inline(always)]
pub(super) fn lambdas_of_directions(
    bound: &BoundTexture,
    lookup: &Lookup<'_>,
    start: usize,
    lambdas: &mut Plane<f32>,
) {
    let mut least = [f32::NEG_INFINITY; LANES];
    if let Some(given) = lookup.least_level {
        window(given, start, &mut least);
    }
    for lane in 0..LANES {
        let lambda = lookup.lambda(bound, start + lane, &mut QuadLambda::default());
        lambdas[lane] = lod::clamped(bound.sampler(), lambda, least[lane]);
    }
}

/// λ_base from the differences of coordinates within quads.
#[inline(always)]
fn of_quads([s, t]: &[Plane<f32>; 2], sizes: [f32; 2], lambdas: &mut Plane<f32>) {
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
