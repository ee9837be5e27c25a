//! The places at which fragments are shaded, and the values of planes there (GL 2.1, 3.5.1).

use std::ops::Range;

use super::samples;
use crate::canonical::canonical;
use crate::framebuffer::samples::Position;
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::gradients::{Interpolant, Perspective, multiplier};
use crate::inter_stage::plane::{AnchoredPlane, Block, Plane, from_centre};

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
        for lane in lanes.clone() {
            self.shaded.right[lane] = from_centre(fragments.x[lane]) + right;
            self.shaded.up[lane] = from_centre(fragments.y[lane]) + up;
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
                let places = right[lanes.clone()].iter().zip(&up[lanes.clone()]);
                for (to, (right, up)) in w[lanes.clone()].iter_mut().zip(places) {
                    *to = multiplier(&divisor, *right, *up);
                }
            }
        }
    }

    /// The values of a plane where the lanes are shaded, moved by a distance in pixels.
    pub(super) fn plane(&self, plane: &Plane, [right, up]: [f32; 2], to: &mut [f32]) {
        for (block, lanes) in &self.blocks {
            let plane = plane.anchored(*block);
            let Places { right: x, up: y, .. } = &self.shaded;
            let places = x[lanes.clone()].iter().zip(&y[lanes.clone()]);
            for (to, (x, y)) in to[lanes.clone()].iter_mut().zip(places) {
                *to = plane.at(x + right, y + up);
            }
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
                    let values = right.iter().zip(up).map(|(right, up)| plane.at(*right, *up));
                    put(values, plane.is_finite(), to, &form);
                }
                Interpolant::Perspective(plane) => {
                    let plane = plane.anchored(*block);
                    let places = right.iter().zip(up).zip(w);
                    let values = places.map(|((right, up), w)| plane.at(*right, *up) * w);
                    put(values, plane.is_finite(), to, &form);
                }
            }
        }
    }
}

/// Keeps values, of which none is NaN if they are finite.
fn put<T>(values: impl Iterator<Item = f32>, are_finite: bool, to: &mut [T], form: impl Fn(f32) -> T) {
    if are_finite {
        to.iter_mut()
            .zip(values)
            .for_each(|(to, value)| *to = form(value));
    } else {
        let values = values.map(canonical);
        to.iter_mut()
            .zip(values)
            .for_each(|(to, value)| *to = form(value));
    }
}

/// The depths of the pixels of a quad at their centres, for the test before the program.
pub(crate) fn quad_depths(plane: &AnchoredPlane, x: u16, y: u16) -> [f32; 4] {
    let (right, up) = (from_centre(x), from_centre(y));
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| plane.at(right + x, up + y))
}
