//! What fragment programs do to the tile buffer: colours of pixels and samples, the depth and stencil tests, masks.

use quadrille_numerics::qpu::lanes::Lanes;

use super::buffer::{ClearValues, Shape, TileBuffer};
use super::coverage::Coverage;
use super::stencil::{Stencil, passes};
use crate::list::CompareFunction;

/// The depth test of a primitive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthTest {
    /// When a fragment passes: its Z compared with the stored one.
    pub function: CompareFunction,
    /// Whether Z is written where it passes.
    pub write: bool,
}

impl Default for DepthTest {
    fn default() -> DepthTest {
        DepthTest {
            function: CompareFunction::Always,
            write: false,
        }
    }
}

/// Counts of what happened to pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PixelCounts {
    /// Pixels that failed the depth or the stencil test.
    pub(crate) failed: u64,
    /// Pixels of which a colour was written.
    pub(crate) written: u64,
}

/// The tile buffer as the fragment program under way sees it.
#[derive(Clone, Debug)]
pub(crate) struct TileAccess {
    pub(crate) buffer: TileBuffer,
    pub(crate) test: DepthTest,
    pub(crate) stencil: Stencil,
    /// 0 for front faces, 1 for back faces.
    pub(crate) face: usize,
    /// The place of the first word of each of the four quads.
    quads: [u32; 4],
    /// Samples written and read one at a time so far.
    written: u32,
    read: u32,
    pub(crate) counts: PixelCounts,
    pub(crate) coverage: Coverage,
}

impl TileAccess {
    pub(crate) fn new(buffer: TileBuffer) -> TileAccess {
        TileAccess {
            buffer,
            test: DepthTest::default(),
            stencil: Stencil::default(),
            face: 0,
            quads: [0; 4],
            written: 0,
            read: 0,
            counts: PixelCounts::default(),
            coverage: Coverage::default(),
        }
    }

    /// Begins a program for four quads, given by their numbers in the tile, row by row.
    #[inline]
    pub(crate) fn begin(&mut self, quads: [u32; 4]) {
        let words = 4 * self.buffer.shape().samples();
        self.quads = quads.map(|quad| quad * words);
        self.stencil = Stencil::default();
        (self.written, self.read) = (0, 0);
    }

    /// Four quads with nothing around them, as one program sees them.
    pub(crate) fn of_quads(clear: &ClearValues, test: DepthTest) -> TileAccess {
        let mut access = TileAccess::new(TileBuffer::of_pixels(Shape::Single, 16, clear));
        access.begin([0, 1, 2, 3]);
        access.test = test;
        access
    }

    #[inline]
    fn samples(&self) -> u32 {
        self.buffer.shape().samples()
    }

    /// The place of sample `sample` of the pixel of element `i`.
    #[inline]
    fn place(&self, i: usize, sample: u32) -> usize {
        self.quads[i / 4] as usize + 4 * sample as usize + i % 4
    }

    /// Stencil and depth test of the elements of `gate`, with `depth` as Z; samples that fail leave `mask`.
    pub(crate) fn test(&mut self, depth: &Lanes, gate: &Lanes, mask: &mut Lanes) {
        let face = self.stencil.faces[self.face & 1];
        for i in 0..16 {
            if gate[i] == 0 || mask[i] == 0 {
                continue;
            }
            let new = depth[i] & 0xff_ffff;
            let before = mask[i];
            for sample in 0..self.samples() {
                let bit = if self.samples() == 1 { 0xf } else { 1 << sample };
                if before & bit == 0 {
                    continue;
                }
                let at = self.place(i, sample);
                let old = self.buffer.depth_stencil[at];
                let (old_depth, old_stencil) = (old >> 8, old as u8);
                let stencil = face.passes(old_stencil);
                let depth = stencil.then(|| passes(self.test.function, new, old_depth));
                let kept = if depth == Some(true) && self.test.write {
                    new
                } else {
                    old_depth
                };
                self.buffer.depth_stencil[at] = kept << 8 | u32::from(face.updated(old_stencil, depth));
                if depth != Some(true) {
                    mask[i] &= !bit;
                }
            }
            self.counts.failed += u64::from(mask[i] == 0);
        }
    }

    /// Whether a fragment with this Z fails the depth test in every sample of `mask`.
    #[inline]
    pub(crate) fn fails_early(&self, i: usize, depth: u32, mask: u32) -> bool {
        (0..self.samples()).all(|sample| {
            (self.samples() > 1 && mask >> sample & 1 == 0)
                || !passes(
                    self.test.function,
                    depth,
                    self.buffer.depth_stencil[self.place(i, sample)] >> 8,
                )
        })
    }

    /// Writes all samples that `mask` has.
    #[inline]
    pub(crate) fn write_all(&mut self, value: &Lanes, gate: &Lanes, mask: &Lanes) {
        if self.buffer.shape() == Shape::Single {
            let mut count = 0;
            for quad in 0..4 {
                let at = self.quads[quad] as usize;
                let Some(words) = self.buffer.colour[at..].first_chunk_mut::<4>() else {
                    continue;
                };
                for (k, word) in words.iter_mut().enumerate() {
                    let i = 4 * quad + k;
                    let is_live = gate[i] != 0 && mask[i] != 0;
                    *word = if is_live { value[i] } else { *word };
                    count += u64::from(is_live);
                }
            }
            self.counts.written += count;
            return;
        }
        // The two halves of a pixel of 64 bits come one after the other.
        let high = self.buffer.shape() == Shape::Wide && self.written % 2 == 1;
        self.written += 1;
        for i in 0..16 {
            if gate[i] == 0 || mask[i] == 0 {
                continue;
            }
            self.counts.written += 1;
            for sample in 0..self.samples() {
                if self.samples() == 1 || mask[i] >> sample & 1 != 0 {
                    self.set(i, sample, high, value[i]);
                }
            }
        }
    }

    /// Writes the next sample of each pixel.
    pub(crate) fn write_sample(&mut self, value: &Lanes, gate: &Lanes, mask: &Lanes) {
        if self.samples() == 1 {
            return self.write_all(value, gate, mask);
        }
        let sample = self.written % 4;
        self.written += 1;
        for i in 0..16 {
            if gate[i] != 0 && mask[i] >> sample & 1 != 0 {
                self.counts.written += u64::from(sample == 0);
                self.set(i, sample, false, value[i]);
            }
        }
    }

    fn set(&mut self, i: usize, sample: u32, high: bool, value: u32) {
        let at = self.place(i, sample);
        let words = if high {
            &mut self.buffer.high
        } else {
            &mut self.buffer.colour
        };
        words[at] = value;
    }

    /// The colours of the pixels; with several samples, or two halves, those of the next.
    pub(crate) fn load_colour(&mut self) -> Lanes {
        let sample = self.read % self.samples();
        let high = self.buffer.shape() == Shape::Wide && self.read % 2 == 1;
        self.read += 1;
        let words = if high {
            &self.buffer.high
        } else {
            &self.buffer.colour
        };
        std::array::from_fn(|i| words[self.place(i, sample)])
    }

    /// The coverage of the pixels, which is cleared of those that `mask` has.
    pub(crate) fn load_coverage(&mut self, mask: &Lanes) -> Lanes {
        let words = 4 * self.buffer.shape().samples();
        std::array::from_fn(|i| {
            let at = 4 * (self.quads[i / 4] / words) as usize + i % 4;
            self.coverage.read(at, mask[i] != 0)
        })
    }

    /// The VG mask of the pixels, in each byte: Broadcom's shaders multiply colours by it.
    pub(crate) fn load_mask(&self) -> Lanes {
        std::array::from_fn(|i| 0x0101_0101 * u32::from(self.buffer.mask[self.place(i, 0)]))
    }

    /// Writes the VG mask.
    pub(crate) fn write_mask(&mut self, value: &Lanes, gate: &Lanes, mask: &Lanes) {
        for i in 0..16 {
            if gate[i] != 0 && mask[i] != 0 {
                let at = self.place(i, 0);
                self.buffer.mask[at] = value[i] as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(shape: Shape) -> TileAccess {
        let clear = ClearValues {
            depth: 100,
            ..ClearValues::default()
        };
        let mut access = TileAccess::new(TileBuffer::new(shape, &clear));
        access.begin([0, 1, 2, 3]);
        access
    }

    /// source: guide: a fragment that fails the test writes neither Z nor colour.
    #[test]
    fn what_fails_is_not_written() {
        let mut access = access(Shape::Single);
        access.test = DepthTest {
            function: CompareFunction::Less,
            write: true,
        };
        let mut mask = [0xf; 16];
        access.test(
            &std::array::from_fn(|i| 96 + i as u32),
            &[u32::MAX; 16],
            &mut mask,
        );
        assert_eq!(mask.map(|m| m != 0), std::array::from_fn(|i| i < 4));
        access.write_all(&[7; 16], &[u32::MAX; 16], &mask);
        assert_eq!(access.buffer.colour[..5], [7, 7, 7, 7, 0]);
        assert_eq!(access.buffer.depth_stencil(1, 1, 0).0, 99);
        assert_eq!(access.buffer.depth_stencil(2, 0, 0).0, 100);
        assert_eq!((access.counts.failed, access.counts.written), (12, 4));
    }

    /// source: Mesa: with four samples, four writes and four reads take the samples in turn; a write to all of them
    /// goes where the mask says.
    #[test]
    fn samples_come_in_turn() {
        let mut access = access(Shape::Multisample);
        for sample in 0..4u32 {
            access.write_sample(&[sample + 1; 16], &[u32::MAX; 16], &[0b1011; 16]);
        }
        let read: Vec<u32> = (0..4).map(|_| access.load_colour()[5]).collect();
        assert_eq!(read, [1, 2, 0, 4]);
        access.write_all(&[9; 16], &[u32::MAX; 16], &[0b0100; 16]);
        assert_eq!(
            (0..4).map(|_| access.load_colour()[5]).collect::<Vec<_>>(),
            [1, 2, 9, 4]
        );
    }
}
