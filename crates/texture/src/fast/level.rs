//! Levels of detail of a block: [`crate::lod`] in passes, the differences of a quad once; and the areas of pixels that are
//! sampled more than once.

use super::axis::{clamped, floor, integer};
use super::key::Key;
use super::{LANES, Plane, window};
use crate::anisotropy::Area;
use crate::lookup::{LevelOfDetail, Lookup};
use crate::{BoundTexture, cube, lod};
use quadrille_numerics::level::Simd;

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

/// The samples of each lane, where a pixel's area has several.
pub(super) struct Samples {
    /// How many there are.
    pub count: Plane<u32>,
    /// The change of s, t and r along which they lie.
    pub change: [Plane<f32>; 3],
    /// The changes of the coordinates, as they are and in texels.
    changes: Changes,
    texels: Changes,
}

impl Samples {
    pub(super) const fn new() -> Self {
        Samples {
            count: [1; LANES],
            change: [[0.0; LANES]; 3],
            changes: [[[0.0; LANES]; 3]; 2],
            texels: [[[0.0; LANES]; 3]; 2],
        }
    }
}

/// Changes of three numbers for one pixel to the right and one pixel up.
type Changes = [[Plane<f32>; 3]; 2];

/// λ of each lane, clamped, and its samples. `coordinates` are those of the lanes from `start`, of cube maps directions.
#[inline(always)]
pub(super) fn lambdas(
    bound: &BoundTexture,
    key: &Key,
    lookup: &Lookup<'_>,
    start: usize,
    coordinates: [&Plane<f32>; 3],
    samples: &mut Samples,
    lambdas: &mut Plane<f32>,
) {
    let sampler = bound.sampler();
    let mut biases = [0.0; LANES];
    match lookup.level {
        LevelOfDetail::Zero => lambdas.fill(0.0),
        LevelOfDetail::Explicit(given) => window(given, start, lambdas),
        LevelOfDetail::Implicit | LevelOfDetail::Biased(_) if key.is_cube || key.is_anisotropic => {
            changes_of_quads(coordinates, &mut samples.changes);
            of_changes(bound, key, coordinates, samples, lambdas);
        }
        LevelOfDetail::Implicit | LevelOfDetail::Biased(_) => of_quads(key, coordinates, lambdas),
        LevelOfDetail::Gradient { per_x, per_y } => {
            for (changes, given) in samples.changes.iter_mut().zip([per_x, per_y]) {
                for (change, given) in changes.iter_mut().zip(given) {
                    window(given, start, change);
                }
            }
            of_changes(bound, key, coordinates, samples, lambdas);
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

/// The differences of coordinates within the quad of each lane, to the right and up.
#[inline(always)]
fn changes_of_quads(coordinates: [&Plane<f32>; 3], changes: &mut Changes) {
    for (changes, corner) in changes.iter_mut().zip([1, 2]) {
        for (changes, plane) in changes.iter_mut().zip(coordinates) {
            let quads = changes.as_chunks_mut::<4>().0.iter_mut();
            for (changes, lanes) in quads.zip(plane.as_chunks::<4>().0) {
                *changes = [lanes[corner] - lanes[0]; 4];
            }
        }
    }
}

/// λ_base, and the samples, from changes of the coordinates.
#[inline(always)]
fn of_changes(
    bound: &BoundTexture,
    key: &Key,
    coordinates: [&Plane<f32>; 3],
    samples: &mut Samples,
    lambdas: &mut Plane<f32>,
) {
    let Samples {
        count,
        change,
        changes: [per_x, per_y],
        texels,
    } = samples;
    let [per_x, per_y] = [&*per_x, &*per_y];
    // The axes that the texture does not have are left.
    for texels in &mut *texels {
        for axis in &mut texels[key.dimensions..] {
            axis.fill(0.0);
        }
    }
    if key.is_cube {
        for (texels, changes) in texels.iter_mut().zip([per_x, per_y]) {
            for lane in 0..LANES {
                // A lane's face decides what the changes of its quad are.
                let direction = [coordinates[0][lane], coordinates[1][lane], coordinates[2][lane]];
                let face = cube::face(direction);
                let change = [changes[0][lane], changes[1][lane], changes[2][lane]];
                let [s, t] = cube::project_change(face, direction, change);
                texels[0][lane] = s * key.scales[0];
                texels[1][lane] = t * key.scales[1];
            }
        }
    } else {
        for (texels, changes) in texels.iter_mut().zip([per_x, per_y]) {
            for axis in 0..key.dimensions {
                for lane in 0..LANES {
                    texels[axis][lane] = changes[axis][lane] * key.scales[axis];
                }
            }
        }
    }
    let [right, up] = &*texels;
    if !key.is_anisotropic {
        for lane in 0..LANES {
            let right = [right[0][lane], right[1][lane], right[2][lane]];
            let up = [up[0][lane], up[1][lane], up[2][lane]];
            lambdas[lane] = lod::base_lambda(right, up);
        }
        return;
    }
    let maximum = bound.sampler().maximum_anisotropy;
    let mut is_along_x = [0; LANES];
    for lane in 0..LANES {
        let right = [right[0][lane], right[1][lane], right[2][lane]];
        let up = [up[0][lane], up[1][lane], up[2][lane]];
        let area = Area::new(right, up, maximum);
        count[lane] = area.samples;
        is_along_x[lane] = u32::from(area.along_x);
        lambdas[lane] = lod::half_log2(area.rho_squared);
    }
    for axis in 0..key.coordinates {
        for lane in 0..LANES {
            let (x, y) = (per_x[axis][lane], per_y[axis][lane]);
            change[axis][lane] = if is_along_x[lane] != 0 { x } else { y };
        }
    }
}

/// λ_base from the differences of coordinates within quads.
#[inline(always)]
fn of_quads(key: &Key, coordinates: [&Plane<f32>; 3], lambdas: &mut Plane<f32>) {
    // The changes in texels of each quad, to the right and up.
    let mut changes = [[[0.0; QUADS]; 3]; 2];
    for axis in 0..key.dimensions {
        for (quad, lanes) in coordinates[axis].as_chunks::<4>().0.iter().enumerate() {
            changes[0][axis][quad] = (lanes[1] - lanes[0]) * key.scales[axis];
            changes[1][axis][quad] = (lanes[2] - lanes[0]) * key.scales[axis];
        }
    }
    let [right, up] = &changes;
    let mut of_quads = [0.0; QUADS];
    for quad in 0..QUADS {
        let right = [right[0][quad], right[1][quad], right[2][quad]];
        let up = [up[0][quad], up[1][quad], up[2][quad]];
        of_quads[quad] = lod::base_lambda(right, up);
    }
    for (lanes, lambda) in lambdas.as_chunks_mut::<4>().0.iter_mut().zip(of_quads) {
        *lanes = [lambda; 4];
    }
}

/// The first level of each lane and the weight of the level behind it: [`lod::select`], where NaN and λ that magnify are as
/// 0.
#[inline(always)]
pub(super) fn select<S: Simd>(
    key: &Key,
    last: u32,
    lambdas: &Plane<f32>,
    level: &mut Plane<u32>,
    weight: &mut Plane<f32>,
) {
    let last = last as f32;
    let switch_over = key.switch_over;
    for lane in 0..LANES {
        let lambda = lambdas[lane];
        let lambda = if lambda > switch_over { lambda } else { 0.0 };
        // Above the last level λ - ⌊λ⌋ has no effect.
        let lambda = clamped(lambda, 0.0, last);
        let (whole, _) = floor::<S>(lambda);
        weight[lane] = lambda - whole;
        level[lane] = integer(whole).cast_unsigned();
    }
    match key.levels {
        Levels::Two => return,
        Levels::Base => level.fill(0),
        Levels::Nearest => {
            for lane in 0..LANES {
                level[lane] += u32::from(weight[lane] > 0.5);
            }
        }
    }
    weight.fill(0.0);
}
