//! The fragments of a batch, from where primitives cover pixels to where colours are stored.

use std::ops::Range;

use crate::framebuffer::band::Band;
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

/// Whether each of the four pixels of a quad is in a mask of them.
const PIXELS: [[bool; 4]; 16] = {
    let mut pixels = [[false; 4]; 16];
    let mut at = 0;
    while at < 64 {
        pixels[at / 4][at % 4] = (at / 4) >> (at % 4) & 1 != 0;
        at += 1;
    }
    pixels
};

impl Fragments {
    /// Adds quads of one primitive behind the lanes in use: columns and rows of their lower left pixels, and the pixels
    /// that are drawn, as [`Quads`](crate::raster::Quads) has them. Returns their lanes. Every property is a loop of its
    /// own over all quads, which becomes vector code.
    pub(crate) fn push_quads(
        &mut self,
        [x, y]: [&[u16]; 2],
        masks: &[u8],
        front: bool,
        band: &Band<'_>,
    ) -> Range<usize> {
        let lanes = self.length..self.length + 4 * masks.len();
        self.length = lanes.end;
        let (columns, _) = self.x[lanes.clone()].as_chunks_mut();
        for (to, x) in columns.iter_mut().zip(x) {
            *to = [*x, x + 1, *x, x + 1];
        }
        let (rows, _) = self.y[lanes.clone()].as_chunks_mut();
        for (to, y) in rows.iter_mut().zip(y) {
            *to = [*y, *y, y + 1, y + 1];
        }
        let (pixels, _) = self.pixel[lanes.clone()].as_chunks_mut();
        let row = band.width * band.samples;
        for (to, (x, y)) in pixels.iter_mut().zip(x.iter().zip(y)) {
            let lower = (u32::from(*y) - band.y) * row + u32::from(*x) * band.samples;
            let upper = lower + row;
            *to = [lower, lower + band.samples, upper, upper + band.samples];
        }
        let (drawn, _) = self.drawn[lanes.clone()].as_chunks_mut();
        for (to, mask) in drawn.iter_mut().zip(masks) {
            *to = PIXELS[usize::from(mask & 0b1111)];
        }
        self.front[lanes.clone()].fill(front);
        lanes
    }

    /// The drawn fragments of 64 lanes from number `64 · word` on, one bit each.
    pub(crate) fn drawn_word(&self, word: usize) -> u64 {
        let (eights, _) = self.drawn[word * 64..(word + 1) * 64].as_chunks::<8>();
        eights.iter().rev().fold(0, |bits, eight| {
            let bytes = u64::from_le_bytes(eight.map(u8::from));
            // Byte k is moved to bit 56 + k; no two bytes meet in a bit.
            bits << 8 | bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::MAX_COLOR_BUFFERS;

    /// source: the definition of a quad: bit 0 is pixel (x, y), bit 1 (x + 1, y), bit 2 (x, y + 1), bit 3 (x + 1, y + 1);
    /// pixels are numbered row by row from the band's first, each with its samples
    #[test]
    fn quads_become_lanes() {
        let band = Band {
            y: 32,
            rows: 32,
            width: 100,
            samples: 4,
            colors: [const { None }; MAX_COLOR_BUFFERS],
            depth: None,
            stencil: None,
        };
        let mut fragments = Fragments::new(1);
        for (pixel, drawn) in fragments.drawn.iter_mut().enumerate() {
            *drawn = pixel >= 8;
        }
        let lanes = fragments.push_quads([&[6, 8], &[34, 36]], &[0b1111, 0b0110], false, &band);
        assert_eq!((lanes, fragments.length), (0..8, 8));
        assert_eq!(fragments.x[..8], [6, 7, 6, 7, 8, 9, 8, 9]);
        assert_eq!(fragments.y[..8], [34, 34, 35, 35, 36, 36, 37, 37]);
        let pixels = [206, 207, 306, 307, 408, 409, 508, 509].map(|pixel| pixel * 4);
        assert_eq!(fragments.pixel[..8], pixels);
        assert_eq!(
            fragments.front[..9],
            [false, false, false, false, false, false, false, false, true]
        );
        assert_eq!(fragments.drawn_word(0), !0xff | 0b0110_1111);
    }

    /// source: the definition of a mask: lane n is bit n
    #[test]
    fn drawn_lanes_are_bits() {
        let mut fragments = Fragments::new(1);
        for lane in 0..LANES {
            fragments.drawn[lane] = true;
            assert_eq!(fragments.drawn_word(lane / 64), 1 << (lane % 64));
            fragments.drawn[lane] = false;
        }
    }
}
