//! Buffers: values in the order of blocks that [`Extent`] has.

use std::ops::{Deref, DerefMut, Range};

use quadrille_texture::Format;

use crate::framebuffer::cell::{Cell, Cells, bytes_of, each_cell, texel_of, words_of};
use crate::framebuffer::depth::{self, Fixed32, StoredDepth};
use crate::framebuffer::window::{WINDOW, lane_of};
use crate::framebuffer::{DepthFormat, Depths, Extent, Pixels};
use crate::inter_stage::plane::BLOCK;

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// The values of a buffer. The first lies at a line of the cache, and so does every window of them: a vector that lies in two
/// lines takes twice as long.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    /// Others, and then those of the buffer.
    values: Vec<T>,
    /// The number of the first.
    first: usize,
}

impl<T> Deref for Buffer<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values[self.first..]
    }
}

impl<T> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[self.first..]
    }
}

impl<T: Copy> Clone for Buffer<T> {
    fn clone(&self) -> Buffer<T> {
        let mut new = match self.first() {
            Some(value) => Buffer::of(self.len(), *value),
            None => {
                return Buffer {
                    values: Vec::new(),
                    first: 0,
                };
            }
        };
        new.copy_from_slice(self);
        new
    }
}

/// The cells of a colour buffer.
pub(crate) type ColorCells =
    Cells<Buffer<u8>, Buffer<u16>, Buffer<[u8; 4]>, Buffer<[u16; 4]>, Buffer<[f32; 4]>>;

/// A colour buffer.
#[derive(Clone, Debug)]
pub(crate) struct ColorBuffer {
    pub(crate) format: Format,
    pub(crate) cells: ColorCells,
}

/// A depth buffer.
#[derive(Clone, Debug)]
pub(crate) enum DepthBuffer {
    Fixed16(Buffer<u16>),
    Fixed24(Buffer<u32>),
    Fixed32(Buffer<Fixed32>),
    Float(Buffer<f32>),
}

impl<T: Copy> Buffer<T> {
    /// A buffer with one value everywhere.
    pub(super) fn new(extent: Extent, value: T) -> Buffer<T> {
        Buffer::of(extent.stored(), value)
    }

    /// The same of so many values.
    fn of(count: usize, value: T) -> Buffer<T> {
        let more = LINE / size_of::<T>();
        let mut values = vec![value; count + more];
        let first = values.as_ptr().align_offset(LINE);
        let first = if first < more { first } else { 0 };
        values.truncate(first + count);
        Buffer { values, first }
    }

    /// The values row by row, as [`Extent`] has them.
    pub(super) fn rows(&self, extent: Extent) -> Vec<T> {
        let mut rows = Vec::with_capacity(extent.values() as usize);
        for_each_row(extent, |first, columns| {
            for x in columns {
                let at = first + place_in_row(extent, x);
                rows.extend((0..extent.samples as usize).map(|sample| self[at + sample * WINDOW]));
            }
        });
        rows
    }

    /// Replaces all values by those of `rows`, row by row.
    pub(super) fn set_rows(&mut self, extent: Extent, rows: &[T]) {
        let mut rows = rows.iter();
        for_each_row(extent, |first, columns| {
            for x in columns {
                let at = first + place_in_row(extent, x);
                for (sample, value) in (0..extent.samples as usize).zip(&mut rows) {
                    self[at + sample * WINDOW] = *value;
                }
            }
        });
    }

    /// A layer with one sample a pixel: for each pixel a value made of those of its samples.
    pub(super) fn layer(&self, extent: Extent, layer: u32, value: impl Fn(&[T]) -> T) -> Buffer<T> {
        let values = extent.row_values(extent.height);
        let blocks = self[layer as usize * values..][..values].chunks_exact(extent.block_values());
        let one = Extent {
            samples: 1,
            layers: 1,
            ..extent
        };
        let mut lanes = Buffer::new(one, self[0]);
        let mut pixel = Vec::with_capacity(extent.samples as usize);
        for (block, lanes) in blocks.zip(lanes.chunks_exact_mut(WINDOW)) {
            for (lane, to) in lanes.iter_mut().enumerate() {
                pixel.clear();
                pixel.extend(block[lane..].iter().step_by(WINDOW));
                *to = value(&pixel);
            }
        }
        lanes
    }

    /// Gives one sample of a layer the values of a buffer of one sample a pixel and one layer.
    pub(super) fn set_layer(&mut self, extent: Extent, layer: u32, sample: u32, new: &Buffer<T>) {
        let values = extent.row_values(extent.height);
        let blocks = self[layer as usize * values..][..values].chunks_exact_mut(extent.block_values());
        for (block, new) in blocks.zip(new.chunks_exact(WINDOW)) {
            block[sample as usize * WINDOW..][..WINDOW].copy_from_slice(new);
        }
    }

    /// The values of each band of so many rows: a band does not go on in the next layer.
    pub(super) fn bands(&mut self, extent: Extent, rows: u32) -> impl Iterator<Item = &mut [T]> {
        let layers = self.chunks_mut(extent.row_values(extent.height));
        layers.flat_map(move |layer| layer.chunks_mut(extent.row_values(rows)))
    }
}

/// Does something with each row of each layer: where its first value is, and its columns.
fn for_each_row(extent: Extent, mut body: impl FnMut(usize, Range<u32>)) {
    for layer in 0..extent.layers {
        for y in 0..extent.height {
            body(extent.at(0, y, layer), 0..extent.width);
        }
    }
}

/// The distance of a pixel from the first of its row.
pub(super) fn place_in_row(extent: Extent, x: u32) -> usize {
    (x / u32::from(BLOCK)) as usize * extent.block_values() + lane_of(x, 0) as usize
}

impl ColorBuffer {
    pub(super) fn new(extent: Extent, format: Format) -> ColorBuffer {
        let cells = match bytes_of(format) {
            1 => Cells::One(Buffer::new(extent, 0)),
            2 => Cells::Two(Buffer::new(extent, 0)),
            4 => Cells::Four(Buffer::new(extent, [0; 4])),
            8 => Cells::Eight(Buffer::new(extent, [0; 4])),
            _ => Cells::Sixteen(Buffer::new(extent, [0.0; 4])),
        };
        ColorBuffer { format, cells }
    }

    /// The values row by row.
    pub(super) fn rows(&self, extent: Extent) -> Pixels {
        let size = self.format.texel_bytes();
        let bytes = each_cell!(&self.cells, cells => {
            let rows = cells.rows(extent);
            let mut bytes = vec![0; rows.len() * size];
            for (texel, cell) in bytes.chunks_exact_mut(size).zip(rows) {
                texel_of(cell.words(), texel);
            }
            bytes
        });
        Pixels::new(self.format, bytes)
    }

    /// Replaces all values by pixels of its format.
    pub(super) fn set_rows(&mut self, extent: Extent, pixels: &Pixels) {
        let texels = pixels.bytes().chunks_exact(self.format.texel_bytes());
        each_cell!(&mut self.cells, cells => {
            let rows: Vec<_> = texels.map(|texel| Cell::of(words_of(texel))).collect();
            cells.set_rows(extent, &rows);
        });
    }

    /// The bits of a value by its place.
    pub(super) fn words(&self, at: usize) -> [u32; 4] {
        each_cell!(&self.cells, cells => cells[at].words())
    }
}

impl DepthBuffer {
    pub(super) fn new(extent: Extent, format: DepthFormat) -> DepthBuffer {
        match format {
            DepthFormat::Depth16 => DepthBuffer::Fixed16(Buffer::new(extent, u16::MAX)),
            DepthFormat::Depth24 => DepthBuffer::Fixed24(Buffer::new(extent, depth::MAX_24)),
            DepthFormat::Depth32 => DepthBuffer::Fixed32(Buffer::new(extent, Fixed32(u32::MAX))),
            DepthFormat::Depth32F => DepthBuffer::Float(Buffer::new(extent, 1.0)),
        }
    }

    pub(super) fn format(&self) -> DepthFormat {
        match self {
            DepthBuffer::Fixed16(_) => DepthFormat::Depth16,
            DepthBuffer::Fixed24(_) => DepthFormat::Depth24,
            DepthBuffer::Fixed32(_) => DepthFormat::Depth32,
            DepthBuffer::Float(_) => DepthFormat::Depth32F,
        }
    }

    /// The values row by row.
    pub(super) fn rows(&self, extent: Extent) -> Depths {
        match self {
            DepthBuffer::Fixed16(values) => {
                Depths::Fixed(values.rows(extent).into_iter().map(u32::from).collect())
            }
            DepthBuffer::Fixed24(values) => Depths::Fixed(values.rows(extent)),
            DepthBuffer::Fixed32(values) => {
                Depths::Fixed(values.rows(extent).into_iter().map(|depth| depth.0).collect())
            }
            DepthBuffer::Float(values) => Depths::Float(values.rows(extent)),
        }
    }

    /// Replaces all values; false if these have another form. Of integers the bits of the format count.
    pub(super) fn set_rows(&mut self, extent: Extent, depths: &Depths) -> bool {
        match (self, depths) {
            (DepthBuffer::Fixed16(own), Depths::Fixed(new)) => {
                own.set_rows(extent, &new.iter().map(|depth| *depth as u16).collect::<Vec<_>>());
            }
            (DepthBuffer::Fixed24(own), Depths::Fixed(new)) => own.set_rows(extent, new),
            (DepthBuffer::Fixed32(own), Depths::Fixed(new)) => {
                own.set_rows(extent, &new.iter().copied().map(Fixed32).collect::<Vec<_>>());
            }
            (DepthBuffer::Float(own), Depths::Float(new)) => own.set_rows(extent, new),
            (DepthBuffer::Float(_), Depths::Fixed(_))
            | (
                DepthBuffer::Fixed16(_) | DepthBuffer::Fixed24(_) | DepthBuffer::Fixed32(_),
                Depths::Float(_),
            ) => return false,
        }
        true
    }

    /// A value by its place.
    pub(super) fn value(&self, at: usize) -> f32 {
        match self {
            DepthBuffer::Fixed16(values) => values[at].value(),
            DepthBuffer::Fixed24(values) => values[at].value(),
            DepthBuffer::Fixed32(values) => values[at].value(),
            DepthBuffer::Float(values) => values[at],
        }
    }

    /// Replaces the values of a run by a depth in [0, 1].
    pub(super) fn fill(&mut self, run: Range<usize>, depth: f32) {
        match self {
            DepthBuffer::Fixed16(values) => values[run].fill(StoredDepth::of(depth)),
            DepthBuffer::Fixed24(values) => values[run].fill(StoredDepth::of(depth)),
            DepthBuffer::Fixed32(values) => values[run].fill(StoredDepth::of(depth)),
            DepthBuffer::Float(values) => values[run].fill(depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the order of blocks and lanes that `Extent` and `lane_of` say; the rows are those of the definition too
    #[test]
    fn values_lie_in_blocks() {
        let extent = Extent {
            samples: 2,
            layers: 2,
            ..Extent::new(11, 9)
        };
        let mut buffer = Buffer::new(extent, u32::MAX);
        assert_eq!(buffer.len(), 2 * 4 * 128);
        let rows: Vec<u32> = (0..extent.values() as u32).collect();
        buffer.set_rows(extent, &rows);
        let number = |x: u32, y: u32, layer: u32, sample: u32| ((layer * 9 + y) * 11 + x) * 2 + sample;
        for (x, y, layer, at) in [
            (0, 0, 0, 0),
            (3, 1, 0, 7),
            (8, 0, 0, 128),
            (2, 8, 0, 256 + 4),
            (10, 8, 1, 512 + 384 + 4),
        ] {
            assert_eq!(buffer[at], number(x, y, layer, 0));
            assert_eq!(buffer[at + 64], number(x, y, layer, 1));
        }
        assert_eq!(buffer.rows(extent), rows);
    }
}
