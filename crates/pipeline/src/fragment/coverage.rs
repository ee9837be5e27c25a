//! The values that each sample of a fragment has of its own: whether it is covered, and its depth.

use std::ops::Range;

use quadrille_engine::Planes;

use super::places::Lanes;
use super::stage::{FragmentStage, Part};
use crate::binding::FragmentProperty;
use crate::framebuffer::samples::in_pixels;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::varying_layout::Input;
use crate::raster::Quads;

impl FragmentStage<'_> {
    /// Keeps which samples are covered in the four lanes of a quad, which begin with one: of a primitive that is sampled at
    /// the centres of pixels all (GL 2.1, 3.2.1), of a fragment for one sample that one.
    pub(super) fn cover(
        &self,
        fragments: &mut Fragments,
        first: usize,
        quads: &Quads,
        quad: usize,
        sample: Option<usize>,
    ) {
        let drawn = fragments.drawn[first / WINDOW] >> (first % WINDOW) & 0b1111;
        for number in 0..fragments.samples.count {
            if sample.is_some_and(|sample| sample != number) {
                continue;
            }
            let covered = match self.positions.len() > 1 {
                true => drawn & quads.samples[quad] >> (4 * number),
                false => drawn,
            };
            fragments.samples.cover(number, first, [covered, 0b1111]);
        }
    }

    /// Gives each sample its depth: of a primitive that is sampled at the centres of pixels the depth there.
    pub(super) fn sample_depths(&self, part: &Part<'_>, fragments: &mut Fragments, places: &Lanes) {
        let plane = part.setup().gradients.depth();
        let range = self.depth_limits(part);
        for (sample, depths) in fragments.samples.depth.iter_mut().enumerate() {
            let place = match (part.sample, self.positions.get(sample)) {
                (Some(number), _) if number != sample => continue,
                (None, Some(position)) if self.positions.len() > 1 => in_pixels(*position),
                _ => part.place,
            };
            let from_here = [place[0] - part.place[0], place[1] - part.place[1]];
            places.depths(&plane, from_here, range, &mut depths[..]);
        }
    }

    /// Fills `fragment.samplemask`: the covered samples, of which those that the state lets none through are not
    /// (ARB_gpu_shader5 3.12.2); without samples bit 0 says whether the pixel is covered.
    pub(super) fn fill_coverage(&self, attributes: &mut Planes, fragments: &Fragments, lanes: Range<usize>) {
        let is_sampled = self.positions.len() > 1;
        let let_through = self.context.multisample.let_through(self.samples);
        for (slot, input) in self.inputs.iter().enumerate() {
            let is_coverage = matches!(
                input,
                Input::Property {
                    property: FragmentProperty::Coverage,
                    ..
                }
            );
            if !is_coverage {
                continue;
            }
            for lane in lanes.clone() {
                let covered = match is_sampled {
                    true => fragments.samples.of(lane) & let_through,
                    false => u32::from(fragments.is_drawn(lane)),
                };
                attributes.set(slot, lane, [covered, 0, 0, 0]);
            }
        }
    }
}
