//! The fragments of a batch, from where primitives cover pixels to where colours are stored.

use crate::state::multisample::all;

/// Lanes of a batch: 64 quads.
pub(crate) const LANES: usize = 256;

/// Fragments of a batch besides what the program sees, as a structure of arrays.
#[derive(Default)]
pub(crate) struct Fragments {
    /// Lanes in use.
    pub(crate) length: usize,
    /// Number of the pixel's value in its band: of several samples, that of the first.
    pub(crate) pixel: Vec<u32>,
    /// Column and row.
    pub(crate) x: Vec<u16>,
    pub(crate) y: Vec<u16>,
    /// Depth in window coordinates, where the fragment is shaded.
    pub(crate) depth: Vec<f32>,
    /// Whether the fragment is drawn; helpers are not.
    pub(crate) drawn: Vec<bool>,
    pub(crate) front: Vec<bool>,
    pub(crate) fog: Vec<f32>,
    /// The colour that is being written.
    pub(crate) color: [Vec<f32>; 4],
    pub(crate) samples: Samples,
}

impl Fragments {
    pub(crate) fn new(samples: u32) -> Fragments {
        Fragments {
            length: 0,
            pixel: vec![0; LANES],
            x: vec![0; LANES],
            y: vec![0; LANES],
            depth: vec![0.0; LANES],
            drawn: vec![false; LANES],
            front: vec![true; LANES],
            fog: vec![0.0; LANES],
            color: std::array::from_fn(|_| vec![0.0; LANES]),
            samples: Samples::new(samples),
        }
    }
}

/// The samples of the fragments of a batch; of one sample a pixel there is nothing to keep.
#[derive(Default)]
pub(crate) struct Samples {
    /// Samples of a pixel.
    pub(crate) count: usize,
    /// The samples that are covered and did not fail yet, one bit each.
    pub(crate) coverage: Vec<u32>,
    /// The samples that the fragment is for, one bit each.
    pub(crate) own: Vec<u32>,
    /// For each sample the depths of all fragments.
    pub(crate) depth: Vec<Vec<f32>>,
}

impl Samples {
    fn new(count: u32) -> Samples {
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
    pub(crate) fn drop_coverage(&mut self) {
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
