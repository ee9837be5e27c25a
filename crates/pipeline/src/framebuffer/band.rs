//! Bands: runs of rows of a layer. A band is drawn by one thread, so that primitives meet its pixels in
//! order.

use quadrille_texture::Format;

use crate::framebuffer::buffer::{ColorCells, DepthBuffer};
use crate::framebuffer::cell::{Cell, Cells, each_cell};
use crate::framebuffer::depth::{Fixed32, StoredDepth};
use crate::framebuffer::pixels::numbers_of;
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

impl Band<'_> {
    /// The order of its values.
    pub(crate) fn order(&self) -> Order {
        Order {
            y: self.y,
            blocks_across: self.width.div_ceil(BLOCK.into()),
            samples: self.samples,
        }
    }

    /// What the buffers hold by the number of a value; `formats` are those of the colour buffers.
    pub(crate) fn value(&self, at: usize, formats: &[Format]) -> PixelValue {
        let colors = self.colors.iter().flatten().zip(formats);
        let colors = colors.map(|(cells, format)| {
            let words = each_cell!(cells, cells => cells[at].words());
            numbers_of(*format, words)
        });
        PixelValue {
            colors: colors.collect(),
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
    /// The framebuffer cut into bands of so many rows, from the bottom up, layer by layer.
    pub(crate) fn bands(&mut self, rows: u32) -> Vec<Band<'_>> {
        let extent = self.extent;
        let layer_bands = extent.layer_bands(rows);
        let mut bands: Vec<Band<'_>> = (0..layer_bands * extent.layers as usize)
            .map(|number| Band {
                y: (number % layer_bands) as u32 * rows,
                rows,
                width: extent.width,
                samples: extent.samples,
                layer: (number / layer_bands) as u32,
                colors: [const { None }; MAX_COLOR_BUFFERS],
                depth: None,
                stencil: None,
            })
            .collect();
        for (buffer, colors) in self.colors.iter_mut().enumerate() {
            for_each_band(&mut colors.cells, extent, rows, |band, part| {
                bands[band].colors[buffer] = Some(part);
            });
        }
        macro_rules! depths {
            ($all:expr, $kind:ident) => {
                for (band, part) in bands.iter_mut().zip($all.bands(extent, rows)) {
                    band.depth = Some(DepthBand::$kind(part));
                }
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
            for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                band.stencil = Some(part);
            }
        }
        bands
    }
}

/// Does something with each band of a colour buffer and its number.
fn for_each_band<'a>(
    cells: &'a mut ColorCells,
    extent: Extent,
    rows: u32,
    mut body: impl FnMut(usize, ColorBand<'a>),
) {
    match cells {
        Cells::One(all) => all
            .bands(extent, rows)
            .enumerate()
            .for_each(|(band, part)| body(band, Cells::One(part))),
        Cells::Two(all) => all
            .bands(extent, rows)
            .enumerate()
            .for_each(|(band, part)| body(band, Cells::Two(part))),
        Cells::Four(all) => all
            .bands(extent, rows)
            .enumerate()
            .for_each(|(band, part)| body(band, Cells::Four(part))),
        Cells::Eight(all) => all
            .bands(extent, rows)
            .enumerate()
            .for_each(|(band, part)| body(band, Cells::Eight(part))),
        Cells::Sixteen(all) => all
            .bands(extent, rows)
            .enumerate()
            .for_each(|(band, part)| body(band, Cells::Sixteen(part))),
    }
}
