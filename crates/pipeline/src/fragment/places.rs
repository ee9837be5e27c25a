//! The places at which fragments are shaded, and the values of planes there (GL 2.1, 3.5.1).

use std::ops::Range;

use quadrille_engine::Planes;
use quadrille_numerics::level::{Level, Pass};

use super::samples;
use crate::canonical::canonical;
use crate::framebuffer::samples::Position;
use crate::framebuffer::window::{PLACES, WINDOW};
use crate::inter_stage::fragments::{Fragments, LANES, WINDOWS};
use crate::inter_stage::gradients::{Interpolant, Perspective, multiplier};
use crate::inter_stage::plane::{AnchoredPlane, BLOCK, Block, Plane, from_centre};

/// For each lane a place, from the centre of the block of its pixel, in pixels; and w there, where perspective shows.
struct Places {
    right: Vec<f32>,
    up: Vec<f32>,
    w: Vec<f32>,
}

impl Places {
    fn new() -> Places {
        let [right, up, w] = std::array::from_fn(|_| vec![0.0; LANES]);
        Places { right, up, w }
    }
}

/// The lanes of a primitive in the blocks of their pixels, and the places that its attributes are taken at.
pub(crate) struct Lanes {
    /// Lanes one after another in the same block.
    blocks: Vec<(Block, Range<usize>)>,
    /// Whether each of them is a window of all pixels of its block, which are shaded at their centres.
    whole: bool,
    /// Window coordinates of the centres of such blocks.
    centres: [[f64; WINDOWS]; 2],
    shaded: Places,
    centroids: Places,
    level: Level,
}

/// The centres of the pixels of a block, from its own centre.
const CENTRES: [[f32; WINDOW]; 2] = {
    let mut centres = [[0.0; WINDOW]; 2];
    let mut at = 0;
    while at < 2 * WINDOW {
        let (axis, lane) = (at / WINDOW, at % WINDOW);
        centres[axis][lane] = PLACES[axis][lane] as f32 - (BLOCK - 1) as f32 / 2.0;
        at += 1;
    }
    centres
};

impl Lanes {
    pub(crate) fn new(level: Level) -> Lanes {
        Lanes {
            level,
            blocks: Vec::with_capacity(LANES / 4),
            whole: false,
            centres: [[0.0; WINDOWS]; 2],
            shaded: Places::new(),
            centroids: Places::new(),
        }
    }

    /// Takes lanes, and the place from the centres of their pixels at which they are shaded.
    pub(super) fn locate(&mut self, lanes: &Range<usize>, fragments: &Fragments, [right, up]: [f32; 2]) {
        self.blocks.clear();
        self.whole = false;
        // The four lanes of a quad lie in one block.
        for quad in lanes.start / 4..lanes.end / 4 {
            let block = Block::of(fragments.x[quad], fragments.y[quad]);
            match self.blocks.last_mut() {
                Some((last, lanes)) if *last == block => lanes.end = 4 * quad + 4,
                _ => self.blocks.push((block, 4 * quad..4 * quad + 4)),
            }
        }
        let quads = lanes.start / 4..lanes.end / 4;
        let to = self.shaded.right[lanes.clone()].as_chunks_mut().0;
        for (to, x) in to.iter_mut().zip(&fragments.x[quads.clone()]) {
            let left = from_centre(*x);
            *to = [left, left + 1.0, left, left + 1.0].map(|at| at + right);
        }
        let to = self.shaded.up[lanes.clone()].as_chunks_mut().0;
        for (to, y) in to.iter_mut().zip(&fragments.y[quads]) {
            let low = from_centre(*y);
            *to = [low, low, low + 1.0, low + 1.0].map(|at| at + up);
        }
    }

    /// Takes windows that are blocks, from lane `first` on, by their lower left pixels. They are shaded at the centres of
    /// their pixels.
    pub(super) fn locate_blocks(&mut self, first: usize, blocks: &[[u16; 2]]) {
        self.blocks.clear();
        self.whole = true;
        for (at, [x, y]) in blocks.iter().enumerate() {
            let (block, first) = (Block::of(*x, *y), first + at * WINDOW);
            for (centres, centre) in self.centres.iter_mut().zip(block.centre()) {
                centres[at] = centre;
            }
            self.blocks.push((block, first..first + WINDOW));
        }
    }

    /// Takes the centroids of the lanes, which were shaded at the centres of their pixels.
    pub(super) fn locate_centroids(
        &mut self,
        lanes: &Range<usize>,
        coverage: &[u32],
        positions: &[Position],
    ) {
        for lane in lanes.clone() {
            let [right, up] = samples::centroid(coverage[lane], positions);
            self.centroids.right[lane] = self.shaded.right[lane] + right;
            self.centroids.up[lane] = self.shaded.up[lane] + up;
        }
    }

    /// Divides for w at the places of shading, and at centroids too.
    pub(super) fn divide(&mut self, perspective: &Perspective, at_centroids: bool) {
        let places = [
            Some(&mut self.shaded),
            at_centroids.then_some(&mut self.centroids),
        ];
        for Places { right, up, w } in places.into_iter().flatten() {
            self.level.run(Fill {
                blocks: &self.blocks,
                whole: self.whole,
                places: [right, up, &[]],
                moved: [0.0; 2],
                formula: Formula::Multiplier(&perspective.divisor),
                to: w,
                form: |value| value,
            });
        }
    }

    /// Depths where the lanes are shaded, moved by a distance in pixels, within limits.
    pub(super) fn depths(&self, plane: &Plane, moved: [f32; 2], range: [f32; 2], to: &mut [f32]) {
        self.level.run(Fill {
            blocks: &self.blocks,
            whole: self.whole,
            places: [&self.shaded.right, &self.shaded.up, &[]],
            moved,
            formula: Formula::Depth(plane),
            to,
            form: |depth| limit(depth, range),
        });
    }

    /// The values of an interpolant where the lanes are shaded.
    pub(super) fn fill(&self, interpolant: &Interpolant, to: &mut [f32]) {
        let Places { right, up, w } = &self.shaded;
        self.level.run(Fill {
            blocks: &self.blocks,
            whole: self.whole,
            places: [right, up, w],
            moved: [0.0; 2],
            formula: Formula::of(interpolant),
            to,
            form: |value| value,
        });
    }

    /// The same as bits.
    pub(super) fn fill_bits(&self, interpolant: &Interpolant, to: &mut [u32]) {
        let Places { right, up, w } = &self.shaded;
        self.level.run(Fill {
            blocks: &self.blocks,
            whole: self.whole,
            places: [right, up, w],
            moved: [0.0; 2],
            formula: Formula::of(interpolant),
            to,
            form: f32::to_bits,
        });
    }

    /// The values of components of attributes.
    pub(super) fn fill_all(&self, filled: &[Filled], attributes: &mut Planes) {
        self.level.run(FillAll {
            lanes: self,
            filled,
            attributes,
        });
    }
}

impl Lanes {
    /// The values of an interpolant in blocks that are whole: what [`Fill`] gives, with less for each of them.
    #[inline(always)]
    fn fill_blocks(&self, interpolant: &Interpolant, to: &mut [u32]) {
        let lanes = self.blocks.first().map_or(0, |(_, lanes)| lanes.start)
            ..self.blocks.last().map_or(0, |(_, lanes)| lanes.end);
        let w = self.shaded.w[lanes.clone()].as_chunks().0;
        let to = to[lanes].as_chunks_mut().0;
        match interpolant {
            Interpolant::Constant(value) => to.as_flattened_mut().fill(value.to_bits()),
            Interpolant::Linear(plane) => self.put_blocks(plane, w, to, |value, _| value),
            Interpolant::Perspective(plane) => self.put_blocks(plane, w, to, |value, w| value * w),
        }
    }

    #[inline(always)]
    fn put_blocks(
        &self,
        plane: &Plane,
        w: &[[f32; WINDOW]],
        to: &mut [[u32; WINDOW]],
        value: impl Fn(f32, f32) -> f32,
    ) {
        let [right, up] = &CENTRES;
        let anchored = plane.anchored_at(self.centres.each_ref());
        let are_finite = anchored.iter().fold(true, |all, plane| all & plane.is_finite());
        for ((plane, w), to) in anchored.iter().zip(w).zip(to) {
            for lane in 0..WINDOW {
                to[lane] = value(plane.at(right[lane], up[lane]), w[lane]).to_bits();
            }
            if !are_finite {
                for bits in to {
                    *bits = canonical(f32::from_bits(*bits)).to_bits();
                }
            }
        }
    }
}

/// A component of an attribute, as a primitive gives it.
pub(super) struct Filled {
    pub(super) slot: usize,
    pub(super) component: usize,
    pub(super) interpolant: Interpolant,
    /// Whether it is taken at centroids.
    pub(super) at_centroids: bool,
}

struct FillAll<'a> {
    lanes: &'a Lanes,
    filled: &'a [Filled],
    attributes: &'a mut Planes,
}

impl Pass for FillAll<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for filled in self.filled {
            if self.lanes.whole {
                let to = self.attributes.component_mut(filled.slot, filled.component);
                self.lanes.fill_blocks(&filled.interpolant, to);
                continue;
            }
            let places = if filled.at_centroids {
                &self.lanes.centroids
            } else {
                &self.lanes.shaded
            };
            let fill = Fill {
                blocks: &self.lanes.blocks,
                whole: self.lanes.whole,
                places: [&places.right, &places.up, &places.w],
                moved: [0.0; 2],
                formula: Formula::of(&filled.interpolant),
                to: self.attributes.component_mut(filled.slot, filled.component),
                form: f32::to_bits,
            };
            fill.call();
        }
    }
}

impl Formula<'_> {
    #[inline(always)]
    fn of(interpolant: &Interpolant) -> Formula<'_> {
        match interpolant {
            Interpolant::Constant(value) => Formula::Constant(*value),
            Interpolant::Linear(plane) => Formula::Linear(plane),
            Interpolant::Perspective(plane) => Formula::Perspective(plane),
        }
    }
}

/// What lanes have of their places.
enum Formula<'a> {
    /// The same everywhere.
    Constant(f32),
    /// The value of a plane, the canonical NaN where it is none.
    Linear(&'a Plane),
    /// The product of that with w.
    Perspective(&'a Plane),
    /// The value of a plane, any NaN where it is none.
    Depth(&'a Plane),
    /// w, of the plane of 1/w.
    Multiplier(&'a Plane),
}

/// The values that lanes have by a formula, block by block.
struct Fill<'a, T, F> {
    blocks: &'a [(Block, Range<usize>)],
    /// Whether they are whole blocks, whose places are the centres of their pixels.
    whole: bool,
    /// To the right, up, and w, where the formula asks for it.
    places: [&'a [f32]; 3],
    /// The distance from the places at which values are taken.
    moved: [f32; 2],
    formula: Formula<'a>,
    to: &'a mut [T],
    form: F,
}

impl<T: Clone, F: Fn(f32) -> T> Pass for Fill<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let ([right, up, w], form) = (self.places, self.form);
        let [x, y] = self.moved;
        for (block, lanes) in self.blocks {
            let lanes = lanes.clone();
            let to = &mut self.to[lanes.clone()];
            let place = if self.whole {
                CENTRES.each_ref().map(|centres| &centres[..])
            } else {
                [&right[lanes.clone()], &up[lanes.clone()]]
            };
            match self.formula {
                Formula::Constant(value) => to.fill(form(value)),
                Formula::Linear(plane) => {
                    let plane = plane.anchored(*block);
                    if plane.is_finite() {
                        put(place, to, |[right, up]| form(plane.at(right, up)));
                    } else {
                        put(place, to, |[right, up]| form(canonical(plane.at(right, up))));
                    }
                }
                Formula::Perspective(plane) => {
                    let plane = plane.anchored(*block);
                    let place = [place[0], place[1], &w[lanes]];
                    if plane.is_finite() {
                        put(place, to, |[right, up, w]| form(plane.at(right, up) * w));
                    } else {
                        put(place, to, |[right, up, w]| {
                            form(canonical(plane.at(right, up) * w))
                        });
                    }
                }
                Formula::Depth(plane) => {
                    let plane = plane.anchored(*block);
                    put(place, to, |[right, up]| form(plane.at(right + x, up + y)));
                }
                Formula::Multiplier(plane) => {
                    let plane = plane.anchored(*block);
                    put(place, to, |[right, up]| form(multiplier(&plane, right, up)));
                }
            }
        }
    }
}

/// Keeps the values that lanes have of theirs in other planes: those of blocks, of groups of quads and of quads, in loops
/// of constant length, which become vector code without remainders.
#[inline(always)]
fn put<const N: usize, T>(from: [&[f32]; N], to: &mut [T], value: impl Fn([f32; N]) -> T) {
    let at = put_by::<WINDOW, N, T>(from, to, 0, &value);
    let at = put_by::<16, N, T>(from, to, at, &value);
    put_by::<4, N, T>(from, to, at, &value);
}

/// The same for as many lanes from number `first` on as are a multiple of `EACH`; the number of the lane behind them.
#[inline(always)]
fn put_by<const EACH: usize, const N: usize, T>(
    from: [&[f32]; N],
    to: &mut [T],
    first: usize,
    value: &impl Fn([f32; N]) -> T,
) -> usize {
    let chunks = to[first..].as_chunks_mut::<EACH>().0;
    let end = first + chunks.len() * EACH;
    for (at, to) in chunks.iter_mut().enumerate() {
        let from = from.map(|plane| &plane[first..].as_chunks::<EACH>().0[at]);
        for lane in 0..EACH {
            to[lane] = value(from.map(|plane| plane[lane]));
        }
    }
    end
}

/// A depth within limits; NaN, which only vertices too far out for binary32 have, is the lower one.
#[inline(always)]
pub(super) fn limit(depth: f32, [low, high]: [f32; 2]) -> f32 {
    let depth = if depth > low { depth } else { low };
    if depth < high { depth } else { high }
}

/// The depths of the pixels of a block at their centres, for the test before the program.
pub(crate) fn block_depths(level: Level, plane: &AnchoredPlane, range: [f32; 2], depths: &mut [f32; WINDOW]) {
    level.run(BlockDepths { plane, range, depths });
}

struct BlockDepths<'a> {
    plane: &'a AnchoredPlane,
    range: [f32; 2],
    depths: &'a mut [f32; WINDOW],
}

impl Pass for BlockDepths<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let [right, up] = &CENTRES;
        for lane in 0..WINDOW {
            self.depths[lane] = limit(self.plane.at(right[lane], up[lane]), self.range);
        }
    }
}

/// The depths of the pixels of a quad at their centres, for the test before the program.
pub(crate) fn quad_depths(plane: &AnchoredPlane, x: u16, y: u16) -> [f32; 4] {
    let (right, up) = (from_centre(x), from_centre(y));
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| plane.at(right + x, up + y))
}
