//! Filtered lookups of the textures that most programs use, in flat passes over blocks of lanes, which become vector
//! code: two-dimensional ones and cube maps of 8-bit components, sRGB and depths, in the wrap modes that most have.
//!
//! A path is the general one of [`crate::lookup`] with its conditions decided beforehand: it computes the same
//! operations in the same order, so it gives the same bits. Where it writes an operation otherwise, its comment says
//! why that is equal.

mod axis;
mod block;
mod key;
mod level;
#[cfg(test)]
mod tests;
mod texel;

use crate::lookup::{Lookup, Results, lane_of};
use crate::{BoundTexture, DepthMode, Swizzle};
use block::{Block, Images, Texels};
use level::Levels;
use std::cell::RefCell;
use std::ops::Range;
use texel::Outcomes;

pub(crate) use key::Key;

/// The lanes of a block: a constant, so that a pass is a loop without remainder.
const LANES: usize = 128;

/// A number of each lane.
type Plane<T> = [T; LANES];

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
    pub key: Key,
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
        let outcomes = references.map(|_| Outcomes::of(bound.sampler().compare_function));
        // Not in a closure, which would be compiled for the narrowest instructions.
        let mut block = BLOCK.take().unwrap_or_default();
        block.reset(&images);
        // Blocks start at a quad.
        let mut start = lanes.start & !3;
        while start < lanes.end {
            for (plane, coordinates) in block.coordinates.iter_mut().zip(lookup.coordinates) {
                window(coordinates, start, plane);
            }
            if let Some(given) = references {
                window(given, start, &mut block.reference);
                for reference in &mut block.reference {
                    *reference = bound.clamp_reference(*reference);
                }
            }
            if key.levels != Levels::Base {
                let mut lambdas = [0.0; LANES];
                level::lambdas(bound, key, lookup, start, &block.coordinates, &mut lambdas);
                level::select(
                    key.levels,
                    images.last,
                    &lambdas,
                    &mut block.level,
                    &mut block.weight,
                );
                images.sizes(&block.level, &mut block.sizes);
            }
            if key.is_cube {
                block.project();
            }
            block.look_up(key, &images, outcomes);
            if key.levels == Levels::Two && block.has_second_level() {
                block.add_second_level(key, &images, outcomes);
            }
            let [red, green, blue, alpha] = &block.colors;
            let arranged = match bound.sampler().depth_mode {
                _ if !bound.shows_depths() => [red, green, blue, alpha],
                DepthMode::Luminance => [red, red, red, &[1.0; LANES]],
                DepthMode::Intensity => [red; 4],
                DepthMode::Alpha => [&[0.0; LANES], &[0.0; LANES], &[0.0; LANES], red],
                DepthMode::Red => [red, &[0.0; LANES], &[0.0; LANES], &[1.0; LANES]],
            };
            let inside = lanes.start.max(start)..lanes.end.min(start + LANES);
            for (plane, source) in results.iter_mut().zip(bound.sampler().swizzle) {
                let color = match source {
                    Swizzle::Red => arranged[0],
                    Swizzle::Green => arranged[1],
                    Swizzle::Blue => arranged[2],
                    Swizzle::Alpha => arranged[3],
                    Swizzle::Zero => &[0.0; LANES],
                    Swizzle::One => &[1.0; LANES],
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
            start += LANES;
        }
        BLOCK.set(Some(block));
    }
}

/// `a + f (b - a)`. With numbers from 0 to 1 the result is `a` where `f` is 0, as if `b` had not been read.
#[inline(always)]
fn mix(a: f32, b: f32, fraction: f32) -> f32 {
    a + fraction * (b - a)
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
