//! Bands: runs of rows of a layer. A band is drawn by one thread, so that primitives meet its pixels in
//! order.

use crate::framebuffer::{Depths, Extent, Framebuffer, MAX_COLOR_BUFFERS, Pixels};

/// Rows of a band where nothing else is asked for.
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
                Pixels::Rgba8(all) => {
                    for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                        band.colors[buffer] = Some(ColorBand::Rgba8(part));
                    }
                }
                Pixels::Rgba16F(all) => {
                    for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                        band.colors[buffer] = Some(ColorBand::Rgba16F(part));
                    }
                }
                Pixels::Rgba32F(all) => {
                    for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                        band.colors[buffer] = Some(ColorBand::Rgba32F(part));
                    }
                }
            }
        }
        match &mut self.depth {
            Some(Depths::Fixed(all)) => {
                for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                    band.depth = Some(DepthBand::Fixed(part));
                }
            }
            Some(Depths::Float(all)) => {
                for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                    band.depth = Some(DepthBand::Float(part));
                }
            }
            None => {}
        }
        if let Some(all) = &mut self.stencil {
            for (band, part) in bands.iter_mut().zip(cut(extent, rows, all)) {
                band.stencil = Some(part);
            }
        }
        bands
    }
}

/// The values of each band: a band does not go on in the next layer.
fn cut<T>(extent: Extent, rows: u32, values: &mut [T]) -> impl Iterator<Item = &mut [T]> {
    let layers = values.chunks_mut(extent.row_values(extent.height));
    layers.flat_map(move |layer| layer.chunks_mut(extent.row_values(rows)))
}
