//! Filtered lookups in flat passes over blocks of lanes, which become vector code: coordinates become texels on each axis
//! and these numbers of texels; texels are loaded as words, one by one; words become components, which are mixed.
//!
//! A path is the general one of [`crate::lookup`] with its conditions decided beforehand: it computes the same
//! operations in the same order, so it gives the same bits. Where it writes an operation otherwise, its comment says
//! why that is equal.

mod axis;
mod block;
#[cfg(target_arch = "x86_64")]
mod bytes;
mod depths;
mod fixed;
mod floats;
mod images;
mod integers;
mod key;
mod level;
mod mode;
mod moved;
mod place;
mod stored;
#[cfg(test)]
mod tests;
mod texel;
mod window;

use crate::BoundTexture;
use crate::format::encoding::canonical;
use crate::format::unorm8::unorm8_of;
use crate::instruction::Operand;
use crate::lookup::{LevelOfDetail, Lookup, QuadLambda, Results, lane_of};
use block::{Block, Pass};
use depths::Outcomes;
use images::Texels;
use key::Source;
use level::Levels;
use quadrille_isa::gl::target::Slot;
use quadrille_numerics::level::{Simd, WithSimd};
use std::cell::RefCell;
use std::ops::Range;

pub(crate) use key::Key;

/// The lanes of a block: a constant, so that a pass is a loop without remainder.
const LANES: usize = 128;

/// A number of each lane.
type Plane<T> = [T; LANES];

/// Four components of each lane.
type Colors = [Plane<f32>; 4];

/// Components of texels that are read, one bit each.
#[derive(Clone, Copy)]
struct Reads(u8);

impl Reads {
    #[inline(always)]
    fn has(self, component: usize) -> bool {
        self.0 >> component & 1 != 0
    }
}

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
    /// The storage of the last lookup: clearing it for each takes longer than a pass. There is none while a lookup runs.
    static STORAGE: RefCell<Option<Box<Storage>>> = const { RefCell::new(None) };
}

/// What lookups work in.
struct Storage {
    block: Block,
    /// Coordinates of lanes at the end of a batch, where there are fewer than a block.
    ends: [Plane<f32>; 3],
}

impl Storage {
    /// A new one. Not inlined, as it is made on the stack, of which lookups need little.
    #[cold]
    #[inline(never)]
    fn boxed() -> Box<Storage> {
        Box::new(Storage {
            block: Block::default(),
            ends: [ZEROS; 3],
        })
    }
}

/// Lookups of some lanes of a batch, compiled for the vector instructions that are asked for. Everything below is inlined
/// into it, because a function of its own would be compiled for the narrowest ones.
pub(crate) struct Job<'a, 'b, 'c> {
    /// The texture.
    pub bound: &'a BoundTexture,
    /// The key of the texture.
    pub key: &'a Key,
    /// The components of the results that are read.
    pub components: u8,
    /// The lookup.
    pub lookup: &'a Lookup<'b>,
    /// What is in the place of its coordinates, for each time that it is made.
    pub operands: &'a [Operand<'b>],
    /// The lanes.
    pub lanes: Range<usize>,
    /// The results of each.
    pub results: &'a mut [Results<'c>],
}

impl WithSimd for Job<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Job {
            bound,
            key,
            components,
            lookup: first,
            operands,
            lanes,
            results,
        } = self;
        let mut lookup = *first;
        let mut texels = Texels::new(key);
        let images = texels.read(bound, key);
        let outcomes = (first.access.reference.is_some() && bound.compares())
            .then(|| Outcomes::of(bound.sampler().compare_function));
        let has_samples = key.is_anisotropic
            && match first.level {
                LevelOfDetail::Implicit | LevelOfDetail::Biased(_) | LevelOfDetail::Gradient { .. } => true,
                LevelOfDetail::Explicit(_) | LevelOfDetail::Zero => false,
            };
        let is_moved = key.is_moved(first);
        let shares_axes = operands.len() > 1 && !is_moved && !has_samples && key.has_axes_of_coordinates();
        let reads = key.reads(components);
        // Not in a closure, which would be compiled for the narrowest instructions.
        let mut storage = STORAGE.take().unwrap_or_else(Storage::boxed);
        let Storage { block, ends } = &mut *storage;
        block.reset(key, is_moved);
        // Blocks start at a quad.
        let mut start = lanes.start & !3;
        while start < lanes.end {
            if shares_axes {
                block.forget_axes();
            }
            for (operand, results) in operands.iter().zip(&mut *results) {
                lookup.coordinates = operand.map(bytemuck::cast_slice);
                let lookup = &lookup;
                let block = anew(&mut *block);
                let [mut t, mut r] = [&ZEROS; 2];
                let [s_end, t_end, r_end] = &mut *ends;
                let s = lanes_from(lookup.coordinates[0], start, s_end);
                if key.coordinates > 1 {
                    t = lanes_from(lookup.coordinates[1], start, t_end);
                }
                if key.coordinates > 2 {
                    r = lanes_from(lookup.coordinates[2], start, r_end);
                }
                let given = [s, t, r];
                if let Some(component) = lookup.access.layer {
                    window(lookup.plane(Slot::First(component)), start, &mut block.layer);
                }
                if let (Some(slot), Some(_)) = (lookup.access.reference, outcomes) {
                    window(lookup.plane(slot), start, &mut block.reference);
                    if bound.clamps_references() {
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
                        given,
                        &mut block.samples,
                        &mut block.lambda,
                    );
                }
                if key.needs_lambda {
                    level::select::<S>(
                        key,
                        key.level_sizes.last,
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
                    block.filter(
                        simd,
                        Pass {
                            key,
                            given,
                            shared: shares_axes.then_some(lookup),
                            images,
                            outcomes,
                            filter: key.filters[turn],
                            levels: if minifies { key.levels } else { Levels::Base },
                            has_samples,
                            reads,
                            moved: is_moved.then_some((bound, lookup.offset, start)),
                        },
                    );
                    if !minifies && magnified < LANES {
                        keep(reads, &block.colors, &mut block.magnified);
                    }
                }
                if magnified > 0 && magnified < LANES {
                    block.choose_magnified(key, reads);
                }
                if !key.is_finite() && key.is_float {
                    for color in &mut block.colors {
                        for component in color {
                            *component = f32::from_bits(canonical(*component));
                        }
                    }
                }
                let ones = if key.is_float { &ONES } else { &INTEGER_ONES };
                let inside = lanes.start.max(start)..lanes.end.min(start + LANES);
                for (index, (plane, source)) in results.iter_mut().zip(key.sources).enumerate() {
                    if components >> index & 1 == 0 {
                        continue;
                    }
                    let (color, is_mean_of_bytes) = match source {
                        Source::Texel(component) => {
                            (&block.colors[usize::from(component)], bound.mixes_bytes())
                        }
                        Source::Zero => (&ZEROS, false),
                        Source::One => (ones, false),
                    };
                    let (plane, first) = (&mut plane[inside.clone()], inside.start - start);
                    if is_mean_of_bytes {
                        write(plane, color, first, unorm8_of);
                    } else {
                        write(plane, color, first, |component| component);
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
            }
            start += LANES;
        }
        STORAGE.set(Some(storage));
    }
}

/// Whether vectors have instructions that round to integers and that fuse products with sums, as AVX2 and AVX-512 do:
/// elsewhere they are calls. Bits do not depend on it.
const fn is_wide<S: Simd>() -> bool {
    S::F32_LANES >= 8
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

/// The same block, which the compiler takes for another: loops over planes compare the addresses of these first, and where
/// those are the same for all turns of a loop around, it compares them before the first turn, for the planes of every path;
/// so those of the path that is taken are compared alone.
#[inline(always)]
fn anew(block: &mut Block) -> &mut Block {
    std::hint::black_box(block)
}

/// Mixes colours with those that come before them, `first`; `weights` are those of the colours.
#[inline(always)]
fn mix_colors(pass: Pass<'_>, first: &Colors, colors: &mut Colors, weights: &Plane<f32>) {
    let is_finite = pass.key.is_finite();
    for index in 0..4 {
        if !pass.reads.has(index) {
            continue;
        }
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
fn keep(reads: Reads, colors: &Colors, kept: &mut Colors) {
    for index in 0..4 {
        if reads.has(index) {
            kept[index] = colors[index];
        }
    }
}

/// Writes components as results, from lane `first` of the block on.
#[inline(always)]
fn write(plane: &mut [u32], color: &Plane<f32>, first: usize, value: impl Fn(f32) -> f32) {
    if let Some(whole) = plane.first_chunk_mut::<LANES>() {
        for lane in 0..LANES {
            whole[lane] = value(color[lane]).to_bits();
        }
    } else {
        for (result, component) in plane.iter_mut().zip(&color[first..]) {
            *result = value(*component).to_bits();
        }
    }
}

/// Whether all lanes have the same number. This and [`Block::has_second_level`] look at every lane, as an early exit would
/// keep them from being vector code.
#[inline(always)]
fn is_uniform(numbers: &Plane<u32>) -> bool {
    numbers.iter().fold(0, |all, number| all | (number ^ numbers[0])) == 0
}

/// The elements of a slice from `start`: where it has fewer than a block, copies of them, and 0 beyond its end.
#[inline(always)]
fn lanes_from<'a>(slice: &'a [f32], start: usize, end: &'a mut Plane<f32>) -> &'a Plane<f32> {
    match slice.get(start..).and_then(|rest| rest.first_chunk::<LANES>()) {
        Some(whole) => whole,
        None => {
            window(slice, start, end);
            end
        }
    }
}

/// Copies the elements of a slice from `start`, 0 beyond its end.
#[inline(always)]
fn window(slice: &[f32], start: usize, plane: &mut Plane<f32>) {
    match slice.get(start..).and_then(|rest| rest.first_chunk::<LANES>()) {
        Some(whole) => *plane = *whole,
        None => copy_end(slice, start, plane),
    }
}

/// The same where the slice ends within the block. Not inlined: what is rare takes no room among the passes.
#[inline(never)]
fn copy_end(slice: &[f32], start: usize, plane: &mut Plane<f32>) {
    for (lane, element) in plane.iter_mut().enumerate() {
        *element = lane_of(slice, start + lane);
    }
}
