//! The framebuffer: colour buffers, depth and stencil, as rows from the bottom up.

pub(crate) mod band;
pub(crate) mod bounds;
pub(crate) mod depth;
pub(crate) mod pixels;
pub(crate) mod samples;
pub(crate) mod window;

mod error;
mod extent;
mod image;

use crate::state::Rectangle;

pub use crate::framebuffer::error::{FramebufferError, MAX_BYTES, MAX_COLOR_BUFFERS, MAX_LAYERS, MAX_SIZE};
pub use crate::framebuffer::extent::Extent;
pub use crate::framebuffer::pixels::{ColorFormat, DepthFormat, Depths, Pixels};
pub(crate) use crate::framebuffer::pixels::{from_half, from_unorm8, nearest_level, to_half, to_unorm8};

/// Colour, depth and stencil buffers of one size.
#[derive(Clone, PartialEq, Debug)]
pub struct Framebuffer {
    extent: Extent,
    pub(crate) colors: Vec<Pixels>,
    pub(crate) depth: Option<Depths>,
    pub(crate) stencil: Option<Vec<u8>>,
}

impl Framebuffer {
    /// A framebuffer of one sample a pixel and one layer; colours are 0, depth is 1, stencil is 0.
    ///
    /// # Errors
    ///
    /// It would be too large, or have too many buffers.
    pub fn new(
        width: u32,
        height: u32,
        colors: &[ColorFormat],
        depth: Option<DepthFormat>,
        stencil: bool,
    ) -> Result<Framebuffer, FramebufferError> {
        Framebuffer::of(Extent::new(width, height), colors, depth, stencil)
    }

    /// The same of any extent.
    ///
    /// # Errors
    ///
    /// It would be too large, or have too many buffers.
    pub fn of(
        extent: Extent,
        colors: &[ColorFormat],
        depth: Option<DepthFormat>,
        stencil: bool,
    ) -> Result<Framebuffer, FramebufferError> {
        let extent = extent.check()?;
        if colors.len() > MAX_COLOR_BUFFERS {
            return Err(FramebufferError::ColorBuffers(colors.len()));
        }
        let bytes = extent.bytes(colors, depth, stencil);
        if bytes > MAX_BYTES {
            return Err(FramebufferError::Memory(bytes));
        }
        let values = extent.values() as usize;
        Ok(Framebuffer {
            extent,
            colors: colors
                .iter()
                .map(|format| match format {
                    ColorFormat::Rgba8 => Pixels::Rgba8(vec![[0; 4]; values]),
                    ColorFormat::Rgba16F => Pixels::Rgba16F(vec![[0; 4]; values]),
                    ColorFormat::Rgba32F => Pixels::Rgba32F(vec![[0.0; 4]; values]),
                })
                .collect(),
            depth: depth.map(|format| match format {
                DepthFormat::Depth24 => Depths::Fixed(vec![depth::MAX_24; values]),
                DepthFormat::Depth32F => Depths::Float(vec![1.0; values]),
            }),
            stencil: stencil.then(|| vec![0; values]),
        })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let colors: Vec<ColorFormat> = self.colors.iter().map(Pixels::format).collect();
        self.extent
            .bytes(&colors, self.depth_format(), self.stencil.is_some())
    }

    /// Its dimensions.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.extent.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.extent.height
    }

    /// The colour buffers; pixel (x, y) is number y·width + x, row 0 is the lowest. Of several samples and layers,
    /// the values are as [`Extent`] has them.
    pub fn colors(&self) -> &[Pixels] {
        &self.colors
    }

    /// The depth buffer, if there is one; in the order of [`Framebuffer::colors`].
    pub fn depths(&self) -> Option<&Depths> {
        self.depth.as_ref()
    }

    /// The stencil buffer, if there is one; in the order of [`Framebuffer::colors`].
    pub fn stencils(&self) -> Option<&[u8]> {
        self.stencil.as_deref()
    }

    /// Replaces a colour buffer by what something else drew.
    ///
    /// # Panics
    ///
    /// There is no such buffer, or the pixels have another format or number than its own.
    pub fn set_color(&mut self, buffer: usize, pixels: Pixels) {
        let own = &mut self.colors[buffer];
        assert_eq!((own.format(), own.len()), (pixels.format(), pixels.len()));
        *own = pixels;
    }

    /// Replaces the depth buffer by what something else drew.
    ///
    /// # Panics
    ///
    /// There is none, or the depths have another format or number than its own.
    pub fn set_depths(&mut self, depths: Depths) {
        let fits = match (&self.depth, &depths) {
            (Some(Depths::Fixed(own)), Depths::Fixed(new)) => own.len() == new.len(),
            (Some(Depths::Float(own)), Depths::Float(new)) => own.len() == new.len(),
            _ => false,
        };
        assert!(fits, "the depths do not fit the buffer");
        self.depth = Some(depths);
    }

    /// Replaces the stencil buffer by what something else drew.
    ///
    /// # Panics
    ///
    /// There is none, or the values have another number than its own.
    pub fn set_stencils(&mut self, values: Vec<u8>) {
        assert_eq!(self.stencil.as_ref().map(Vec::len), Some(values.len()));
        self.stencil = Some(values);
    }

    /// Format of the depth buffer.
    pub fn depth_format(&self) -> Option<DepthFormat> {
        self.depth.as_ref().map(|depths| match depths {
            Depths::Fixed(_) => DepthFormat::Depth24,
            Depths::Float(_) => DepthFormat::Depth32F,
        })
    }

    /// A pixel of a colour buffer: of several samples and layers the first of the first. What all samples come to,
    /// [`Framebuffer::image`] gives.
    pub fn color(&self, buffer: usize, x: u32, y: u32) -> [f32; 4] {
        self.colors[buffer].get(self.extent.at(x, y, 0))
    }

    /// Depth of a pixel, as [`Framebuffer::color`] has it, if there is a depth buffer.
    pub fn depth(&self, x: u32, y: u32) -> Option<f32> {
        let at = self.extent.at(x, y, 0);
        self.depth.as_ref().map(|depths| match depths {
            Depths::Fixed(values) => depth::from_24(values[at]),
            Depths::Float(values) => values[at],
        })
    }

    /// Stencil value of a pixel, as [`Framebuffer::color`] has it, if there is a stencil buffer.
    pub fn stencil(&self, x: u32, y: u32) -> Option<u8> {
        let at = self.extent.at(x, y, 0);
        self.stencil.as_ref().map(|values| values[at])
    }

    /// Sets the components that `mask` enables (bit 0 for red) of a colour buffer, inside `scissor`, in all
    /// samples and layers.
    pub fn clear_color(&mut self, buffer: usize, value: [f32; 4], mask: u8, scissor: Option<Rectangle>) {
        let rows = self.extent.rows(scissor);
        let pixels = &mut self.colors[buffer];
        for range in rows {
            match pixels {
                Pixels::Rgba8(pixels) => fill(&mut pixels[range], value.map(to_unorm8), mask),
                Pixels::Rgba16F(pixels) => fill(&mut pixels[range], value.map(to_half), mask),
                Pixels::Rgba32F(pixels) => fill(&mut pixels[range], value, mask),
            }
        }
    }

    /// Sets depth, clamped to [0, 1], inside `scissor`.
    pub fn clear_depth(&mut self, value: f32, scissor: Option<Rectangle>) {
        let value = value.clamp(0.0, 1.0);
        for range in self.extent.rows(scissor) {
            match &mut self.depth {
                Some(Depths::Fixed(values)) => values[range].fill(depth::to_24(value)),
                Some(Depths::Float(values)) => values[range].fill(value),
                None => {}
            }
        }
    }

    /// Sets the stencil bits that `mask` enables, inside `scissor`.
    pub fn clear_stencil(&mut self, value: u8, mask: u8, scissor: Option<Rectangle>) {
        for range in self.extent.rows(scissor) {
            if let Some(values) = &mut self.stencil {
                for stored in &mut values[range] {
                    *stored = *stored & !mask | value & mask;
                }
            }
        }
    }
}

fn fill<T: Copy>(pixels: &mut [[T; 4]], value: [T; 4], mask: u8) {
    if mask & 0b1111 == 0b1111 {
        return pixels.fill(value);
    }
    for pixel in pixels {
        for (component, stored) in pixel.iter_mut().enumerate() {
            if mask >> component & 1 != 0 {
                *stored = value[component];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_errors() {
        let new = |width, height, buffers| {
            Framebuffer::new(width, height, &vec![ColorFormat::Rgba32F; buffers], None, false)
        };
        assert_eq!(
            new(0, 1, 1).err(),
            Some(FramebufferError::Size { width: 0, height: 1 })
        );
        assert!(matches!(
            new(u32::MAX, u32::MAX, 1),
            Err(FramebufferError::Size { .. })
        ));
        assert!(matches!(new(16384, 16384, 1), Err(FramebufferError::Memory(_))));
        assert_eq!(new(1, 1, 9).err(), Some(FramebufferError::ColorBuffers(9)));
    }

    #[test]
    fn clears_respect_scissor_and_mask() {
        let mut framebuffer =
            Framebuffer::new(4, 3, &[ColorFormat::Rgba8], Some(DepthFormat::Depth24), true).unwrap();
        let scissor = Some(Rectangle {
            x: 1,
            y: -5,
            width: 2,
            height: 6,
        });
        framebuffer.clear_color(0, [1.0, 1.0, 1.0, 1.0], 0b0101, scissor);
        framebuffer.clear_depth(0.5, scissor);
        framebuffer.clear_stencil(0xff, 0x0f, scissor);
        assert_eq!(framebuffer.color(0, 1, 0), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(framebuffer.color(0, 3, 0), [0.0; 4]);
        assert_eq!(framebuffer.color(0, 1, 1), [0.0; 4]);
        assert_eq!(framebuffer.stencil(2, 0), Some(0x0f));
        assert!((framebuffer.depth(2, 0).unwrap() - 0.5).abs() < 1e-6);
        assert_eq!(framebuffer.depth(2, 1), Some(1.0));
        let outside = Some(Rectangle {
            x: 9,
            y: 0,
            width: 2,
            height: 2,
        });
        framebuffer.clear_color(0, [1.0; 4], 0b1111, outside);
    }
}
