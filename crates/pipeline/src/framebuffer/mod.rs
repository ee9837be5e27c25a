//! The framebuffer: colour buffers, depth and stencil.

pub(crate) mod band;
pub(crate) mod bounds;
pub(crate) mod cell;
pub(crate) mod component;
pub(crate) mod depth;
pub(crate) mod half;
pub(crate) mod pixels;
pub(crate) mod samples;
pub(crate) mod window;

mod blit;
mod buffer;
mod error;
mod extent;
mod image;
mod resolve;

use quadrille_texture::Format;
use quadrille_texture::format::Number;

use crate::framebuffer::buffer::{Buffer, ColorBuffer, DepthBuffer};
use crate::framebuffer::cell::{Cell, each_cell};
use crate::framebuffer::window::WINDOW;
use crate::state::Rectangle;
use crate::watch::{PixelPlace, PixelValue};

pub use crate::framebuffer::blit::{Blit, BlitError};
pub use crate::framebuffer::error::{FramebufferError, MAX_BYTES, MAX_COLOR_BUFFERS, MAX_LAYERS, MAX_SIZE};
pub use crate::framebuffer::extent::Extent;
#[cfg(test)]
pub(crate) use crate::framebuffer::pixels::from_unorm8;
pub use crate::framebuffer::pixels::{ColorFormat, DepthFormat, Depths, Pixels};
pub(crate) use crate::framebuffer::pixels::{nearest_level, to_unorm8};

/// Colour, depth and stencil buffers of one size.
#[derive(Clone, Debug)]
pub struct Framebuffer {
    extent: Extent,
    colors: Vec<ColorBuffer>,
    depth: Option<DepthBuffer>,
    stencil: Option<Buffer<u8>>,
}

impl PartialEq for Framebuffer {
    /// Whether the pixels are the same; what buffers hold outside of the framebuffer does not count.
    fn eq(&self, other: &Framebuffer) -> bool {
        let colors = |of: &Framebuffer| -> Vec<Pixels> {
            (0..of.colors.len()).map(|at| of.color_values(at)).collect()
        };
        self.extent == other.extent
            && colors(self) == colors(other)
            && self.depth_values() == other.depth_values()
            && self.stencil_values() == other.stencil_values()
    }
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
        colors: &[Format],
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
        colors: &[Format],
        depth: Option<DepthFormat>,
        stencil: bool,
    ) -> Result<Framebuffer, FramebufferError> {
        let extent = extent.check()?;
        if colors.len() > MAX_COLOR_BUFFERS {
            return Err(FramebufferError::ColorBuffers(colors.len()));
        }
        if let Some(format) = colors.iter().find(|format| !format.is_color_renderable()) {
            return Err(FramebufferError::Format(format.row().name));
        }
        let bytes = extent.bytes(colors, depth, stencil);
        if bytes > MAX_BYTES {
            return Err(FramebufferError::Memory(bytes));
        }
        Ok(Framebuffer {
            extent,
            colors: colors
                .iter()
                .map(|format| ColorBuffer::new(extent, *format))
                .collect(),
            depth: depth.map(|format| DepthBuffer::new(extent, format)),
            stencil: stencil.then(|| Buffer::new(extent, 0)),
        })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let colors: Vec<Format> = self.color_formats().collect();
        self.extent
            .bytes(&colors, self.depth_format(), self.has_stencil())
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

    /// The formats of the colour buffers.
    pub fn color_formats(&self) -> impl ExactSizeIterator<Item = Format> {
        self.colors.iter().map(|buffer| buffer.format)
    }

    /// Whether all colour buffers hold fixed-point numbers without a sign, to whose range colours are clamped where the state
    /// says FIXED_ONLY.
    pub fn has_unit_colors(&self) -> bool {
        let fields = self.color_formats().flat_map(Format::fields);
        let mut numbers = fields.flatten().map(|field| field.number);
        numbers.all(|number| matches!(number, Number::Unorm | Number::Srgb))
    }

    /// The values of a colour buffer; pixel (x, y) is number y·width + x, row 0 is the lowest. Of several samples and
    /// layers, the values are as [`Extent`] has them row by row.
    ///
    /// # Panics
    ///
    /// There is no such buffer.
    pub fn color_values(&self, buffer: usize) -> Pixels {
        self.colors[buffer].rows(self.extent)
    }

    /// The values of the depth buffer, if there is one; in the order of [`Framebuffer::color_values`].
    pub fn depth_values(&self) -> Option<Depths> {
        self.depth.as_ref().map(|depths| depths.rows(self.extent))
    }

    /// The values of the stencil buffer, if there is one; in the order of [`Framebuffer::color_values`].
    pub fn stencil_values(&self) -> Option<Vec<u8>> {
        self.stencil.as_ref().map(|values| values.rows(self.extent))
    }

    /// Whether there is a stencil buffer.
    pub fn has_stencil(&self) -> bool {
        self.stencil.is_some()
    }

    /// Replaces a colour buffer by what something else drew, in the order of [`Framebuffer::color_values`].
    ///
    /// # Panics
    ///
    /// There is no such buffer, or the pixels have another format or number than its own.
    pub fn set_color(&mut self, buffer: usize, pixels: &Pixels) {
        let (extent, own) = (self.extent, &mut self.colors[buffer]);
        assert_eq!(
            (own.format, extent.values() as usize),
            (pixels.format(), pixels.len())
        );
        own.set_rows(extent, pixels);
    }

    /// Replaces the depth buffer by what something else drew, in the order of [`Framebuffer::color_values`].
    ///
    /// # Panics
    ///
    /// There is none, or the depths have another format or number than its own.
    pub fn set_depths(&mut self, depths: &Depths) {
        let given = match depths {
            Depths::Fixed(depths) => depths.len(),
            Depths::Float(depths) => depths.len(),
        };
        let own = self
            .depth
            .as_mut()
            .filter(|_| given as u64 == self.extent.values());
        let fits = own.is_some_and(|own| own.set_rows(self.extent, depths));
        assert!(fits, "the depths do not fit the buffer");
    }

    /// Replaces the stencil buffer by what something else drew, in the order of [`Framebuffer::color_values`].
    ///
    /// # Panics
    ///
    /// There is none, or the values have another number than its own.
    pub fn set_stencils(&mut self, values: &[u8]) {
        let own = self.stencil.as_mut().expect("a stencil buffer");
        assert_eq!(self.extent.values() as usize, values.len());
        own.set_rows(self.extent, values);
    }

    /// Format of the depth buffer.
    pub fn depth_format(&self) -> Option<DepthFormat> {
        self.depth.as_ref().map(DepthBuffer::format)
    }

    /// A pixel of a colour buffer: of several samples and layers the first of the first. What all samples come to,
    /// [`Framebuffer::image`] gives. Integers are rounded to binary32; sRGB is as it is
    /// stored.
    pub fn color(&self, buffer: usize, x: u32, y: u32) -> [f32; 4] {
        self.numbers(buffer, x, y).map(|number| number as f32)
    }

    /// The same; integers are exact.
    pub fn numbers(&self, buffer: usize, x: u32, y: u32) -> [f64; 4] {
        let buffer = &self.colors[buffer];
        pixels::numbers_of(buffer.format, buffer.words(self.extent.at(x, y, 0)))
    }

    /// Depth of a pixel, as [`Framebuffer::color`] has it, if there is a depth buffer.
    pub fn depth(&self, x: u32, y: u32) -> Option<f32> {
        let at = self.extent.at(x, y, 0);
        self.depth.as_ref().map(|depths| depths.value(at))
    }

    /// Stencil value of a pixel, as [`Framebuffer::color`] has it, if there is a stencil buffer.
    pub fn stencil(&self, x: u32, y: u32) -> Option<u8> {
        let at = self.extent.at(x, y, 0);
        self.stencil.as_ref().map(|values| values[at])
    }

    /// What all buffers hold at a place; `None` if it is outside.
    pub fn value(&self, place: PixelPlace) -> Option<PixelValue> {
        let PixelPlace { x, y, sample, layer } = place;
        let Extent {
            width,
            height,
            samples,
            layers,
        } = self.extent;
        if x >= width || y >= height || sample >= samples || layer >= layers {
            return None;
        }
        let at = self.extent.at(x, y, layer) + sample as usize * WINDOW;
        let colors = self.colors.iter();
        let colors = colors.map(|buffer| (buffer.format, buffer.words(at)));
        Some(PixelValue {
            colors: colors
                .clone()
                .map(|(format, words)| pixels::numbers_of(format, words))
                .collect(),
            texels: colors
                .map(|(format, words)| pixels::texel_of(format, words))
                .collect(),
            depth: self.depth.as_ref().map(|depths| depths.value(at)),
            stencil: self.stencil.as_ref().map(|values| values[at]),
        })
    }

    /// Sets the components that `mask` enables (bit 0 for red) of a colour buffer, inside `scissor`, in all
    /// samples and layers. Integer buffers take the numbers as they are, clamped to what they hold; of sRGB buffers the
    /// value is linear where `srgb` says so (FRAMEBUFFER_SRGB), and what is stored where it does not.
    pub fn clear_color(
        &mut self,
        buffer: usize,
        value: [f64; 4],
        mask: u8,
        srgb: bool,
        scissor: Option<Rectangle>,
    ) {
        let ColorBuffer { format, cells } = &mut self.colors[buffer];
        let whole = mask & 0b1111 == 0b1111;
        let Texel { words, mask } = Texel::new(*format, value, mask, srgb);
        each_cell!(cells, cells => {
            self.extent.for_each_run(scissor, |run| {
                if whole {
                    return cells[run].fill(Cell::of(words));
                }
                for stored in &mut cells[run] {
                    let old = stored.words();
                    *stored = Cell::of([0, 1, 2, 3].map(|word| old[word] & !mask[word] | words[word] & mask[word]));
                }
            });
        });
    }

    /// Sets depth, clamped to [0, 1], inside `scissor`.
    pub fn clear_depth(&mut self, value: f32, scissor: Option<Rectangle>) {
        let Some(depths) = &mut self.depth else { return };
        let value = value.clamp(0.0, 1.0);
        self.extent.for_each_run(scissor, |run| depths.fill(run, value));
    }

    /// Sets the stencil bits that `mask` enables, inside `scissor`.
    pub fn clear_stencil(&mut self, value: u8, mask: u8, scissor: Option<Rectangle>) {
        let Some(values) = &mut self.stencil else { return };
        self.extent.for_each_run(scissor, |run| {
            for stored in &mut values[run] {
                *stored = *stored & !mask | value & mask;
            }
        });
    }
}

/// A texel that is stored under a mask.
struct Texel {
    words: [u32; 4],
    mask: [u32; 4],
}

impl Texel {
    fn new(format: Format, value: [f64; 4], mask: u8, srgb: bool) -> Texel {
        let mut texel = Texel {
            words: [0; 4],
            mask: [0; 4],
        };
        for (component, field) in component::fields(format, srgb).into_iter().enumerate() {
            let Some(field) = field.filter(|_| mask >> component & 1 != 0) else {
                continue;
            };
            let (word, shift) = ((field.shift / 32) as usize, field.shift % 32);
            texel.words[word] |= component::of_number(field, value[component]) << shift;
            texel.mask[word] |= component::lowest(field.bits) << shift;
        }
        texel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_sizes_are_errors() {
        let new = |width, height, buffers| {
            Framebuffer::new(width, height, &vec![Format::Rgba32F; buffers], None, false)
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
            Framebuffer::new(4, 3, &[Format::Rgba8], Some(DepthFormat::Depth24), true).unwrap();
        let scissor = Some(Rectangle {
            x: 1,
            y: -5,
            width: 2,
            height: 6,
        });
        framebuffer.clear_color(0, [1.0; 4], 0b0101, false, scissor);
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
        framebuffer.clear_color(0, [1.0; 4], 0b1111, false, outside);
    }
}
