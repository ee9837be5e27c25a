//! The dimensions of a framebuffer's buffers, and the index of a value in them.

use std::ops::Range;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::error::{FramebufferError, MAX_LAYERS, MAX_SIZE};
use crate::framebuffer::pixels::{ColorFormat, DepthFormat};
use crate::framebuffer::samples;
use crate::state::Rectangle;

/// The dimensions of a framebuffer. All values of a pixel lie side by side, then those of the next to the right,
/// then the next row upwards, then the next layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Pixels of a row.
    pub width: u32,
    /// Rows of a layer.
    pub height: u32,
    /// Samples of a pixel, 1, 2, 4, 8 or 16; of one, SAMPLE_BUFFERS is 0.
    pub samples: u32,
    /// Layers; a framebuffer of one is not layered.
    pub layers: u32,
}

impl Extent {
    /// One sample a pixel, one layer.
    pub fn new(width: u32, height: u32) -> Extent {
        Extent {
            width,
            height,
            samples: 1,
            layers: 1,
        }
    }

    /// The same, if there can be buffers of it.
    ///
    /// # Errors
    ///
    /// A side, the samples or the layers are not within the limits.
    pub fn check(self) -> Result<Extent, FramebufferError> {
        let Extent { width, height, .. } = self;
        if !(1..=MAX_SIZE).contains(&width) || !(1..=MAX_SIZE).contains(&height) {
            return Err(FramebufferError::Size { width, height });
        }
        if samples::positions(self.samples).is_none() {
            return Err(FramebufferError::Samples(self.samples));
        }
        if !(1..=MAX_LAYERS).contains(&self.layers) {
            return Err(FramebufferError::Layers(self.layers));
        }
        Ok(self)
    }

    /// Values of all layers, or the largest number if they are more.
    pub fn values(self) -> u64 {
        let Extent {
            width,
            height,
            samples,
            layers,
        } = self;
        let sides = [width, height, samples, layers].map(u64::from);
        sides.into_iter().fold(1, u64::saturating_mul)
    }

    /// Bytes of buffers of this extent.
    pub fn bytes(self, colors: &[ColorFormat], depth: Option<DepthFormat>, stencil: bool) -> u64 {
        let color_bytes: u64 = colors.iter().map(|format| format.bytes()).sum();
        let depth_bytes = if depth.is_some() { 4 } else { 0 };
        self.values()
            .saturating_mul(color_bytes + depth_bytes + u64::from(stencil))
    }

    /// Values of so many rows.
    pub(super) fn row_values(self, rows: u32) -> usize {
        self.width as usize * self.samples as usize * rows as usize
    }

    /// The number of the first value of a pixel.
    ///
    /// # Panics
    ///
    /// The pixel is outside.
    pub(super) fn at(self, x: u32, y: u32, layer: u32) -> usize {
        let inside = x < self.width && y < self.height && layer < self.layers;
        assert!(inside, "pixel ({x}, {y}) of layer {layer} is outside");
        let row = layer as usize * self.height as usize + y as usize;
        (row * self.width as usize + x as usize) * self.samples as usize
    }

    /// The runs of values of a rectangle, in all layers.
    pub(super) fn rows(self, scissor: Option<Rectangle>) -> impl Iterator<Item = Range<usize>> {
        let bounds = Bounds::of(self.width, self.height).scissored(scissor);
        let rows = if bounds.is_empty() {
            0..0
        } else {
            bounds.y0 as u32..bounds.y1 as u32
        };
        (0..self.layers).flat_map(move |layer| {
            rows.clone().map(move |y| {
                let first = self.at(bounds.x0 as u32, y, layer);
                first..first + (bounds.x1 - bounds.x0) as usize * self.samples as usize
            })
        })
    }
}
