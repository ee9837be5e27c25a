//! The places at which fragments are shaded, and the values of planes there (GL 2.1, 3.5.1).

use std::ops::Range;

use quadrille_engine::Planes;
use quadrille_numerics::level::{Level, Pass};

use super::formula::{CENTRES, Fill, Formula};
use super::samples::centroid;
use crate::canonical::canonical;
use crate::framebuffer::samples::Position;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::{self, Fragments, LANES, Samples, WINDOWS, plane};
use crate::inter_stage::gradients::{Interpolant, Perspective};
use crate::inter_stage::plane::{AnchoredPlane, BLOCK, Block, Plane, from_centre};
use crate::output::depth::limit;

/// For each lane a place, from the centre of the block of its pixel, in pixels; and w there, where perspective shows.
struct Places {
    right: fragments::Plane<f32>,
    up: fragments::Plane<f32>,
    w: fragments::Plane<f32>,
}

impl Places {
    fn new() -> Places {
        Places {
            right: plane(0.0),
            up: plane(0.0),
            w: plane(0.0),
        }
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

    /// Takes the centroids of the lanes, which were shaded at the centres of their pixels: of whole blocks they are the same.
    pub(super) fn locate_centroids(
        &mut self,
        lanes: &Range<usize>,
        samples: &Samples,
        positions: &[Position],
    ) {
        if self.whole {
            return;
        }
        for lane in lanes.clone() {
            let [right, up] = centroid(samples.of(lane), positions);
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
                places: [&right.0[..], &up.0, &[]],
                moved: [0.0; 2],
                formula: Formula::Multiplier(&perspective.divisor),
                to: &mut w.0,
                form: |value| value,
            });
        }
    }

    /// Depths where the lanes are shaded, moved by a distance in pixels, within limits.
    pub(super) fn depths(&self, plane: &Plane, moved: [f32; 2], range: [f32; 2], to: &mut [f32]) {
        self.level.run(Fill {
            blocks: &self.blocks,
            whole: self.whole,
            places: [&self.shaded.right.0[..], &self.shaded.up.0, &[]],
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
            places: [&right.0[..], &up.0, &w.0],
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
            places: [&right.0[..], &up.0, &w.0],
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
        let [x, y] = &self.centres;
        let mut are_finite = true;
        let mut values = [0.0; WINDOWS];
        for block in 0..WINDOWS {
            let anchored = plane.anchored_at([x[block], y[block]]);
            are_finite &= anchored.is_finite();
            values[block] = anchored.value;
        }
        // What the places of pixels add to the value at the centre of their block is the same in every block, and to the
        // right in every two rows of it.
        let gradient = plane.gradient.map(|gradient| gradient as f32);
        let right = CENTRES[0].as_chunks::<ROWS>().0[0].map(|right| right * gradient[0]);
        let mut up = CENTRES[1];
        for lane in 0..WINDOW {
            up[lane] *= gradient[1];
        }
        let up = up.as_chunks::<ROWS>().0;
        for ((centre, w), to) in values.iter().zip(w).zip(to) {
            let mut column = right;
            for lane in 0..ROWS {
                column[lane] += centre;
            }
            let w = w.as_chunks::<ROWS>().0;
            for ((to, up), w) in to.as_chunks_mut().0.iter_mut().zip(up).zip(w) {
                *to = row(column, up, w, &value);
            }
            if !are_finite {
                for bits in to {
                    *bits = canonical(f32::from_bits(*bits)).to_bits();
                }
            }
        }
    }
}

/// The lanes of two rows of a block.
const ROWS: usize = 2 * BLOCK as usize;

/// The values in two rows of a block.
#[inline(always)]
fn row(
    column: [f32; ROWS],
    up: &[f32; ROWS],
    w: &[f32; ROWS],
    value: impl Fn(f32, f32) -> f32,
) -> [u32; ROWS] {
    let mut bits = [0; ROWS];
    for lane in 0..ROWS {
        bits[lane] = value(column[lane] + up[lane], w[lane]).to_bits();
    }
    bits
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
                whole: false,
                places: [&places.right.0[..], &places.up.0, &places.w.0],
                moved: [0.0; 2],
                formula: Formula::of(&filled.interpolant),
                to: self.attributes.component_mut(filled.slot, filled.component),
                form: f32::to_bits,
            };
            fill.call();
        }
    }
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
