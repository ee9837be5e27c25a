//! The fragments of a batch, from where primitives cover pixels to where colours are stored.

use std::ops::Range;

use quadrille_numerics::level::Level;

use crate::framebuffer::band::Band;
use crate::framebuffer::window::{Aligned, Place, QUADS, WINDOW, bits};
use crate::inter_stage::distinct::Distinct;
use crate::raster::smooth::POINTS;

/// Lanes of a batch: 128 quads.
pub(crate) const LANES: usize = 512;

/// Windows of a batch.
pub(crate) const WINDOWS: usize = LANES / WINDOW;

/// A value of each lane.
pub(crate) type Plane<T> = Box<Aligned<[T; LANES]>>;

/// One that is the same everywhere.
pub(crate) fn plane<T: Copy>(value: T) -> Plane<T> {
    Box::new(Aligned([value; LANES]))
}

/// A value of each quad.
type QuadPlane<T> = Box<[T; LANES / 4]>;

/// Fragments of a batch besides what the program sees, as a structure of arrays.
#[derive(Clone)]
pub(crate) struct Fragments {
    /// Lanes in use.
    pub(crate) length: usize,
    /// Number of the first value of a quad in its band: of several samples, that of the first.
    pub(crate) place: QuadPlane<u32>,
    /// How far the values of the sample that is written lie from the first's.
    distance: usize,
    /// Column of the left pixels of a quad, and row of the lower ones.
    pub(crate) x: QuadPlane<u16>,
    pub(crate) y: QuadPlane<u16>,
    /// Whether a quad is of a primitive that faces the viewer.
    pub(crate) front: QuadPlane<bool>,
    /// Depth in window coordinates, where the fragment is shaded.
    pub(crate) depth: Plane<f32>,
    /// The least and the largest depth that a program may write.
    pub(crate) depth_limits: [f32; 2],
    /// The fragments of each window that are drawn, one bit each; helpers are not.
    pub(crate) drawn: [u64; WINDOWS],
    /// The part of a pixel that an antialiased primitive covers; of no value where a draw has none.
    pub(crate) coverage: Plane<f32>,
    /// The pixels that a conservatively rasterized primitive covers as a whole, one bit each.
    pub(crate) full: [u64; WINDOWS],
    pub(crate) fog: Plane<f32>,
    /// The colour that is being written.
    pub(crate) color: [Plane<f32>; 4],
    /// The second source of blending that goes with it; of no value where no factor takes it.
    pub(crate) second: [Plane<f32>; 4],
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
            place: Box::new([0; LANES / 4]),
            distance: 0,
            x: Box::new([0; LANES / 4]),
            y: Box::new([0; LANES / 4]),
            front: Box::new([true; LANES / 4]),
            depth: plane(0.0),
            depth_limits: [0.0, 1.0],
            drawn: [0; WINDOWS],
            coverage: plane(1.0),
            full: [0; WINDOWS],
            fog: plane(0.0),
            color: std::array::from_fn(|_| plane(0.0)),
            second: std::array::from_fn(|_| plane(0.0)),
            samples: Samples::new(samples),
            live: [0; WINDOWS],
            whole: [false; WINDOWS],
        }
    }
}

/// The samples of the fragments of a batch; of one sample a pixel there is nothing to keep.
#[derive(Clone, Default)]
pub(crate) struct Samples {
    /// Samples of a pixel.
    pub(crate) count: usize,
    /// For each sample the fragments of each window of which it is covered and did not fail yet, one bit each.
    pub(crate) coverage: Vec<[u64; WINDOWS]>,
    /// For each sample the fragments that are for it.
    pub(crate) own: Vec<[u64; WINDOWS]>,
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
            coverage: vec![[0; WINDOWS]; count as usize],
            own: vec![[0; WINDOWS]; count as usize],
            depth: vec![plane(0.0); count as usize],
        }
    }

    /// Whether there are several.
    pub(crate) fn are_several(&self) -> bool {
        self.count > 1
    }

    /// The covered samples of a fragment, one bit each.
    pub(crate) fn of(&self, lane: usize) -> u32 {
        let covered = (0..).zip(&self.coverage);
        covered.fold(0, |bits, (sample, covered)| {
            bits | ((covered[lane / WINDOW] >> (lane % WINDOW)) as u32 & 1) << sample
        })
    }

    /// Says of which pixels of a quad, by its first lane, a sample is covered, and which are for it.
    pub(crate) fn cover(&mut self, sample: usize, first: usize, [covered, own]: [u64; 2]) {
        let (window, lane) = (first / WINDOW, first % WINDOW);
        self.coverage[sample][window] |= covered << lane;
        self.own[sample][window] |= own << lane;
    }
}

/// Where the places begin of quads that are in no band.
const NOWHERE: u32 = u32::MAX - LANES as u32;

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
        let quads = lanes.start / 4..lanes.end / 4;
        self.x[quads.clone()].copy_from_slice(x);
        self.y[quads.clone()].copy_from_slice(y);
        self.front[quads.clone()].fill(front);
        let order = band.order();
        for ((place, x), y) in self.place[quads].iter_mut().zip(x).zip(y) {
            *place = order.place(*x, *y);
        }
        for (first, mask) in lanes.clone().step_by(4).zip(masks) {
            self.add_drawn(first, u64::from(mask & 0b1111));
        }
        self.set_live(lanes.clone());
        lanes
    }

    /// Says which lanes from one on are drawn, one bit each.
    #[inline(always)]
    pub(crate) fn add_drawn(&mut self, first: usize, lanes: u64) {
        let (window, lane) = (first / WINDOW, first % WINDOW);
        self.drawn[window] |= lanes << lane;
        // The others lie in the window behind it.
        if let Some(next) = self.drawn.get_mut(window + 1) {
            *next |= lanes >> 1 >> (WINDOW - 1 - lane);
        }
    }

    /// Makes lanes fragments or helpers, in windows that are no blocks.
    #[inline(always)]
    pub(crate) fn set_live(&mut self, lanes: Range<usize>) {
        for window in lanes.start / WINDOW..lanes.end.div_ceil(WINDOW) {
            let first = window * WINDOW;
            self.live[window] |= bits(lanes.start.max(first) - first..lanes.end.min(first + WINDOW) - first);
            self.whole[window] = false;
        }
    }

    /// Says which pixels of a quad, by its first lane, are covered as a whole.
    pub(crate) fn set_full(&mut self, first: usize, pixels: u8) {
        self.full[first / WINDOW] |= u64::from(pixels & 0b1111) << (first % WINDOW);
    }

    /// Sets the part of each pixel of some quads that is covered, of a grid's points; without one they are as a whole.
    pub(crate) fn set_coverage(&mut self, lanes: Range<usize>, quads: Option<&[[u16; 4]]>) {
        let lanes = &mut self.coverage[lanes];
        match quads {
            None => lanes.fill(1.0),
            Some(quads) => {
                for (lanes, covered) in lanes.as_chunks_mut().0.iter_mut().zip(quads) {
                    *lanes = covered.map(|points| f32::from(points) / f32::from(POINTS));
                }
            }
        }
    }

    /// Forgets all fragments.
    pub(crate) fn clear(&mut self) {
        self.length = 0;
        self.live = [0; WINDOWS];
        self.drawn = [0; WINDOWS];
        self.full = [0; WINDOWS];
        self.samples.coverage.fill([0; WINDOWS]);
        self.samples.own.fill([0; WINDOWS]);
    }

    /// Goes on with a new window, behind lanes without a pixel.
    pub(crate) fn align(&mut self) {
        let end = self.length.next_multiple_of(WINDOW);
        for (number, place) in self.place[self.length / 4..end / 4].iter_mut().enumerate() {
            // Outside of every band, of which it is the only quad.
            *place = NOWHERE + number as u32;
        }
        self.length = end;
    }

    /// The pixels of the lanes of a window.
    #[inline(always)]
    pub(crate) fn place(&self, window: usize) -> Place<'_> {
        let places = self.places(window);
        match self.whole[window] {
            true => Place::Block(places[0] as usize + self.distance),
            false => Place::Quads(places, self.distance),
        }
    }

    /// The drawn lanes of a window in parts one after another, in each of which no pixel is met twice. Two quads have all
    /// pixels in common or none; those of one primitive mostly ascend.
    pub(crate) fn distinct(&self, level: Level, window: usize) -> Distinct {
        let (places, drawn) = (self.places(window), self.drawn[window]);
        match self.whole[window] || places.is_sorted_by(|a, b| a < b) {
            true => Distinct::all(drawn),
            false => Distinct::of(level, places, drawn),
        }
    }

    /// The side that all quads of a window show, if they show one.
    pub(crate) fn face(&self, window: usize) -> Option<bool> {
        let quads = (self.length - self.length.min(window * WINDOW)).div_ceil(4);
        let front = &self.front.as_chunks::<QUADS>().0[window][..quads.min(QUADS)];
        let first = front.first().copied()?;
        front.iter().all(|front| *front == first).then_some(first)
    }

    /// The places of the quads of a window.
    #[inline(always)]
    pub(crate) fn places(&self, window: usize) -> &[u32; QUADS] {
        &self.place.as_chunks().0[window]
    }

    /// The number of the value of a lane's pixel in its band: of several samples, that of the first, or of the one that is
    /// written.
    pub(crate) fn pixel(&self, lane: usize) -> usize {
        self.place[lane / 4] as usize + lane % 4 + self.distance
    }

    /// Column and row of a lane's pixel.
    pub(crate) fn column_and_row(&self, lane: usize) -> [u16; 2] {
        let [right, up] = [lane % 2, lane / 2 % 2].map(|step| step as u16);
        [self.x[lane / 4] + right, self.y[lane / 4] + up]
    }

    /// The places of the first pixels of windows that are blocks, by their lanes.
    pub(crate) fn blocks(&self, lanes: &Range<usize>) -> impl Iterator<Item = u32> + Clone {
        self.place[lanes.start / 4..lanes.end / 4]
            .iter()
            .copied()
            .step_by(QUADS)
    }

    /// The number of fragments that are drawn.
    pub(crate) fn pixels(&self) -> u32 {
        self.drawn.iter().map(|drawn| drawn.count_ones()).sum()
    }

    /// The number of samples that are drawn.
    pub(crate) fn covered_samples(&self) -> u64 {
        if !self.samples.are_several() {
            return self.pixels().into();
        }
        let windows = self.samples.coverage.as_flattened().iter();
        windows.map(|covered| u64::from(covered.count_ones())).sum()
    }

    /// Whether the fragment of a lane is drawn.
    pub(crate) fn is_drawn(&self, lane: usize) -> bool {
        self.drawn[lane / WINDOW] >> (lane % WINDOW) & 1 != 0
    }

    /// Drops the fragment of a lane.
    #[cfg(test)]
    pub(crate) fn drop_lane(&mut self, lane: usize) {
        self.drawn[lane / WINDOW] &= !(1 << (lane % WINDOW));
    }

    /// Lets fragments that were dropped as a whole cover nothing.
    pub(crate) fn drop_coverage(&mut self) {
        for covered in &mut self.samples.coverage {
            for (covered, drawn) in covered.iter_mut().zip(self.drawn) {
                *covered &= drawn;
            }
        }
    }

    /// Drops fragments that cover nothing.
    pub(crate) fn drop_uncovered(&mut self) {
        let coverage = &self.samples.coverage;
        for (window, drawn) in self.drawn.iter_mut().enumerate() {
            *drawn &= coverage.iter().fold(0, |any, covered| any | covered[window]);
        }
    }

    /// Does something with each sample of the fragments, for which they are as the fragments of a framebuffer of one
    /// sample: what it drops is not covered any more.
    pub(crate) fn for_each_sample(&mut self, mut body: impl FnMut(&mut Fragments)) {
        if !self.samples.are_several() {
            return body(self);
        }
        let drawn = self.drawn;
        for sample in 0..self.samples.count {
            self.distance = sample * WINDOW;
            self.drawn = self.samples.coverage[sample];
            std::mem::swap(&mut self.depth, &mut self.samples.depth[sample]);
            body(self);
            std::mem::swap(&mut self.depth, &mut self.samples.depth[sample]);
            self.samples.coverage[sample] = self.drawn;
        }
        self.distance = 0;
        self.drawn = drawn;
        self.drop_uncovered();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the definition of a quad: bit 0 is pixel (x, y), bit 1 (x + 1, y), bit 2 (x, y + 1), bit 3 (x + 1, y + 1);
    /// the order of values is that of `Extent`: 13 blocks of 4 samples come before the second row of blocks
    #[test]
    fn quads_become_lanes() {
        let band = Band {
            y: 32,
            samples: 4,
            ..Band::empty(100, 32)
        };
        let mut fragments = Fragments::new(1);
        let lanes = fragments.push_quads([&[6, 8], &[34, 40]], &[0b1111, 0b0110], false, &band);
        assert_eq!((lanes, fragments.length), (0..8, 8));
        let pixels = [
            [6, 34],
            [7, 34],
            [6, 35],
            [7, 35],
            [8, 40],
            [9, 40],
            [8, 41],
            [9, 41],
        ];
        let values = [28, 29, 30, 31, 14 * 256, 14 * 256 + 1, 14 * 256 + 2, 14 * 256 + 3];
        for lane in 0..8 {
            assert_eq!(fragments.column_and_row(lane), pixels[lane]);
            assert_eq!(fragments.pixel(lane), values[lane]);
        }
        assert_eq!(fragments.front[..3], [false, false, true]);
        assert_eq!(fragments.drawn[0], 0b0110_1111);
        assert!(fragments.drawn[1..].iter().all(|drawn| *drawn == 0));
        assert_eq!(
            [0, 4, 5].map(|lane| fragments.is_drawn(lane)),
            [true, false, true]
        );
    }
}
