//! The places at which fragments are shaded, and the values of planes there (GL 2.1, 3.5.1).

use std::ops::Range;

use super::samples;
use crate::canonical::canonical;
use crate::framebuffer::samples::Position;
use crate::inter_stage::fragments::{Fragments, LANES};
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
    shaded: Places,
    centroids: Places,
}

impl Lanes {
    pub(crate) fn new() -> Lanes {
        Lanes {
            blocks: Vec::with_capacity(LANES / 4),
            shaded: Places::new(),
            centroids: Places::new(),
        }
    }

    /// Takes lanes, and the place from the centres of their pixels at which they are shaded.
    pub(super) fn locate(&mut self, lanes: &Range<usize>, fragments: &Fragments, [right, up]: [f32; 2]) {
        self.blocks.clear();
        // The four lanes of a quad lie in one block.
        for quad in lanes.clone().step_by(4) {
            let block = Block::of(fragments.x[quad], fragments.y[quad]);
            match self.blocks.last_mut() {
                Some((last, lanes)) if *last == block => lanes.end = quad + 4,
                _ => self.blocks.push((block, quad..quad + 4)),
            }
        }
        let places = [
            (&mut self.shaded.right, &fragments.x, right),
            (&mut self.shaded.up, &fragments.y, up),
        ];
        for (to, pixels, distance) in places {
            let to = &mut to[lanes.clone()];
            for (to, pixel) in to.iter_mut().zip(&pixels[lanes.clone()]) {
                *to = from_centre(*pixel) + distance;
            }
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
            for (block, lanes) in &self.blocks {
                let divisor = perspective.divisor.anchored(*block);
                let places = [&right[lanes.clone()], &up[lanes.clone()]];
                put(places, &mut w[lanes.clone()], |[right, up]| {
                    multiplier(&divisor, right, up)
                });
            }
        }
    }

    /// The values of a plane where the lanes are shaded, moved by a distance in pixels.
    pub(super) fn plane(&self, plane: &Plane, [right, up]: [f32; 2], to: &mut [f32]) {
        for (block, lanes) in &self.blocks {
            let plane = plane.anchored(*block);
            let places = [&self.shaded.right[lanes.clone()], &self.shaded.up[lanes.clone()]];
            put(places, &mut to[lanes.clone()], |[x, y]| {
                plane.at(x + right, y + up)
            });
        }
    }

    /// The values of an interpolant, in the form in which they are kept.
    pub(super) fn fill<T: Clone>(
        &self,
        interpolant: &Interpolant,
        at_centroids: bool,
        to: &mut [T],
        form: impl Fn(f32) -> T,
    ) {
        let Places { right, up, w } = if at_centroids {
            &self.centroids
        } else {
            &self.shaded
        };
        for (block, lanes) in &self.blocks {
            let lanes = lanes.clone();
            let to = &mut to[lanes.clone()];
            let (right, up, w) = (&right[lanes.clone()], &up[lanes.clone()], &w[lanes]);
            match interpolant {
                Interpolant::Constant(value) => to.fill(form(*value)),
                Interpolant::Linear(plane) => {
                    let plane = plane.anchored(*block);
                    let value = |[right, up]: [f32; 2]| plane.at(right, up);
                    if plane.is_finite() {
                        put([right, up], to, |place| form(value(place)));
                    } else {
                        put([right, up], to, |place| form(canonical(value(place))));
                    }
                }
                Interpolant::Perspective(plane) => {
                    let plane = plane.anchored(*block);
                    let value = |[right, up, w]: [f32; 3]| plane.at(right, up) * w;
                    if plane.is_finite() {
                        put([right, up, w], to, |place| form(value(place)));
                    } else {
                        put([right, up, w], to, |place| form(canonical(value(place))));
                    }
                }
            }
        }
    }
}

/// Lanes of a block that is covered as a whole.
const WHOLE: usize = (BLOCK * BLOCK) as usize;

/// Keeps the values that lanes have of theirs in other planes. Whole blocks are loops of constant length, which become
/// vector code without remainders.
fn put<const N: usize, T>(from: [&[f32]; N], to: &mut [T], value: impl Fn([f32; N]) -> T) {
    let all = from.map(|plane| plane.as_chunks::<WHOLE>());
    let (blocks, rest) = to.as_chunks_mut::<WHOLE>();
    for (at, to) in blocks.iter_mut().enumerate() {
        let from = all.map(|(blocks, _)| &blocks[at]);
        for (lane, to) in to.iter_mut().enumerate() {
            *to = value(from.map(|plane| plane[lane]));
        }
    }
    let from = all.map(|(_, lanes)| &lanes[..rest.len()]);
    for (lane, to) in rest.iter_mut().enumerate() {
        *to = value(from.map(|plane| plane[lane]));
    }
}

/// The depths of the pixels of a quad at their centres, for the test before the program.
pub(crate) fn quad_depths(plane: &AnchoredPlane, x: u16, y: u16) -> [f32; 4] {
    let (right, up) = (from_centre(x), from_centre(y));
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| plane.at(right + x, up + y))
}
