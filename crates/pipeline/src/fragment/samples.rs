//! What the samples of a fragment have of their own: whether they are covered, and their depths.

use std::ops::Range;

use quadrille_engine::Planes;

use super::{FragmentStage, Fragments, LANES, Part, interpolate};
use crate::between::link::Input;
use crate::binding::FragmentProperty;
use crate::framebuffer::samples::{Position, in_pixels};
use crate::raster::Quads;
use crate::state::multisample::all;

/// How often the fragment program runs for a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rate {
    /// Once for all samples.
    Pixel,
    /// Once for each sample that is covered.
    Sample,
}

impl Rate {
    /// The samples for which fragments are made one after another, of so many; `None` are all at once.
    pub(super) fn passes(self, samples: usize) -> impl Iterator<Item = Option<usize>> {
        let count = if self == Rate::Sample { samples } else { 1 };
        (0..count).map(move |sample| (self == Rate::Sample).then_some(sample))
    }
}

/// The samples of the fragments of a batch; of one sample a pixel there is nothing to keep.
#[derive(Default)]
pub(crate) struct Samples {
    /// Samples of a pixel.
    count: usize,
    /// The samples that are covered and did not fail yet, one bit each.
    pub(crate) coverage: Vec<u32>,
    /// The samples that the fragment is for, one bit each.
    pub(crate) own: Vec<u32>,
    /// For each sample the depths of all fragments.
    pub(crate) depth: Vec<Vec<f32>>,
}

impl Samples {
    pub(super) fn new(count: u32) -> Samples {
        if count == 1 {
            return Samples::default();
        }
        Samples {
            count: count as usize,
            coverage: vec![0; LANES],
            own: vec![0; LANES],
            depth: vec![vec![0.0; LANES]; count as usize],
        }
    }

    /// Whether there are several.
    pub(crate) fn are_several(&self) -> bool {
        self.count > 1
    }

    /// The bits of all.
    pub(crate) fn all(&self) -> u32 {
        all(self.count as u32)
    }
}

impl Fragments {
    /// Lets fragments that were dropped as a whole cover nothing.
    pub(crate) fn settle(&mut self) {
        for (coverage, drawn) in self.samples.coverage.iter_mut().zip(&self.drawn) {
            if !drawn {
                *coverage = 0;
            }
        }
    }

    /// Does something with each sample of the fragments, for which they are as the fragments of a framebuffer of one
    /// sample: what it drops is not covered any more.
    pub(crate) fn for_each_sample(&mut self, mut body: impl FnMut(&mut Fragments)) {
        if !self.samples.are_several() {
            return body(self);
        }
        let length = self.length;
        for sample in 0..self.samples.count {
            for lane in 0..length {
                self.drawn[lane] = self.samples.coverage[lane] >> sample & 1 != 0;
            }
            std::mem::swap(&mut self.depth, &mut self.samples.depth[sample]);
            body(self);
            std::mem::swap(&mut self.depth, &mut self.samples.depth[sample]);
            for lane in 0..length {
                let dropped = u32::from(!self.drawn[lane]) << sample;
                self.samples.coverage[lane] &= !dropped;
                self.pixel[lane] += 1;
            }
        }
        for lane in 0..length {
            self.pixel[lane] -= self.samples.count as u32;
            self.drawn[lane] = self.samples.coverage[lane] != 0;
        }
    }
}

impl FragmentStage<'_> {
    /// Keeps which samples are covered in the four lanes behind those in use: of a shape that is sampled at the
    /// centres of pixels all (GL 2.1, 3.2.1), of a fragment for one sample that one.
    pub(super) fn cover(&self, fragments: &mut Fragments, quads: &Quads, quad: usize, sample: Option<usize>) {
        let lanes = fragments.length..fragments.length + 4;
        let samples = &mut fragments.samples;
        for (pixel, lane) in lanes.enumerate() {
            samples.own[lane] = sample.map_or(samples.all(), |sample| 1 << sample);
            samples.coverage[lane] = match fragments.drawn[lane] {
                true if self.positions.len() > 1 => quads.covered(quad, pixel) & samples.own[lane],
                true => samples.own[lane],
                false => 0,
            };
        }
    }

    /// Gives each sample its depth: of a shape that is sampled at the centres of pixels the depth there. `offset` are the
    /// distances of the lanes from the block's corner.
    pub(super) fn sample_depths(
        &self,
        part: &Part<'_>,
        lanes: &Range<usize>,
        fragments: &mut Fragments,
        offset: &[Vec<f32>; 2],
    ) {
        let gradients = &part.primitives.gradients[part.shape];
        let range = self.depth_limits();
        for (sample, depths) in fragments.samples.depth.iter_mut().enumerate() {
            let place = match (part.sample, self.positions.get(sample)) {
                (Some(number), _) if number != sample => continue,
                (None, Some(position)) if self.positions.len() > 1 => in_pixels(*position),
                _ => part.place,
            };
            let moved = |axis: usize| -> Vec<f32> {
                let from_here = place[axis] - part.place[axis];
                let offset = offset[axis][lanes.clone()].iter();
                offset.map(|offset| offset + from_here).collect()
            };
            let to = &mut depths[lanes.clone()];
            interpolate::depth(gradients, part.corner, &moved(0), &moved(1), to);
            for depth in to {
                *depth = depth.max(range[0]).min(range[1]);
            }
        }
    }

    /// Fills `fragment.samplemask`: the covered samples, of which those that the state lets none through are not
    /// (ARB_gpu_shader5 3.12.2); without samples bit 0 says whether the pixel is covered.
    pub(super) fn fill_coverage(&self, attributes: &mut Planes, fragments: &Fragments, lanes: Range<usize>) {
        let is_sampled = self.positions.len() > 1;
        let let_through = self.context.multisample.let_through(self.samples);
        for (slot, input) in self.link.inputs.iter().enumerate() {
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
                    true => fragments.samples.coverage[lane] & let_through,
                    false => u32::from(fragments.drawn[lane]),
                };
                attributes.set(slot, lane, [covered, 0, 0, 0]);
            }
        }
    }
}

/// The centroid of what a shape covers of a pixel, from its centre, in pixels: the centre if all samples are covered
/// or none is, else the mean of the covered ones, which lies within every convex shape that has them.
pub(crate) fn centroid(coverage: u32, positions: &[Position]) -> [f32; 2] {
    let covered = coverage & all(positions.len() as u32);
    if covered == all(positions.len() as u32) || covered == 0 {
        return [0.0; 2];
    }
    let mut sum = [0.0; 2];
    for (sample, position) in positions.iter().enumerate() {
        if covered >> sample & 1 != 0 {
            let [x, y] = in_pixels(*position);
            sum = [sum[0] + x, sum[1] + y];
        }
    }
    sum.map(|sum| sum / covered.count_ones() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::samples::positions;

    /// source: the positions of the four samples, by hand: 0 and 2 lie at (0.375, 0.125) and (0.125, 0.625), their
    /// mean at (0.25, 0.375)
    #[test]
    fn centroids_are_means() {
        let four = positions(4).unwrap();
        assert_eq!(centroid(0b0101, four), [-0.25, -0.125]);
        assert_eq!(centroid(0b1111, four), [0.0, 0.0]);
        assert_eq!(centroid(0b1000, four), [0.125, 0.375]);
    }
}
