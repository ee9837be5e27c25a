//! Blits: a rectangle of one framebuffer goes to one of another, stretched, reversed, converted, or its samples resolved
//! (ARB_framebuffer_object 4.3.3; OpenGL 4.6 compatibility, 18.3.1). The scissor test alone applies.

mod copy;

use quadrille_texture::format::FormatKind;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::buffer::DepthBuffer;
use crate::framebuffer::resolve::resolved;
use crate::framebuffer::{Extent, Framebuffer};
use crate::state::Rectangle;

use self::copy::Copy;

/// A blit. Rectangles are x0, y0, x1, y1; where the second corner is left of or below the first, the picture is reversed.
#[derive(Clone, PartialEq, Debug)]
pub struct Blit {
    /// The rectangle that is read.
    pub source: [i32; 4],
    /// The rectangle that is written.
    pub destination: [i32; 4],
    /// Whether colours between texels are interpolated (LINEAR) or taken from the nearest.
    pub linear: bool,
    /// The colour buffer that is read, if one is, and those that are written.
    pub colors: Option<(usize, Vec<usize>)>,
    /// Whether depths are copied, if both have them.
    pub depth: bool,
    /// Whether stencil values are copied, if both have them.
    pub stencil: bool,
    /// Whether sRGB is converted from and to linear colours (FRAMEBUFFER_SRGB).
    pub srgb: bool,
    /// The scissor rectangle, where the test is enabled.
    pub scissor: Option<Rectangle>,
}

/// A blit that cannot be: INVALID_OPERATION of GL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlitError {
    /// Depth or stencil would be interpolated.
    #[error("depth and stencil are not interpolated: a blit of them is NEAREST")]
    LinearDepth,
    /// Integers would be interpolated.
    #[error("integers are not interpolated: a blit of them is NEAREST")]
    LinearIntegers,
    /// Integers go to another type than their own, or others to integers.
    #[error("a blit does not convert between integers and other numbers, or signed and unsigned ones")]
    Types,
    /// Depths have two formats.
    #[error("a blit does not convert depths: both framebuffers need the same format")]
    DepthFormats,
    /// Pixels of several samples are stretched.
    #[error("a blit of pixels with several samples does not stretch them")]
    SampledSizes,
    /// Pixels of several samples are converted.
    #[error("a blit of pixels with several samples does not convert them")]
    SampledFormats,
    /// Both have several samples, and not as many.
    #[error("a blit does not go from {from} samples a pixel to {to}")]
    Samples {
        /// Samples of what is read.
        from: u32,
        /// Samples of what is written.
        to: u32,
    },
}

impl Blit {
    /// The number of pixels that are written at most.
    pub fn pixels(&self, to: Extent) -> u64 {
        self.area(to).pixels()
    }

    /// The pixels that are written, as far as there are some to read.
    fn area(&self, to: Extent) -> Bounds {
        let whole = Bounds::of(to.width, to.height).scissored(self.scissor);
        whole.intersect(ordered(self.destination))
    }

    fn is_stretched(&self) -> bool {
        let size = |[x0, y0, x1, y1]: [i32; 4]| [x0.abs_diff(x1), y0.abs_diff(y1)];
        size(self.source) != size(self.destination)
    }
}

/// The pixels of a rectangle.
fn ordered([x0, y0, x1, y1]: [i32; 4]) -> Bounds {
    Bounds {
        x0: x0.min(x1),
        y0: y0.min(y1),
        x1: x0.max(x1),
        y1: y0.max(y1),
    }
}

impl Framebuffer {
    /// Copies a rectangle of another framebuffer, of the first layer of each.
    ///
    /// # Errors
    ///
    /// GL does not have such a blit; nothing is copied.
    ///
    /// # Panics
    ///
    /// There is no such colour buffer.
    pub fn blit(&mut self, from: &Framebuffer, blit: &Blit) -> Result<(), BlitError> {
        let depth = blit.depth && from.depth.is_some() && self.depth.is_some();
        let stencil = blit.stencil && from.stencil.is_some() && self.stencil.is_some();
        self.check_blit(from, blit, depth, stencil)?;
        let area = blit.area(self.extent);
        let [sx0, sy0, sx1, sy1] = blit.source;
        if area.is_empty() || sx0 == sx1 || sy0 == sy1 {
            return Ok(());
        }
        let copy = Copy::new(from.extent, self.extent, area, blit);
        if let Some((read, written)) = &blit.colors {
            let read = &from.colors[*read];
            let resolves = from.extent.samples > 1 && self.extent.samples == 1;
            let means = resolves.then(|| {
                let one = Extent {
                    samples: 1,
                    ..from.extent
                };
                let means = resolved(read, from.extent, 0, ordered(blit.source));
                (Copy::new(one, self.extent, area, blit), means)
            });
            let (copy, read) = means
                .as_ref()
                .map_or((&copy, read), |(copy, means)| (copy, means));
            for buffer in written {
                copy.colors(read, &mut self.colors[*buffer], blit);
            }
        }
        if depth {
            match (&from.depth, &mut self.depth) {
                (Some(DepthBuffer::Fixed16(from)), Some(DepthBuffer::Fixed16(to))) => copy.values(from, to),
                (Some(DepthBuffer::Fixed24(from)), Some(DepthBuffer::Fixed24(to))) => copy.values(from, to),
                (Some(DepthBuffer::Fixed32(from)), Some(DepthBuffer::Fixed32(to))) => copy.values(from, to),
                (Some(DepthBuffer::Float(from)), Some(DepthBuffer::Float(to))) => copy.values(from, to),
                _ => {}
            }
        }
        if let (true, Some(from), Some(to)) = (stencil, &from.stencil, &mut self.stencil) {
            copy.values(from, to);
        }
        Ok(())
    }

    fn check_blit(
        &self,
        from: &Framebuffer,
        blit: &Blit,
        depth: bool,
        stencil: bool,
    ) -> Result<(), BlitError> {
        if blit.linear && (blit.depth || blit.stencil) {
            return Err(BlitError::LinearDepth);
        }
        if depth && self.depth_format() != from.depth_format() {
            return Err(BlitError::DepthFormats);
        }
        let [few, many] = [self.extent.samples, from.extent.samples];
        if few > 1 && many > 1 && few != many {
            return Err(BlitError::Samples { from: many, to: few });
        }
        let is_sampled = few > 1 || many > 1;
        if is_sampled && blit.is_stretched() && (blit.colors.is_some() || depth || stencil) {
            return Err(BlitError::SampledSizes);
        }
        let Some((read, written)) = &blit.colors else {
            return Ok(());
        };
        let read = from.colors[*read].format;
        for written in written {
            let written = self.colors[*written].format;
            if read.kind() != written.kind() {
                return Err(BlitError::Types);
            }
            if is_sampled && read != written {
                return Err(BlitError::SampledFormats);
            }
        }
        let is_integer = read.kind() != FormatKind::Float;
        if blit.linear && is_integer {
            return Err(BlitError::LinearIntegers);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
