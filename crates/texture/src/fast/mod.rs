//! Filtered lookups in flat passes over blocks of lanes, which become vector code: coordinates become texels on each axis
//! and these numbers of texels; texels are loaded as words, one by one; words become components, which are mixed.
//!
//! A path is the general one of [`crate::lookup`] with its conditions decided beforehand: it computes the same
//! operations in the same order, so it gives the same bits. Where it writes an operation otherwise, its comment says
//! why that is equal.

mod axis;
mod block;
mod depths;
mod fixed;
mod floats;
mod images;
mod integers;
mod key;
mod level;
mod moved;
mod place;
mod stored;
#[cfg(test)]
mod tests;
mod texel;

use crate::format::encoding::canonical;
use crate::lookup::{LevelOfDetail, Lookup, QuadLambda, Results, lane_of};
use crate::{BoundTexture, DepthMode, Swizzle};
use block::{Block, Pass};
use depths::Outcomes;
use images::{Images, Texels};
use level::Levels;
use quadrille_isa::gl::target::Slot;
use std::cell::RefCell;
use std::ops::Range;

pub(crate) use key::Key;

/// The lanes of a block: a constant, so that a pass is a loop without remainder.
const LANES: usize = 128;

/// A number of each lane.
type Plane<T> = [T; LANES];

/// Four components of each lane.
type Colors = [Plane<f32>; 4];

/// Numbers that do not depend on lanes.
static ZEROS: Plane<f32> = [0.0; LANES];
static ONES: Plane<f32> = [1.0; LANES];
static INTEGER_ONES: Plane<f32> = [f32::from_bits(1); LANES];

/// The number of a row that no image has: the texels of it are beyond all others.
const BEYOND: u32 = 1 << 30;

/// Fewer lanes than these are looked up one by one.
const FEW: usize = 16;

/// Sizes below this leave room for the integers of [`axis`].
const SIZES: u32 = 1 << 20;

/// Levels that images with sizes below [`SIZES`] can have, and more.
const LEVELS: usize = 32;

/// Images of a texture: the levels of its first face, then those of the others.
const IMAGES: usize = 6 * LEVELS;

thread_local! {
    /// The block of the last lookup: clearing a new one for each takes longer than a pass. There is none while a lookup runs.
    static BLOCK: RefCell<Option<Box<Block>>> = const { RefCell::new(None) };
}

/// The lookups of some lanes of a batch, for the widest vector instructions of the machine. Everything below is inlined
/// into it, because a function of its own would be compiled for the narrowest ones.
pub(crate) struct Job<'a, 'b, 'c> {
    /// The texture.
    pub bound: &'a BoundTexture,
    /// The key of the texture.
    pub key: &'a Key,
    /// The operands.
    pub lookup: &'a Lookup<'b>,
    /// The lanes.
    pub lanes: Range<usize>,
    /// The results.
    pub results: &'a mut Results<'c>,
}

impl pulp::NullaryFnOnce for Job<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Job {
            bound,
            key,
            lookup,
            lanes,
            results,
        } = self;
        let mut texels = Texels::new(key);
        let images = Images::new(bound, key, &mut texels);
        let references = match lookup.access.reference {
            Some(slot) if bound.compares() => Some(lookup.plane(slot)),
            Some(_) | None => None,
        };
        let clamps_references = bound.clamps_references();
        let outcomes = references.map(|_| Outcomes::of(bound.sampler().compare_function));
        let has_samples = key.is_anisotropic
            && match lookup.level {
                LevelOfDetail::Implicit | LevelOfDetail::Biased(_) | LevelOfDetail::Gradient { .. } => true,
                LevelOfDetail::Explicit(_) | LevelOfDetail::Zero => false,
            };
        let is_moved = key.is_moved(lookup);
        // Not in a closure, which would be compiled for the narrowest instructions.
        let mut block = BLOCK.take().unwrap_or_default();
        block.reset(key, &images);
        // Blocks start at a quad.
        let mut start = lanes.start & !3;
        while start < lanes.end {
            window(lookup.coordinates[0], start, &mut block.given[0]);
            if key.coordinates > 1 {
                window(lookup.coordinates[1], start, &mut block.given[1]);
            }
            if key.coordinates > 2 {
                window(lookup.coordinates[2], start, &mut block.given[2]);
            }
            if let Some(component) = lookup.access.layer {
                window(lookup.plane(Slot::First(component)), start, &mut block.layer);
            }
            if let Some(given) = references {
                window(given, start, &mut block.reference);
                if clamps_references {
                    for lane in 0..LANES {
                        block.reference[lane] = block.reference[lane].clamp(0.0, 1.0);
                    }
                }
            }
            if key.needs_lambda || has_samples {
                level::lambdas(
                    bound,
                    key,
                    lookup,
                    start,
                    &block.given,
                    &mut block.samples,
                    &mut block.lambda,
                );
            }
            if key.needs_lambda {
                level::select(
                    key,
                    images.last,
                    &block.lambda,
                    &mut block.level,
                    &mut block.weight,
                );
            }
            // Lanes that are magnified may have another filter than the others.
            let magnified = block.count_magnified(key);
            let turns = usize::from(magnified == 0)..1 + usize::from(magnified < LANES);
            for turn in turns {
                let minifies = turn > 0;
                block.filter(Pass {
                    key,
                    images: &images,
                    outcomes,
                    filter: key.filters[turn],
                    levels: if minifies { key.levels } else { Levels::Base },
                    has_samples,
                    moved: is_moved.then_some((bound, lookup.offset, start)),
                });
                if !minifies && magnified < LANES {
                    keep(key, &block.colors, &mut block.magnified);
                }
            }
            if magnified > 0 && magnified < LANES {
                block.choose_magnified(key);
            }
            if !key.is_finite() && key.is_float {
                for color in &mut block.colors {
                    for component in color {
                        *component = f32::from_bits(canonical(*component));
                    }
                }
            }
            let [first, second, third, fourth] = &block.colors;
            let zeros = &ZEROS;
            let ones = if key.is_float { &ONES } else { &INTEGER_ONES };
            let arranged = if bound.shows_depths() {
                match bound.sampler().depth_mode {
                    DepthMode::Luminance => [first, first, first, ones],
                    DepthMode::Intensity => [first; 4],
                    DepthMode::Alpha => [zeros, zeros, zeros, first],
                    DepthMode::Red => [first, zeros, zeros, ones],
                }
            } else {
                key.base.expand([first, second, third, fourth], zeros, ones)
            };
            let inside = lanes.start.max(start)..lanes.end.min(start + LANES);
            for (plane, source) in results.iter_mut().zip(bound.sampler().swizzle) {
                let color = match source {
                    Swizzle::Red => arranged[0],
                    Swizzle::Green => arranged[1],
                    Swizzle::Blue => arranged[2],
                    Swizzle::Alpha => arranged[3],
                    Swizzle::Zero => zeros,
                    Swizzle::One => ones,
                };
                let whole = plane[inside.clone()].first_chunk_mut::<LANES>();
                if let Some(whole) = whole {
                    for lane in 0..LANES {
                        whole[lane] = color[lane].to_bits();
                    }
                } else {
                    for lane in inside.clone() {
                        plane[lane] = color[lane - start].to_bits();
                    }
                }
            }
            if key.is_seamless {
                for lane in inside {
                    if block.left[lane - start] {
                        let color = bound.served_lane(lookup, lane, &mut QuadLambda::default());
                        for (plane, component) in results.iter_mut().zip(color) {
                            plane[lane] = component;
                        }
                    }
                }
                block.left.fill(false);
            }
            start += LANES;
        }
        BLOCK.set(Some(block));
    }
}

/// [`crate::filter::mix`] of components. Of numbers that are finite, and none of which is -0, the result is `a` where
/// `f` is 0, as if `b` had not been read.
#[inline(always)]
fn mix(is_finite: bool, a: f32, b: f32, fraction: f32) -> f32 {
    let difference = a - b;
    let mean = a - fraction * difference;
    if is_finite {
        return mean;
    }
    let apart = (1.0 - fraction) * a + fraction * b;
    let mean = if difference.abs() < f32::INFINITY {
        mean
    } else {
        apart
    };
    if fraction == 0.0 { a } else { mean }
}

/// Mixes colours with those that come before them, `first`; `weights` are those of the colours.
#[inline(always)]
fn mix_colors(key: &Key, first: &Colors, colors: &mut Colors, weights: &Plane<f32>) {
    let is_finite = key.is_finite();
    for index in 0..key.components {
        if is_finite {
            for lane in 0..LANES {
                colors[index][lane] = mix(true, first[index][lane], colors[index][lane], weights[lane]);
            }
        } else {
            for lane in 0..LANES {
                colors[index][lane] = mix(false, first[index][lane], colors[index][lane], weights[lane]);
            }
        }
    }
}

/// Keeps colours.
#[inline(always)]
fn keep(key: &Key, colors: &Colors, kept: &mut Colors) {
    kept[..key.components].copy_from_slice(&colors[..key.components]);
}

/// Whether all lanes have the same number. This and [`Block::has_second_level`] look at every lane, as an early exit would
/// keep them from being vector code.
#[inline(always)]
fn is_uniform(numbers: &Plane<u32>) -> bool {
    numbers.iter().fold(0, |all, number| all | (number ^ numbers[0])) == 0
}

/// Copies the elements of a slice from `start`, 0 beyond its end.
#[inline(always)]
fn window(slice: &[f32], start: usize, plane: &mut Plane<f32>) {
    match slice.get(start..).and_then(|rest| rest.first_chunk::<LANES>()) {
        Some(whole) => *plane = *whole,
        None => {
            for (lane, element) in plane.iter_mut().enumerate() {
                *element = lane_of(slice, start + lane);
            }
        }
    }
}
