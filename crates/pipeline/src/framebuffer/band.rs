//! Bands: runs of rows of a layer. A band is drawn by one thread, so that primitives meet its pixels in
//! order.

use prefetch_index::prefetch_index;
use quadrille_texture::Format;

use crate::framebuffer::buffer::DepthBuffer;
use crate::framebuffer::cell::{Cell, Cells, each_cell};
use crate::framebuffer::depth::{Fixed32, StoredDepth};
use crate::framebuffer::pixels::{numbers_of, texel_of};
use crate::framebuffer::window::{WINDOW, lane_of};
use crate::framebuffer::{Extent, Framebuffer, MAX_COLOR_BUFFERS};
use crate::inter_stage::plane::BLOCK;
use crate::watch::PixelValue;

/// Rows of a band where nothing else is asked for: those of whole blocks.
pub(crate) const BAND_ROWS: u32 = 32;

/// The rows of a layer that one thread draws.
pub(crate) struct Band<'a> {
    /// First row.
    pub(crate) y: u32,
    /// Rows, of which the last band has fewer.
    pub(crate) rows: u32,
    /// Width of the framebuffer.
    pub(crate) width: u32,
    /// Samples of a pixel.
    pub(crate) samples: u32,
    /// Its layer.
    pub(crate) layer: u32,
    pub(crate) colors: [Option<ColorBand<'a>>; MAX_COLOR_BUFFERS],
    pub(crate) depth: Option<DepthBand<'a>>,
    pub(crate) stencil: Option<&'a mut [u8]>,
}

/// A band's cells of a colour buffer.
pub(crate) type ColorBand<'a> =
    Cells<&'a mut [u8], &'a mut [u16], &'a mut [[u8; 4]], &'a mut [[u16; 4]], &'a mut [[f32; 4]]>;

pub(crate) enum DepthBand<'a> {
    Fixed16(&'a mut [u16]),
    Fixed24(&'a mut [u32]),
    Fixed32(&'a mut [Fixed32]),
    Float(&'a mut [f32]),
}

/// The order of a band's values.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    /// First row.
    y: u32,
    blocks_across: u32,
    samples: u32,
}

/// The bytes of values, and how many each has.
fn bytes_of<T: bytemuck::NoUninit>(values: &[T]) -> (&[u8], usize) {
    (bytemuck::cast_slice(values), size_of::<T>())
}

impl Band<'_> {
    /// The order of its values.
    pub(crate) fn order(&self) -> Order {
        Order {
            y: self.y,
            blocks_across: self.width.div_ceil(BLOCK.into()),
            samples: self.samples,
        }
    }

    /// The bytes of the first colour buffer that is there, and how many a value has.
    pub(crate) fn color_bytes(&self) -> (&[u8], usize) {
        let first = self.colors.iter().flatten().next();
        first.map_or((&[], 0), |cells| each_cell!(cells, cells => bytes_of(cells)))
    }

    /// Prefetches the values of blocks, by the numbers of their first ones, where they are so long that processors do not
    /// do it by themselves.
    pub(crate) fn prefetch_blocks(&self, blocks: impl Iterator<Item = u32> + Clone) {
        for cells in self.colors.iter().flatten() {
            if let Cells::Sixteen(cells) = cells {
                for first in blocks.clone() {
                    for at in (0..WINDOW).step_by(4) {
                        prefetch_index(&**cells, first as usize + at);
                    }
                }
            }
        }
    }

    /// What the buffers hold by the number of a value; `formats` are those of the colour buffers.
    pub(crate) fn value(&self, at: usize, formats: &[Format]) -> PixelValue {
        let colors = self.colors.iter().flatten().zip(formats);
        let colors = colors.map(|(cells, format)| (*format, each_cell!(cells, cells => cells[at].words())));
        PixelValue {
            colors: colors
                .clone()
                .map(|(format, words)| numbers_of(format, words))
                .collect(),
            texels: colors.map(|(format, words)| texel_of(format, words)).collect(),
            depth: self.depth.as_ref().map(|depths| match depths {
                DepthBand::Fixed16(depths) => depths[at].value(),
                DepthBand::Fixed24(depths) => depths[at].value(),
                DepthBand::Fixed32(depths) => depths[at].value(),
                DepthBand::Float(depths) => depths[at],
            }),
            stencil: self.stencil.as_ref().map(|values| values[at]),
        }
    }
}

impl Order {
    /// The number of the value of a pixel's sample 0; those of the others follow at distances of [`WINDOW`], and those of
    /// the pixels of a quad one by one.
    #[inline(always)]
    pub(crate) fn place(self, x: u16, y: u16) -> u32 {
        let [x, y] = [u32::from(x), u32::from(y) - self.y];
        let [column, row] = [x, y].map(|at| at / u32::from(BLOCK));
        (row * self.blocks_across + column) * self.samples * WINDOW as u32 + lane_of(x, y)
    }
}

#[cfg(test)]
impl Band<'_> {
    /// The first rows of a framebuffer without buffers.
    pub(crate) fn empty(width: u32, rows: u32) -> Band<'static> {
        Band {
            y: 0,
            rows,
            width,
            samples: 1,
            layer: 0,
            colors: [const { None }; MAX_COLOR_BUFFERS],
            depth: None,
            stencil: None,
        }
    }
}

impl Extent {
    /// Bands of a layer.
    pub(crate) fn layer_bands(self, rows: u32) -> usize {
        self.height.div_ceil(rows) as usize
    }
}

impl Framebuffer {
    /// Bands of so many rows, by their numbers, which ascend: those that are wanted, of the framebuffer cut from the bottom
    /// up, layer by layer.
    pub(crate) fn bands(&mut self, rows: u32, is_wanted: impl Fn(usize) -> bool) -> Vec<(usize, Band<'_>)> {
        let extent = self.extent;
        let layer_bands = extent.layer_bands(rows);
        let mut bands: Vec<(usize, Band<'_>)> = (0..layer_bands * extent.layers as usize)
            .filter(|number| is_wanted(*number))
            .map(|number| {
                let band = Band {
                    y: (number % layer_bands) as u32 * rows,
                    rows,
                    width: extent.width,
                    samples: extent.samples,
                    layer: (number / layer_bands) as u32,
                    colors: [const { None }; MAX_COLOR_BUFFERS],
                    depth: None,
                    stencil: None,
                };
                (number, band)
            })
            .collect();
        for (buffer, colors) in self.colors.iter_mut().enumerate() {
            macro_rules! colors {
                ($all:expr, $size:ident) => {
                    give(&mut bands, $all.bands(extent, rows), |band, part| {
                        band.colors[buffer] = Some(Cells::$size(part));
                    })
                };
            }
            match &mut colors.cells {
                Cells::One(all) => colors!(all, One),
                Cells::Two(all) => colors!(all, Two),
                Cells::Four(all) => colors!(all, Four),
                Cells::Eight(all) => colors!(all, Eight),
                Cells::Sixteen(all) => colors!(all, Sixteen),
            }
        }
        macro_rules! depths {
            ($all:expr, $kind:ident) => {
                give(&mut bands, $all.bands(extent, rows), |band, part| {
                    band.depth = Some(DepthBand::$kind(part));
                })
            };
        }
        match &mut self.depth {
            Some(DepthBuffer::Fixed16(all)) => depths!(all, Fixed16),
            Some(DepthBuffer::Fixed24(all)) => depths!(all, Fixed24),
            Some(DepthBuffer::Fixed32(all)) => depths!(all, Fixed32),
            Some(DepthBuffer::Float(all)) => depths!(all, Float),
            None => {}
        }
        if let Some(all) = &mut self.stencil {
            give(&mut bands, all.bands(extent, rows), |band, part| {
                band.stencil = Some(part);
            });
        }
        bands
    }
}

/// Gives bands their parts of a buffer that is cut into all bands.
fn give<'a, T: 'a>(
    bands: &mut [(usize, Band<'a>)],
    parts: impl Iterator<Item = &'a mut [T]>,
    set: impl Fn(&mut Band<'a>, &'a mut [T]),
) {
    let mut parts = parts.enumerate();
    for (number, band) in bands {
        if let Some((_, part)) = parts.find(|(other, _)| other == number) {
            set(band, part);
        }
    }
}
