//! At which samples of a pixel fragments are shaded.

use crate::framebuffer::samples::{Position, in_pixels};
use crate::state::multisample::all;

/// The shading rate: how often the fragment program runs for a pixel.
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

/// The centroid of what a primitive covers of a pixel, from its centre, in pixels: the centre if all samples are covered
/// or none is, else the mean of the covered ones, which lies within every convex primitive that has them.
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
