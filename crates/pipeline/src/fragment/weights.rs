//! The weights of a primitive's corners where fragments are shaded, and the depths there (GL 2.1, 3.5.1).
//!
//! λ1 and λ2 are computed in f64 at the corner of a block of pixels, and from there in f32. With perspective,
//! bᵢ = λᵢ·(1/wᵢ) / Σ λⱼ·(1/wⱼ); a value is a₀ + b₁·(a₁ − a₀) + b₂·(a₂ − a₀), which is exact where the corners
//! agree. Depth and 1/w are linear in window coordinates.

use std::ops::Range;

use super::samples;
use crate::framebuffer::samples::Position;
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::primitives::Gradients;

/// Weights of corners 1 and 2 in each lane.
pub(crate) struct Weights {
    /// Linear in window coordinates.
    pub(super) linear: [Vec<f32>; 2],
    /// With perspective.
    pub(super) perspective: [Vec<f32>; 2],
}

impl Weights {
    fn new() -> Weights {
        let pair = || std::array::from_fn(|_| vec![0.0; LANES]);
        Weights {
            linear: pair(),
            perspective: pair(),
        }
    }
}

/// The positions at which fragments are shaded: the distances of all lanes, and the weights of the corners there.
pub(crate) struct Scratch {
    /// Distance from the block's corner, in pixels.
    pub(super) offset: [Vec<f32>; 2],
    pub(super) weights: Weights,
    /// The same at centroids, where an attribute is taken there.
    centroid: Weights,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch {
            offset: std::array::from_fn(|_| vec![0.0; LANES]),
            weights: Weights::new(),
            centroid: Weights::new(),
        }
    }

    /// Computes the weights of lanes at a place from the centres of their pixels; depth goes to `depth`.
    pub(super) fn weigh(
        &mut self,
        gradients: &Gradients,
        corner: [f64; 2],
        lanes: &Range<usize>,
        fragments: &mut Fragments,
        [right, up]: [f32; 2],
    ) {
        let [dx, dy] = &mut self.offset;
        // All of these are sixteenths of pixels, of which a float holds every sum that there is.
        let origin = [corner[0] as f32 - right, corner[1] as f32 - up];
        for lane in lanes.clone() {
            dx[lane] = f32::from(fragments.x[lane]) - origin[0];
            dy[lane] = f32::from(fragments.y[lane]) - origin[1];
        }
        let base = gradients.at(corner[0] + 0.5, corner[1] + 0.5);
        let steps = [gradients.first, gradients.second];
        for ((to, base), step) in self.weights.linear.iter_mut().zip(base).zip(steps) {
            linear(
                &mut to[lanes.clone()],
                &dx[lanes.clone()],
                &dy[lanes.clone()],
                base,
                step,
            );
        }
        depth(
            gradients,
            corner,
            &dx[lanes.clone()],
            &dy[lanes.clone()],
            &mut fragments.depth[lanes.clone()],
        );
        let [l1, l2] = &self.weights.linear;
        let [b1, b2] = &mut self.weights.perspective;
        if gradients.is_affine() {
            b1[lanes.clone()].copy_from_slice(&l1[lanes.clone()]);
            b2[lanes.clone()].copy_from_slice(&l2[lanes.clone()]);
            return;
        }
        let [r0, r1, r2] = gradients.reciprocal_w;
        for lane in lanes.clone() {
            let (n1, n2) = (l1[lane] * r1, l2[lane] * r2);
            let n0 = (1.0 - l1[lane] - l2[lane]) * r0;
            let scale = 1.0 / (n0 + n1 + n2);
            b1[lane] = n1 * scale;
            b2[lane] = n2 * scale;
        }
    }

    /// Computes the weights at the centroids of lanes; the distances are those of the centres of their pixels.
    pub(super) fn weigh_centroids(
        &mut self,
        gradients: &Gradients,
        corner: [f64; 2],
        lanes: &Range<usize>,
        coverage: &[u32],
        positions: &[Position],
    ) {
        for lane in lanes.clone() {
            let [right, up] = samples::centroid(coverage[lane], positions);
            let place = [self.offset[0][lane] + right, self.offset[1][lane] + up];
            let (linear, perspective) = gradients.weights(corner, place);
            for corner in 0..2 {
                self.centroid.linear[corner][lane] = linear[corner];
                self.centroid.perspective[corner][lane] = perspective[corner];
            }
        }
    }

    /// The weights of an attribute, which may be taken at the centroid.
    pub(super) fn of(&self, centroid: bool) -> &Weights {
        if centroid { &self.centroid } else { &self.weights }
    }
}

fn linear(to: &mut [f32], dx: &[f32], dy: &[f32], base: f64, step: [f64; 2]) {
    let (base, step_x, step_y) = (base as f32, step[0] as f32, step[1] as f32);
    for ((to, dx), dy) in to.iter_mut().zip(dx).zip(dy) {
        *to = base + step_x * dx + step_y * dy;
    }
}

/// Depth at pixels that lie (dx, dy) from a block's corner.
pub(crate) fn depth(gradients: &Gradients, corner: [f64; 2], dx: &[f32], dy: &[f32], to: &mut [f32]) {
    let [a, b] = [
        gradients.depth[1] - gradients.depth[0],
        gradients.depth[2] - gradients.depth[0],
    ];
    let [l1, l2] = gradients.at(corner[0] + 0.5, corner[1] + 0.5);
    let base = gradients.depth[0] + l1 * a + l2 * b;
    let step = [
        gradients.first[0] * a + gradients.second[0] * b,
        gradients.first[1] * a + gradients.second[1] * b,
    ];
    linear(to, dx, dy, base, step);
}
