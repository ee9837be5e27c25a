//! Interpolation of a primitive's values where fragments are shaded: at the centres of pixels, at samples, at centroids
//! (GL 2.1, 3.5.1).

use std::ops::Range;

use quadrille_engine::Planes;
use quadrille_isa::gl::ProgramOption;

use super::places::Lanes;
use super::samples::Rate;
use super::stage::{EarlyDepth, FragmentStage, FragmentWorker, Part};
use super::values::{Values, fill};
use crate::binding::FragmentProperty as P;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::gradients::Interpolant;
use crate::inter_stage::primitives::SetupPrimitive;
use crate::inter_stage::varying_layout::Input;
use crate::thread;

impl FragmentStage<'_> {
    /// Whether centroids are other places than those of shading: a fragment for one sample has that as its centroid; with
    /// one sample a pixel, the centre is.
    fn has_centroids(&self) -> bool {
        self.rate == Rate::Pixel && self.positions.len() > 1
    }

    /// Finds how attributes vary over a primitive.
    pub(super) fn prepare(&self, worker: &mut FragmentWorker, part: &Part<'_>) {
        let gradients = &part.setup().gradients;
        worker.perspective = gradients.perspective();
        worker.filled.clear();
        let values = Values::of(part, worker.perspective);
        let at_centroid = self.has_centroids();
        for (slot, input) in self.inputs.iter().enumerate() {
            match input {
                Input::Varying(input) => {
                    values.add(slot, input, input.centroid && at_centroid, &mut worker.filled);
                }
                Input::Property {
                    property: P::PointCoordinate,
                    centroid,
                } => values.add_sprite(slot, *centroid && at_centroid, &mut worker.filled),
                Input::Property { .. } | Input::Thread(_) | Input::Nothing => {}
            }
        }
    }

    /// Whether depth is kept behind the coverage of pixels.
    fn keeps_depth(&self) -> bool {
        let tests_depth = self.context.depth.enabled && self.early_depth != EarlyDepth::Whole;
        tests_depth || self.watch.is_some()
    }

    /// Whether lanes have values that depend on their places.
    pub(super) fn has_values(&self) -> bool {
        self.keeps_depth() || self.varyings.fog.is_some() || self.interpolates || !self.inputs.is_empty()
    }

    /// Of lanes whose places are known.
    pub(super) fn interpolate(&self, worker: &mut FragmentWorker, part: &Part<'_>, lanes: Range<usize>) {
        let SetupPrimitive {
            gradients, origin, ..
        } = part.setup();
        let fragments = &mut worker.fragments;
        let places = &mut worker.places;
        let keeps_depth = self.keeps_depth();
        if keeps_depth || self.inputs.iter().any(Input::is_position) {
            let depths = &mut fragments.depth[..];
            places.depths(&gradients.depth(), [0.0; 2], self.depth_limits(part), depths);
        }
        if keeps_depth && fragments.samples.are_several() {
            self.sample_depths(part, fragments, places);
        }
        let at_centroids = self.has_centroids() && self.inputs.iter().any(Input::is_at_centroid);
        if at_centroids {
            places.locate_centroids(&lanes, &fragments.samples, &self.positions);
        }
        if let Some(perspective) = &worker.perspective {
            places.divide(perspective, at_centroids);
        }
        if self.varyings.fog.is_some() || self.interpolates {
            let values = Values::of(part, worker.perspective);
            if let Some(varying) = self.varyings.fog {
                let fog = values.interpolant(varying, 0, false);
                places.fill(&fog, &mut fragments.fog[..]);
            }
            if self.interpolates {
                let inputs = self.inputs;
                worker.primitives.push(&values, inputs, fragments, &lanes);
            }
        }
        let attributes = &mut worker.worker.batch.attributes;
        places.fill_all(&worker.filled, attributes);
        for (slot, input) in self.inputs.iter().enumerate() {
            let number = |attributes: &mut Planes, number| fill(attributes, slot, &lanes, [number, 0, 0, 0]);
            match input {
                Input::Varying(_) => {}
                Input::Property { property, .. } => match property {
                    P::Position => self.fill_position(attributes, slot, part, fragments, places, &lanes),
                    P::Facing => {
                        let facing = if origin.front { 1f32 } else { -1.0 };
                        fill(attributes, slot, &lanes, [facing.to_bits(), 0, 0, 1f32.to_bits()]);
                    }
                    P::PointCoordinate => {}
                    P::Helper => {
                        let helper = &mut attributes.component_mut(slot, 0)[lanes.clone()];
                        for (to, lane) in helper.iter_mut().zip(lanes.clone()) {
                            *to = if fragments.is_drawn(lane) { 0 } else { u32::MAX };
                        }
                    }
                    // All slots of it are filled at once, below.
                    P::Coverage => {}
                    P::PrimitiveNumber => number(attributes, origin.number),
                    P::Viewport => number(attributes, origin.viewport.into()),
                    P::Layer => number(attributes, origin.layer.cast_unsigned()),
                    P::Sample => number(attributes, part.sample.unwrap_or(0) as u32),
                    // Without conservative rasterization it is 0 (NV_conservative_raster_underestimation).
                    P::FullyCovered => {
                        let full = &mut attributes.component_mut(slot, 0)[lanes.clone()];
                        for (to, lane) in full.iter_mut().zip(lanes.clone()) {
                            let is_full = fragments.full[lane / WINDOW] >> (lane % WINDOW) & 1 != 0;
                            *to = if is_full { u32::MAX } else { 0 };
                        }
                    }
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
    pub(super) fn depth_limits(&self, part: &Part<'_>) -> [f32; 2] {
        if self.context.transform.depth_clamp {
            self.depth_range(part.setup().origin.viewport.into())
        } else {
            [0.0, 1.0]
        }
    }

    /// The limits of a depth that the program writes, of a viewport: it is clamped to the depth range with DEPTH_CLAMP
    /// (ARB_depth_clamp 4.1.5), else to [0, 1]. That of `!!FP1.0` is within the depth range, or there is no fragment.
    pub(super) fn written_depth_limits(&self, viewport: usize) -> [f32; 2] {
        if self.context.transform.depth_clamp || self.output.drops_depths {
            self.depth_range(viewport)
        } else {
            [0.0, 1.0]
        }
    }

    /// The depth range of a viewport, the smaller end first.
    fn depth_range(&self, viewport: usize) -> [f32; 2] {
        let [near, far] = self.context.transform.depth_range_of(viewport);
        [near.min(far), near.max(far)]
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
        let reciprocal_w = part.setup().gradients.reciprocal_w();
        let reciprocal_w = Interpolant::Linear(reciprocal_w);
        let to = attributes.component_mut(slot, 3);
        places.fill_bits(&reciprocal_w, to);
        for lane in lanes.clone() {
            let [column, row] = fragments.column_and_row(lane);
            // Seen from above, the centre of row y is height − 1 − y rows and a half down.
            let row = if flip {
                self.height as f32 - 1.0 - f32::from(row)
            } else {
                f32::from(row)
            };
            let position = [
                f32::from(column) + centre + right,
                row + centre + if flip { -up } else { up },
                fragments.depth[lane],
            ];
            for (component, value) in position.into_iter().enumerate() {
                attributes.component_mut(slot, component)[lane] = value.to_bits();
            }
        }
    }
}
