//! Pixel quads: squares of 2×2 pixels at even coordinates, as a structure of arrays.

use super::half_plane::HalfPlane;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::{MAX_SAMPLES, Position};
use crate::inter_stage::plane::BLOCK;

/// Quads in the order in which they are drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Quads {
    /// Column of the left pixels.
    pub(crate) x: Vec<u16>,
    /// Row of the lower pixels.
    pub(crate) y: Vec<u16>,
    /// Covered pixels: bit 0 (x, y), bit 1 (x+1, y), bit 2 (x, y+1), bit 3 (x+1, y+1).
    pub(crate) mask: Vec<u8>,
    /// The coverage of samples, where pixels have several: for each quad the pixels of sample 0 as in `mask`, above
    /// them those of sample 1, and so on.
    pub(crate) samples: Vec<u64>,
    /// The points of each pixel that an antialiased primitive covers, of a [grid](super::smooth); of others there are none.
    pub(crate) coverage: Vec<[u16; 4]>,
    /// The pixels that a conservatively rasterized primitive covers as a whole, as in `mask`; of others there are none.
    pub(crate) full: Vec<u8>,
    /// Blocks of [`BLOCK`]×[`BLOCK`] pixels apart from the quads, all of which are covered: columns and rows of their lower
    /// left pixels.
    pub(crate) blocks: Vec<[u16; 2]>,
}

impl Quads {
    pub(crate) fn len(&self) -> usize {
        self.mask.len()
    }

    /// Whether nothing is covered.
    pub(crate) fn is_empty(&self) -> bool {
        self.mask.is_empty() && self.blocks.is_empty()
    }

    /// The number of covered pixels, in quads and blocks.
    pub(crate) fn pixels(&self) -> u64 {
        let quads = self.mask.iter().map(|mask| u64::from(mask.count_ones()));
        quads.sum::<u64>() + self.blocks.len() as u64 * u64::from(BLOCK * BLOCK)
    }

    pub(crate) fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.mask.clear();
        self.samples.clear();
        self.coverage.clear();
        self.full.clear();
        self.blocks.clear();
    }

    /// Appends a quad, unless it covers nothing.
    pub(crate) fn push(&mut self, x: i32, y: i32, mask: u8) {
        if mask != 0 {
            self.x.push(x as u16);
            self.y.push(y as u16);
            self.mask.push(mask);
        }
    }

    /// Appends the quads of a block of [`BLOCK`]×[`BLOCK`] pixels, all of which are covered in so many samples, row
    /// by row.
    pub(crate) fn push_block(&mut self, x: i32, y: i32, samples: usize) {
        const QUADS: u16 = BLOCK / 2;
        const COUNT: usize = (QUADS * QUADS) as usize;
        let (x, y) = (x as u16, y as u16);
        self.x
            .extend_from_slice(&std::array::from_fn::<u16, COUNT, _>(|at| {
                x + at as u16 % QUADS * 2
            }));
        self.y
            .extend_from_slice(&std::array::from_fn::<u16, COUNT, _>(|at| {
                y + at as u16 / QUADS * 2
            }));
        self.mask.extend_from_slice(&[0b1111; COUNT]);
        if samples > 1 {
            self.samples
                .extend_from_slice(&[u64::MAX >> (64 - 4 * samples); COUNT]);
        }
    }

    /// Appends the quads of a block by the pixels that are covered, in the order of lanes: those of a quad side by side.
    pub(crate) fn push_masked(&mut self, x: u16, y: u16, pixels: u64) {
        const QUADS: u16 = BLOCK / 2;
        let pairs = pixels | pixels >> 1;
        let mut quads = (pairs | pairs >> 2) & 0x1111_1111_1111_1111;
        while quads != 0 {
            let first = quads.trailing_zeros();
            quads &= quads - 1;
            let quad = first as u16 / 4;
            self.x.push(x + quad % QUADS * 2);
            self.y.push(y + quad / QUADS * 2);
            self.mask.push((pixels >> first) as u8 & 0b1111);
        }
    }

    /// Appends a quad by the samples of its pixels, unless it covers none.
    pub(crate) fn push_samples(&mut self, x: i32, y: i32, samples: u64) {
        if samples != 0 {
            self.push(x, y, any(samples));
            self.samples.push(samples);
        }
    }

    /// Appends a quad of an antialiased primitive, unless it covers nothing.
    pub(crate) fn push_coverage(&mut self, x: i32, y: i32, mask: u8, coverage: [u16; 4]) {
        if mask != 0 {
            self.push(x, y, mask);
            self.coverage.push(coverage);
        }
    }

    /// Appends a quad whose covered pixels have all of so many samples, and those that are covered in truth.
    pub(crate) fn push_full(&mut self, x: i32, y: i32, mask: u8, full: u8, samples: usize) {
        if samples > 1 {
            let all = (0..samples).fold(0, |all, sample| all | u64::from(mask) << (4 * sample));
            self.push_samples(x, y, all);
        } else {
            self.push(x, y, mask);
        }
        self.full.push(full);
    }

    /// Uncovers the pixels that a pattern of 32×32 leaves out, in the quads from number `first` on: bit 31 of row 0 is that
    /// of pixel (0, 0).
    pub(crate) fn stipple(&mut self, first: usize, pattern: &[u32; 32]) {
        for quad in first..self.len() {
            let [x, y] = [self.x[quad], self.y[quad]].map(|at| u32::from(at) % 32);
            // Columns are even: both pixels of a row lie in one word.
            let row = |y: u32| (pattern[y as usize] >> (30 - x) & 0b11) as u8;
            let turned = |pair: u8| pair >> 1 | (pair & 1) << 1;
            let kept = turned(row(y)) | turned(row(y + 1)) << 2;
            self.mask[quad] &= kept;
            if let Some(samples) = self.samples.get_mut(quad) {
                *samples &= u64::from(kept) * 0x1111_1111_1111_1111;
            }
        }
        self.keep(first, |mask| mask != 0);
    }

    /// Uncovers samples outside of half-planes, in the quads from number `first` on.
    pub(crate) fn cut_samples(&mut self, first: usize, planes: &[HalfPlane], positions: &[Position]) {
        for quad in first..self.len() {
            for (sample, position) in positions.iter().enumerate() {
                self.samples[quad] &= !(u64::from(self.outside(quad, planes, *position)) << (4 * sample));
            }
            self.mask[quad] = any(self.samples[quad]);
        }
        self.keep(first, |mask| mask != 0);
    }

    /// Uncovers pixels outside of half-planes, in the quads from number `first` on.
    pub(crate) fn cut(&mut self, first: usize, planes: &[HalfPlane]) {
        for quad in first..self.len() {
            self.mask[quad] &= !self.outside(quad, planes, [0; 2]);
        }
        self.keep(first, |mask| mask != 0);
    }

    /// The pixels of a quad that half-planes cut off, at a position.
    fn outside(&self, quad: usize, planes: &[HalfPlane], position: Position) -> u8 {
        let (x, y) = (i32::from(self.x[quad]), i32::from(self.y[quad]));
        (0..4).fold(0, |mask, pixel| {
            let has = |plane: &HalfPlane| plane.has(x + (pixel & 1), y + (pixel >> 1), position);
            mask | u8::from(!planes.iter().all(has)) << pixel
        })
    }

    /// Drops quads from number `first` on whose mask is not wanted.
    pub(crate) fn keep(&mut self, first: usize, wanted: impl Fn(u8) -> bool) {
        let mut to = first;
        for from in first..self.len() {
            if wanted(self.mask[from]) {
                self.x[to] = self.x[from];
                self.y[to] = self.y[from];
                self.mask[to] = self.mask[from];
                if !self.samples.is_empty() {
                    self.samples[to] = self.samples[from];
                }
                if !self.coverage.is_empty() {
                    self.coverage[to] = self.coverage[from];
                }
                if !self.full.is_empty() {
                    self.full[to] = self.full[from];
                }
                to += 1;
            }
        }
        self.x.truncate(to);
        self.y.truncate(to);
        self.mask.truncate(to);
        self.samples.truncate(to);
        self.coverage.truncate(to);
        self.full.truncate(to);
    }
}

/// The pixels of which any sample is covered.
fn any(samples: u64) -> u8 {
    (0..MAX_SAMPLES).fold(0, |mask, sample| mask | (samples >> (4 * sample)) as u8 & 0b1111)
}

/// The pixels of a quad.
pub(crate) fn quad(x: i32, y: i32) -> Bounds {
    Bounds {
        x0: x,
        y0: y,
        x1: x + 2,
        y1: y + 2,
    }
}

/// The pixels of a quad that lie in `bounds`.
pub(crate) fn inside(x: i32, y: i32, bounds: Bounds) -> u8 {
    let columns = u8::from(x >= bounds.x0) & u8::from(x < bounds.x1)
        | (u8::from(x + 1 >= bounds.x0) & u8::from(x + 1 < bounds.x1)) << 1;
    let lower = if y >= bounds.y0 && y < bounds.y1 {
        columns
    } else {
        0
    };
    let upper = if y + 1 >= bounds.y0 && y + 1 < bounds.y1 {
        columns << 2
    } else {
        0
    };
    lower | upper
}
