//! Bands: runs of rows of a framebuffer. A band is drawn by one thread, so that primitives meet its pixels in
//! order.

use crate::framebuffer::{Depths, Framebuffer, MAX_COLOR_BUFFERS, Pixels};

/// Rows of a band.
pub(crate) const BAND_ROWS: u32 = 32;

/// The rows of a framebuffer that one thread draws.
pub(crate) struct Band<'a> {
    /// First row.
    pub(crate) y: u32,
    /// Width of the framebuffer.
    pub(crate) width: u32,
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

impl Framebuffer {
    /// The framebuffer cut into bands of [`BAND_ROWS`] rows, from the bottom up.
    pub(crate) fn bands(&mut self) -> Vec<Band<'_>> {
        let pixels = self.width as usize * BAND_ROWS as usize;
        let mut bands: Vec<Band<'_>> = (0..self.height.div_ceil(BAND_ROWS))
            .map(|number| Band {
                y: number * BAND_ROWS,
                width: self.width,
                colors: [const { None }; MAX_COLOR_BUFFERS],
                depth: None,
                stencil: None,
            })
            .collect();
        for (buffer, colors) in self.colors.iter_mut().enumerate() {
            match colors {
                Pixels::Rgba8(all) => {
                    for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                        band.colors[buffer] = Some(ColorBand::Rgba8(rows));
                    }
                }
                Pixels::Rgba16F(all) => {
                    for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                        band.colors[buffer] = Some(ColorBand::Rgba16F(rows));
                    }
                }
                Pixels::Rgba32F(all) => {
                    for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                        band.colors[buffer] = Some(ColorBand::Rgba32F(rows));
                    }
                }
            }
        }
        match &mut self.depth {
            Some(Depths::Fixed(all)) => {
                for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                    band.depth = Some(DepthBand::Fixed(rows));
                }
            }
            Some(Depths::Float(all)) => {
                for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                    band.depth = Some(DepthBand::Float(rows));
                }
            }
            None => {}
        }
        if let Some(all) = &mut self.stencil {
            for (band, rows) in bands.iter_mut().zip(all.chunks_mut(pixels)) {
                band.stencil = Some(rows);
            }
        }
        bands
    }
}
