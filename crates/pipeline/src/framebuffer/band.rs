//! Bands: runs of rows of a layer. A band is drawn by one thread, so that primitives meet its pixels in
//! order.

use crate::framebuffer::buffer::{ColorBuffer, DepthBuffer};
use crate::framebuffer::window::{WINDOW, lane_of};
use crate::framebuffer::{Extent, Framebuffer, MAX_COLOR_BUFFERS};
use crate::inter_stage::plane::BLOCK;

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
    pub(crate) colors: [Option<ColorBand<'a>>; MAX_COLOR_BUFFERS],
    pub(crate) depth: Option<DepthBand<'a>>,
    pub(crate) stencil: Option<&'a mut [u8]>,
}

pub(crate) enum ColorBand<'a> {
    Rgba8(&'a mut [[u8; 4]]),
    Rgba16F(&'a mut [[u16; 4]]),
    Rgba32F(&'a mut [[f32; 4]]),
}

pub(crate) enum DepthBand<'a> {
    Fixed(&'a mut [u32]),
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
                colors: [const { None }; MAX_COLOR_BUFFERS],
                depth: None,
                stencil: None,
            })
            .collect();
        for (buffer, colors) in self.colors.iter_mut().enumerate() {
            match colors {
                ColorBuffer::Rgba8(all) => {
                    for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                        band.colors[buffer] = Some(ColorBand::Rgba8(part));
                    }
                }
                ColorBuffer::Rgba16F(all) => {
                    for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                        band.colors[buffer] = Some(ColorBand::Rgba16F(part));
                    }
                }
                ColorBuffer::Rgba32F(all) => {
                    for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                        band.colors[buffer] = Some(ColorBand::Rgba32F(part));
                    }
                }
            }
        }
        match &mut self.depth {
            Some(DepthBuffer::Fixed(all)) => {
                for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                    band.depth = Some(DepthBand::Fixed(part));
                }
            }
            Some(DepthBuffer::Float(all)) => {
                for (band, part) in bands.iter_mut().zip(all.bands(extent, rows)) {
                    band.depth = Some(DepthBand::Float(part));
                }
            }
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
