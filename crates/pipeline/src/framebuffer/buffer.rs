//! Buffers: values in the order of blocks that [`Extent`] has.

use std::ops::Range;

use crate::framebuffer::window::{WINDOW, lane_of};
use crate::framebuffer::{ColorFormat, DepthFormat, Depths, Extent, Pixels};
use crate::inter_stage::plane::BLOCK;

/// The values of a buffer.
#[derive(Clone, Debug)]
pub(crate) struct Buffer<T>(pub(super) Vec<T>);

/// A colour buffer.
#[derive(Clone, Debug)]
pub(crate) enum ColorBuffer {
    Rgba8(Buffer<[u8; 4]>),
    Rgba16F(Buffer<[u16; 4]>),
    Rgba32F(Buffer<[f32; 4]>),
}

/// A depth buffer.
#[derive(Clone, Debug)]
pub(crate) enum DepthBuffer {
    Fixed(Buffer<u32>),
    Float(Buffer<f32>),
}

impl<T: Copy> Buffer<T> {
    /// A buffer with one value everywhere.
    pub(super) fn new(extent: Extent, value: T) -> Buffer<T> {
        Buffer(vec![value; extent.stored()])
    }

    /// The values row by row, as [`Extent`] has them.
    pub(super) fn rows(&self, extent: Extent) -> Vec<T> {
        let mut rows = Vec::with_capacity(extent.values() as usize);
        for_each_row(extent, |first, columns| {
            for x in columns {
                let at = first + place_in_row(extent, x);
                rows.extend((0..extent.samples as usize).map(|sample| self.0[at + sample * WINDOW]));
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
                    self.0[at + sample * WINDOW] = *value;
                }
            }
        });
    }

    /// A layer with one sample a pixel: for each pixel a value made of those of its samples.
    pub(super) fn layer(&self, extent: Extent, layer: u32, value: impl Fn(&[T]) -> T) -> Buffer<T> {
        let values = extent.row_values(extent.height);
        let blocks = self.0[layer as usize * values..][..values].chunks_exact(extent.block_values());
        let mut lanes = Vec::with_capacity(values / extent.samples as usize);
        let mut pixel = Vec::with_capacity(extent.samples as usize);
        for block in blocks {
            for lane in 0..WINDOW {
                pixel.clear();
                pixel.extend(block[lane..].iter().step_by(WINDOW));
                lanes.push(value(&pixel));
            }
        }
        Buffer(lanes)
    }

    /// Gives one sample of a layer the values of a buffer of one sample a pixel and one layer.
    pub(super) fn set_layer(&mut self, extent: Extent, layer: u32, sample: u32, new: &Buffer<T>) {
        let values = extent.row_values(extent.height);
        let blocks = self.0[layer as usize * values..][..values].chunks_exact_mut(extent.block_values());
        for (block, new) in blocks.zip(new.0.chunks_exact(WINDOW)) {
            block[sample as usize * WINDOW..][..WINDOW].copy_from_slice(new);
        }
    }

    /// The values of each band of so many rows: a band does not go on in the next layer.
    pub(super) fn bands(&mut self, extent: Extent, rows: u32) -> impl Iterator<Item = &mut [T]> {
        let layers = self.0.chunks_mut(extent.row_values(extent.height));
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
fn place_in_row(extent: Extent, x: u32) -> usize {
    (x / u32::from(BLOCK)) as usize * extent.block_values() + lane_of(x, 0) as usize
}

impl ColorBuffer {
    pub(super) fn new(extent: Extent, format: ColorFormat) -> ColorBuffer {
        match format {
            ColorFormat::Rgba8 => ColorBuffer::Rgba8(Buffer::new(extent, [0; 4])),
            ColorFormat::Rgba16F => ColorBuffer::Rgba16F(Buffer::new(extent, [0; 4])),
            ColorFormat::Rgba32F => ColorBuffer::Rgba32F(Buffer::new(extent, [0.0; 4])),
        }
    }

    /// Its format.
    pub(crate) fn format(&self) -> ColorFormat {
        match self {
            ColorBuffer::Rgba8(_) => ColorFormat::Rgba8,
            ColorBuffer::Rgba16F(_) => ColorFormat::Rgba16F,
            ColorBuffer::Rgba32F(_) => ColorFormat::Rgba32F,
        }
    }

    /// The values row by row.
    pub(super) fn rows(&self, extent: Extent) -> Pixels {
        match self {
            ColorBuffer::Rgba8(values) => Pixels::Rgba8(values.rows(extent)),
            ColorBuffer::Rgba16F(values) => Pixels::Rgba16F(values.rows(extent)),
            ColorBuffer::Rgba32F(values) => Pixels::Rgba32F(values.rows(extent)),
        }
    }
}

impl DepthBuffer {
    pub(super) fn format(&self) -> DepthFormat {
        match self {
            DepthBuffer::Fixed(_) => DepthFormat::Depth24,
            DepthBuffer::Float(_) => DepthFormat::Depth32F,
        }
    }

    /// The values row by row.
    pub(super) fn rows(&self, extent: Extent) -> Depths {
        match self {
            DepthBuffer::Fixed(values) => Depths::Fixed(values.rows(extent)),
            DepthBuffer::Float(values) => Depths::Float(values.rows(extent)),
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
        assert_eq!(buffer.0.len(), 2 * 4 * 128);
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
            assert_eq!(buffer.0[at], number(x, y, layer, 0));
            assert_eq!(buffer.0[at + 64], number(x, y, layer, 1));
        }
        assert_eq!(buffer.rows(extent), rows);
    }
}
