//! Interpolation of a shape's values where fragments are shaded: at the centres of pixels, at samples, at centroids
//! (GL 2.1, 3.5.1).
//!
//! λ1 and λ2 are computed in f64 at the corner of a block of pixels, and from there in f32. With perspective,
//! bᵢ = λᵢ·(1/wᵢ) / Σ λⱼ·(1/wⱼ); a value is a₀ + b₁·(a₁ − a₀) + b₂·(a₂ − a₀), which is exact where the corners
//! agree. Depth and 1/w are linear in window coordinates.

use std::ops::Range;

use quadrille_engine::Planes;
use quadrille_isa::gl::ProgramOption;

use super::samples::{self, Rate};
use super::{FragmentStage, FragmentWorker, Fragments, LANES, Part};
use crate::between::link::{CarriedInput, Input};
use crate::between::primitives::Gradients;
use crate::between::vertices::Place;
use crate::binding::FragmentProperty as P;
use crate::framebuffer::samples::Position;
use crate::thread;

/// Weights of corners 1 and 2 in each lane.
pub(crate) struct Weights {
    /// Linear in window coordinates.
    linear: [Vec<f32>; 2],
    /// With perspective.
    perspective: [Vec<f32>; 2],
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

/// Where fragments are shaded: the distances of all lanes, and what the corners weigh there.
pub(crate) struct Scratch {
    /// Distance from the block's corner, in pixels.
    offset: [Vec<f32>; 2],
    weights: Weights,
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
    fn weigh(
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
    fn weigh_centroids(
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
    fn of(&self, centroid: bool) -> &Weights {
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

impl FragmentStage<'_> {
    pub(super) fn interpolate(&self, worker: &mut FragmentWorker, part: &Part<'_>, lanes: Range<usize>) {
        let &Part {
            shaded,
            primitives,
            shape,
            corner,
            ..
        } = part;
        let gradients = &primitives.gradients[shape];
        let fragments = &mut worker.fragments;
        let scratch = &mut worker.interpolation;
        scratch.weigh(gradients, corner, &lanes, fragments, part.place);
        let range = self.depth_limits();
        for depth in &mut fragments.depth[lanes.clone()] {
            *depth = depth.max(range[0]).min(range[1]);
        }
        if fragments.samples.are_several() {
            self.sample_depths(part, &lanes, fragments, &scratch.offset);
        }
        // A fragment for one sample has that as its centroid; with one sample a pixel, the centre is.
        let at_centroid = self.rate == Rate::Pixel && self.positions.len() > 1;
        if at_centroid && self.link.inputs.iter().any(Input::is_at_centroid) {
            let coverage = &fragments.samples.coverage;
            scratch.weigh_centroids(gradients, corner, &lanes, coverage, self.positions);
        }
        let corners = primitives.corners[shape].map(|number| primitives.vertex(shaded, number));
        let values = Values {
            corners,
            provoking: primitives.vertex(shaded, primitives.provoking[shape]),
            front: primitives.front[shape],
            point: primitives.point[shape],
        };
        if let Some(carried) = self.link.fog {
            let [a, d1, d2] = values.span(carried, 0);
            let [b1, b2] = &scratch.weights.perspective;
            for lane in lanes.clone() {
                fragments.fog[lane] = a + b1[lane] * d1 + b2[lane] * d2;
            }
        }
        if self.interpolates {
            worker
                .shapes
                .push(&values, &self.link.inputs, *gradients, corner, fragments, &lanes);
        }
        let attributes = &mut worker.worker.batch.attributes;
        for (slot, input) in self.link.inputs.iter().enumerate() {
            let number = |attributes: &mut Planes, number| fill(attributes, slot, &lanes, [number, 0, 0, 0]);
            match input {
                Input::Carried(input) => {
                    let weights = scratch.of(input.centroid && at_centroid);
                    values.fill(attributes, slot, input, weights, &lanes);
                }
                Input::Property { property, centroid } => match property {
                    P::Position => self.fill_position(attributes, slot, part, fragments, scratch, &lanes),
                    P::Facing => {
                        let facing = if values.front { 1f32 } else { -1.0 };
                        fill(attributes, slot, &lanes, [facing.to_bits(), 0, 0, 1f32.to_bits()]);
                    }
                    P::PointCoordinate => {
                        let weights = scratch.of(*centroid && at_centroid);
                        values.fill_sprite(attributes, slot, weights, &lanes);
                    }
                    P::Helper => {
                        let helper = &mut attributes.component_mut(slot, 0)[lanes.clone()];
                        for (to, drawn) in helper.iter_mut().zip(&fragments.drawn[lanes.clone()]) {
                            *to = if *drawn { 0 } else { u32::MAX };
                        }
                    }
                    // All slots of it are filled at once, below.
                    P::Coverage => {}
                    P::PrimitiveNumber => number(attributes, primitives.numbers[shape]),
                    P::Viewport => number(attributes, primitives.viewports[shape].into()),
                    P::Layer => number(attributes, primitives.layers[shape].cast_unsigned()),
                    P::Sample => number(attributes, part.sample.unwrap_or(0) as u32),
                    // Without conservative rasterization it is 0 (NV_conservative_raster_underestimation).
                    P::FullyCovered => number(attributes, 0),
                },
                Input::Thread(family) => {
                    for lane in lanes.clone() {
                        let value = thread::attribute(*family, lane).unwrap_or(0);
                        attributes.set(slot, lane, [value, 0, 0, 0]);
                    }
                }
                Input::Nothing => fill(attributes, slot, &lanes, [0; 4]),
            }
        }
        self.fill_coverage(attributes, fragments, lanes);
    }

    /// Depth is clamped to the depth range with DEPTH_CLAMP, else to [0, 1], which polygon offset can leave.
    pub(super) fn depth_limits(&self) -> [f32; 2] {
        let [near, far] = self.context.transform.depth_range;
        if self.context.transform.depth_clamp {
            [near.min(far).max(0.0), near.max(far).min(1.0)]
        } else {
            [0.0, 1.0]
        }
    }

    /// Window coordinates of the pixel's centre, or of the sample that the fragment is for, depth, 1/w (ARB_fragment_program 3.11.1, fragment.position),
    /// by the conventions that the program chose (ARB_fragment_coord_conventions).
    fn fill_position(
        &self,
        attributes: &mut Planes,
        slot: usize,
        part: &Part<'_>,
        fragments: &Fragments,
        scratch: &Scratch,
        lanes: &Range<usize>,
    ) {
        let [right, up] = part.place;
        let options = self.executable.program().features().options;
        let centre = if options.contains(ProgramOption::ArbFragmentCoordPixelCenterInteger) {
            0.0
        } else {
            0.5
        };
        let flip = options.contains(ProgramOption::ArbFragmentCoordOriginUpperLeft);
        let [r0, r1, r2] = part.primitives.gradients[part.shape].reciprocal_w;
        for lane in lanes.clone() {
            let row = u32::from(fragments.y[lane]);
            // Seen from above, the centre of row y is height − 1 − y rows and a half down.
            let row = if flip {
                self.height as f32 - 1.0 - row as f32
            } else {
                row as f32
            };
            let (l1, l2) = (scratch.weights.linear[0][lane], scratch.weights.linear[1][lane]);
            let reciprocal_w = r0 + l1 * (r1 - r0) + l2 * (r2 - r0);
            let position = [
                f32::from(fragments.x[lane]) + centre + right,
                row + centre + if flip { -up } else { up },
                fragments.depth[lane],
                reciprocal_w,
            ];
            attributes.set(slot, lane, position.map(f32::to_bits));
        }
    }
}

/// Sets a slot to one value in lanes.
fn fill(attributes: &mut Planes, slot: usize, lanes: &Range<usize>, value: [u32; 4]) {
    for (component, word) in value.into_iter().enumerate() {
        attributes.component_mut(slot, component)[lanes.clone()].fill(word);
    }
}

/// The values of a shape at its corners.
pub(super) struct Values<'a> {
    corners: [Place<'a>; 3],
    provoking: Place<'a>,
    pub(super) front: bool,
    pub(super) point: bool,
}

impl Values<'_> {
    /// The value at corner 0, and its differences to corners 1 and 2.
    pub(super) fn span(&self, carried: usize, component: usize) -> [f32; 3] {
        let [a, b, c] = self
            .corners
            .map(|place| place.vertices.carried[carried][component][place.at]);
        // Infinities that agree have no difference either.
        let [b, c] = [b, c].map(|other| if other == a { 0.0 } else { other - a });
        [a, b, c]
    }

    /// Coordinates in a point sprite, (s, t, 0, 1) (GL 2.1, 3.3); what others than points get is undefined, and 0.
    fn fill_sprite(&self, attributes: &mut Planes, slot: usize, weights: &Weights, lanes: &Range<usize>) {
        fill(attributes, slot, lanes, [0, 0, 0, 1f32.to_bits()]);
        if !self.point {
            return;
        }
        for component in 0..2 {
            let to = &mut attributes.component_mut(slot, component)[lanes.clone()];
            for (to, way) in to.iter_mut().zip(&weights.linear[component][lanes.clone()]) {
                *to = (0.5 + way).to_bits();
            }
        }
    }

    fn fill(
        &self,
        attributes: &mut Planes,
        slot: usize,
        input: &CarriedInput,
        weights: &Weights,
        lanes: &Range<usize>,
    ) {
        if input.sprite && self.point {
            return self.fill_sprite(attributes, slot, weights, lanes);
        }
        let carried = if self.front { input.front } else { input.back };
        let [b1, b2] = if input.no_perspective {
            &weights.linear
        } else {
            &weights.perspective
        };
        for component in 0..4 {
            if input.used >> component & 1 == 0 {
                continue;
            }
            let to = &mut attributes.component_mut(slot, component)[lanes.clone()];
            // All fragments of a point have the data of its vertex (GL 2.1, 3.3).
            if input.flat || self.point {
                let place = self.provoking;
                to.fill(place.vertices.carried[carried][component][place.at].to_bits());
            } else {
                let [a, d1, d2] = self.span(carried, component);
                for ((to, b1), b2) in to.iter_mut().zip(&b1[lanes.clone()]).zip(&b2[lanes.clone()]) {
                    *to = (a + b1 * d1 + b2 * d2).to_bits();
                }
            }
        }
    }
}
