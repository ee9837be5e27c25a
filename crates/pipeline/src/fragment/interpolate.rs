//! Interpolation of a primitive's values where fragments are shaded: at the centres of pixels, at samples, at centroids
//! (GL 2.1, 3.5.1).

use std::ops::Range;

use quadrille_engine::Planes;
use quadrille_isa::gl::ProgramOption;

use super::places::Lanes;
use super::samples::Rate;
use super::stage::{FragmentStage, FragmentWorker, Part};
use super::values::{Values, fill};
use crate::binding::FragmentProperty as P;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::gradients::Interpolant;
use crate::inter_stage::varying_layout::Input;
use crate::thread;

impl FragmentStage<'_> {
    pub(super) fn interpolate(&self, worker: &mut FragmentWorker, part: &Part<'_>, lanes: Range<usize>) {
        let &Part {
            shaded,
            primitives,
            primitive,
            ..
        } = part;
        let gradients = &primitives.gradients[primitive];
        let fragments = &mut worker.fragments;
        let places = &mut worker.places;
        places.locate(&lanes, fragments, part.place);
        let tests_depth = self.context.depth.enabled;
        if tests_depth || self.varyings.inputs.iter().any(Input::is_position) {
            places.plane(&gradients.depth(), [0.0; 2], &mut fragments.depth);
            let range = self.depth_limits();
            for depth in &mut fragments.depth[lanes.clone()] {
                *depth = limit(*depth, range);
            }
        }
        if tests_depth && fragments.samples.are_several() {
            self.sample_depths(part, &lanes, fragments, places);
        }
        // A fragment for one sample has that as its centroid; with one sample a pixel, the centre is.
        let at_centroid = self.rate == Rate::Pixel && self.positions.len() > 1;
        let at_centroids = at_centroid && self.varyings.inputs.iter().any(Input::is_at_centroid);
        if at_centroids {
            places.locate_centroids(&lanes, &fragments.samples.coverage, self.positions);
        }
        let perspective = gradients.perspective();
        if let Some(perspective) = &perspective {
            places.divide(perspective, at_centroids);
        }
        let corners = primitives.corners[primitive].map(|number| primitives.vertex(shaded, number));
        let values = Values {
            corners,
            provoking: primitives.vertex(shaded, primitives.provoking[primitive]),
            front: primitives.front[primitive],
            point: primitives.point[primitive],
            gradients,
            perspective,
        };
        if let Some(varying) = self.varyings.fog {
            let fog = values.interpolant(varying, 0, false);
            places.fill(&fog, false, &mut fragments.fog, |value| value);
        }
        if self.interpolates {
            let inputs = &self.varyings.inputs;
            worker.primitives.push(&values, inputs, fragments, &lanes);
        }
        let attributes = &mut worker.worker.batch.attributes;
        for (slot, input) in self.varyings.inputs.iter().enumerate() {
            let number = |attributes: &mut Planes, number| fill(attributes, slot, &lanes, [number, 0, 0, 0]);
            match input {
                Input::Varying(input) => {
                    let at_centroids = input.centroid && at_centroid;
                    values.fill(attributes, slot, input, places, at_centroids, &lanes);
                }
                Input::Property { property, centroid } => match property {
                    P::Position => self.fill_position(attributes, slot, part, fragments, places, &lanes),
                    P::Facing => {
                        let facing = if values.front { 1f32 } else { -1.0 };
                        fill(attributes, slot, &lanes, [facing.to_bits(), 0, 0, 1f32.to_bits()]);
                    }
                    P::PointCoordinate => {
                        let at_centroids = *centroid && at_centroid;
                        values.fill_sprite(attributes, slot, places, at_centroids, &lanes);
                    }
                    P::Helper => {
                        let helper = &mut attributes.component_mut(slot, 0)[lanes.clone()];
                        for (to, drawn) in helper.iter_mut().zip(&fragments.drawn[lanes.clone()]) {
                            *to = if *drawn { 0 } else { u32::MAX };
                        }
                    }
                    // All slots of it are filled at once, below.
                    P::Coverage => {}
                    P::PrimitiveNumber => number(attributes, primitives.numbers[primitive]),
                    P::Viewport => number(attributes, primitives.viewports[primitive].into()),
                    P::Layer => number(attributes, primitives.layers[primitive].cast_unsigned()),
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
        places: &Lanes,
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
        let reciprocal_w = part.primitives.gradients[part.primitive].reciprocal_w();
        let reciprocal_w = Interpolant::Linear(reciprocal_w);
        let to = attributes.component_mut(slot, 3);
        places.fill(&reciprocal_w, false, to, f32::to_bits);
        for lane in lanes.clone() {
            let row = u32::from(fragments.y[lane]);
            // Seen from above, the centre of row y is height − 1 − y rows and a half down.
            let row = if flip {
                self.height as f32 - 1.0 - row as f32
            } else {
                row as f32
            };
            let position = [
                f32::from(fragments.x[lane]) + centre + right,
                row + centre + if flip { -up } else { up },
                fragments.depth[lane],
            ];
            for (component, value) in position.into_iter().enumerate() {
                attributes.component_mut(slot, component)[lane] = value.to_bits();
            }
        }
    }
}

/// A depth within limits; NaN, which only vertices too far out for binary32 have, is the lower one.
pub(super) fn limit(depth: f32, [low, high]: [f32; 2]) -> f32 {
    let depth = if depth > low { depth } else { low };
    if depth < high { depth } else { high }
}
