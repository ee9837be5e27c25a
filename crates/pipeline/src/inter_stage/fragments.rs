//! The fragments of a batch, from where primitives cover pixels to where colours are stored.

use std::ops::Range;

use quadrille_numerics::level::{Level, Pass};

use crate::framebuffer::band::Band;
use crate::framebuffer::window::{PLACES, Place, WINDOW, bits_of};
use crate::state::multisample::all;

/// Lanes of a batch: 64 quads.
pub(crate) const LANES: usize = 256;

/// Windows of a batch.
pub(crate) const WINDOWS: usize = LANES / WINDOW;

/// A value of each lane.
pub(crate) type Plane<T> = Box<[T; LANES]>;

/// Fragments of a batch besides what the program sees, as a structure of arrays.
pub(crate) struct Fragments {
    /// Lanes in use.
    pub(crate) length: usize,
    /// Number of the pixel's value in its band: of several samples, that of the first.
    pub(crate) pixel: Plane<u32>,
    /// Column and row.
    pub(crate) x: Plane<u16>,
    pub(crate) y: Plane<u16>,
    /// Depth in window coordinates, where the fragment is shaded.
    pub(crate) depth: Plane<f32>,
    /// Whether the fragment is drawn; helpers are not.
    pub(crate) drawn: Plane<bool>,
    pub(crate) front: Plane<bool>,
    pub(crate) fog: Plane<f32>,
    /// The colour that is being written.
    pub(crate) color: [Plane<f32>; 4],
    pub(crate) samples: Samples,
    /// The lanes that are fragments or helpers, one bit each. Between quads and a block that follows there may be
    /// others, which belong to no pixel.
    pub(crate) live: [u64; WINDOWS],
    /// For each window whether it is a block that was covered as a whole.
    pub(crate) whole: [bool; WINDOWS],
}

impl Fragments {
    pub(crate) fn new(samples: u32) -> Fragments {
        Fragments {
            length: 0,
            pixel: Box::new([0; LANES]),
            x: Box::new([0; LANES]),
            y: Box::new([0; LANES]),
            depth: Box::new([0.0; LANES]),
            drawn: Box::new([false; LANES]),
            front: Box::new([true; LANES]),
            fog: Box::new([0.0; LANES]),
            color: std::array::from_fn(|_| Box::new([0.0; LANES])),
            samples: Samples::new(samples),
            live: [0; WINDOWS],
            whole: [false; WINDOWS],
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
    pub(crate) depth: Vec<Plane<f32>>,
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
            depth: vec![Box::new([0.0; LANES]); count as usize],
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

/// The lanes of a block.
struct PushBlock<'a> {
    x: &'a mut [u16; WINDOW],
    y: &'a mut [u16; WINDOW],
    pixel: &'a mut [u32; WINDOW],
    corner: [u16; 2],
    first: u32,
    row: u32,
}

impl Pass for PushBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let [columns, rows] = &PLACES;
        for lane in 0..WINDOW {
            self.x[lane] = self.corner[0] + columns[lane];
            self.y[lane] = self.corner[1] + rows[lane];
            self.pixel[lane] = self.first + u32::from(rows[lane]) * self.row + u32::from(columns[lane]);
        }
    }
}

/// These bits.
fn bits(range: Range<usize>) -> u64 {
    if range.is_empty() {
        return 0;
    }
    u64::MAX >> (64 - range.len()) << range.start
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
        for window in lanes.start / WINDOW..lanes.end.div_ceil(WINDOW) {
            let first = window * WINDOW;
            self.live[window] |= bits(lanes.start.max(first) - first..lanes.end.min(first + WINDOW) - first);
            self.whole[window] = false;
        }
        lanes
    }

    /// Forgets all fragments.
    pub(crate) fn clear(&mut self) {
        self.length = 0;
        self.live = [0; WINDOWS];
    }

    /// Goes on with a new window, behind lanes without a pixel.
    pub(crate) fn align(&mut self) {
        let end = self.length.next_multiple_of(WINDOW);
        for lane in self.length..end {
            self.drawn[lane] = false;
            // Outside of every band, of which it is the only lane.
            self.pixel[lane] = u32::MAX - (LANES - lane) as u32;
        }
        self.length = end;
    }

    /// The pixels of the lanes of a window in a band with so many values from row to row; none if two lanes have the same
    /// pixel. Quads lie at even coordinates, so two of them have all pixels in common or none; those of one primitive
    /// mostly ascend.
    pub(crate) fn place(&self, window: usize, row: usize) -> Option<Place<'_>> {
        let places = &self.pixel.as_chunks().0[window];
        if self.whole[window] {
            let first = places[0] as usize;
            return Some(Place::Block { first, row });
        }
        let used = self.length - self.length.min(window * WINDOW);
        let quads = &places.as_chunks::<4>().0[..used.min(WINDOW) / 4];
        let are_distinct = quads.is_sorted_by(|a, b| a[0] < b[0])
            || quads
                .iter()
                .enumerate()
                .all(|(number, quad)| quads[..number].iter().all(|other| other[0] != quad[0]));
        are_distinct.then_some(Place::Lanes(places))
    }

    /// Adds a block of one primitive, of which all pixels are covered, as the next window: by its lower left pixel.
    pub(crate) fn push_block(&mut self, level: Level, [x, y]: [u16; 2], front: bool, band: &Band<'_>) {
        let window = self.length / WINDOW;
        level.run(PushBlock {
            x: &mut self.x.as_chunks_mut().0[window],
            y: &mut self.y.as_chunks_mut().0[window],
            pixel: &mut self.pixel.as_chunks_mut().0[window],
            corner: [x, y],
            first: (u32::from(y) - band.y) * band.width + u32::from(x),
            row: band.width,
        });
        self.drawn.as_chunks_mut::<WINDOW>().0[window] = [true; WINDOW];
        self.front.as_chunks_mut::<WINDOW>().0[window] = [front; WINDOW];
        self.live[window] = u64::MAX;
        self.whole[window] = true;
        self.length += WINDOW;
    }

    /// The drawn fragments of 64 lanes from number `64 · word` on, one bit each.
    pub(crate) fn drawn_word(&self, word: usize) -> u64 {
        bits_of(&self.drawn.as_chunks().0[word])
    }

    /// Lets fragments that were dropped as a whole cover nothing.
    pub(crate) fn drop_coverage(&mut self) {
        for (coverage, drawn) in self.samples.coverage.iter_mut().zip(self.drawn.iter()) {
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

    /// source: the definition of a quad: bit 0 is pixel (x, y), bit 1 (x + 1, y), bit 2 (x, y + 1), bit 3 (x + 1, y + 1);
    /// pixels are numbered row by row from the band's first, each with its samples
    #[test]
    fn quads_become_lanes() {
        let band = Band {
            y: 32,
            samples: 4,
            ..Band::empty(100, 32)
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
