//! The dimensions of a framebuffer's buffers, and where a value lies in them.
//!
//! Buffers hold blocks of 8×8 pixels, in which pixels come as lanes of a window do: quad by quad. Of several samples, a
//! block has those of sample 0 first, then those of sample 1. Blocks come row by row from the bottom up, layer by layer;
//! those at the right and the top are whole, and what lies outside of the framebuffer there is never shown.

use std::ops::Range;

use quadrille_texture::Format;

use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::cell::bytes_of;
use crate::framebuffer::error::{FramebufferError, MAX_LAYERS, MAX_SIZE};
use crate::framebuffer::pixels::DepthFormat;
use crate::framebuffer::samples;
use crate::framebuffer::window::{PLACES, WINDOW, lane_of};
use crate::inter_stage::plane::BLOCK;
use crate::state::Rectangle;

/// The dimensions of a framebuffer. Where values are given row by row, all samples of a pixel lie side by side, then those
/// of the next to the right, then the next row upwards, then the next layer.
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
    pub fn bytes(self, colors: &[Format], depth: Option<DepthFormat>, stencil: bool) -> u64 {
        let color_bytes: u64 = colors.iter().map(|format| bytes_of(*format) as u64).sum();
        let depth_bytes = depth.map_or(0, DepthFormat::bytes);
        self.padded()
            .values()
            .saturating_mul(color_bytes + depth_bytes + u64::from(stencil))
    }

    /// With the blocks at the right and the top as a whole.
    fn padded(self) -> Extent {
        let [width, height] =
            [self.width, self.height].map(|side| u64::from(side).next_multiple_of(BLOCK.into()));
        Extent {
            width: u32::try_from(width).unwrap_or(u32::MAX),
            height: u32::try_from(height).unwrap_or(u32::MAX),
            ..self
        }
    }

    /// Values that a buffer holds.
    pub(super) fn stored(self) -> usize {
        self.padded().values() as usize
    }

    /// Values that a buffer holds of so many rows, which are those of whole blocks or up to the top.
    pub(super) fn row_values(self, rows: u32) -> usize {
        let blocks = [self.width, rows].map(|side| side.div_ceil(BLOCK.into()) as usize);
        blocks[0] * blocks[1] * self.block_values()
    }

    /// Values of a block.
    pub(super) fn block_values(self) -> usize {
        WINDOW * self.samples as usize
    }

    /// Where a buffer holds sample 0 of a pixel; those of the others follow at distances of [`WINDOW`].
    ///
    /// # Panics
    ///
    /// The pixel is outside.
    pub(super) fn at(self, x: u32, y: u32, layer: u32) -> usize {
        let inside = x < self.width && y < self.height && layer < self.layers;
        assert!(inside, "pixel ({x}, {y}) of layer {layer} is outside");
        self.block_at([x, y].map(|at| at / u32::from(BLOCK)), layer) + lane_of(x, y) as usize
    }

    /// Where a buffer holds the first value of a block, by its column and row.
    pub(super) fn block_at(self, [column, row]: [u32; 2], layer: u32) -> usize {
        let rows = layer as usize * self.row_values(self.height) + self.row_values(row * u32::from(BLOCK));
        rows + column as usize * self.block_values()
    }

    /// Does something with the runs of values of a rectangle, in all layers. What lies outside of the framebuffer goes
    /// with the edges next to it.
    pub(super) fn for_each_run(self, scissor: Option<Rectangle>, mut body: impl FnMut(Range<usize>)) {
        let whole = Bounds::of(self.width, self.height);
        let bounds = whole.scissored(scissor);
        if bounds == whole {
            return body(0..self.stored());
        }
        if bounds.is_empty() {
            return;
        }
        let padded = self.padded();
        let right = if bounds.x1 == whole.x1 {
            padded.width
        } else {
            bounds.x1 as u32
        };
        let top = if bounds.y1 == whole.y1 {
            padded.height
        } else {
            bounds.y1 as u32
        };
        let (columns, rows) = (bounds.x0 as u32..right, bounds.y0 as u32..top);
        let side = u32::from(BLOCK);
        let blocks = |range: &Range<u32>| range.start / side..range.end.div_ceil(side);
        let has = |range: &Range<u32>, first: u32| range.start <= first && first + side <= range.end;
        for layer in 0..self.layers {
            for row in blocks(&rows) {
                for column in blocks(&columns) {
                    let first = self.block_at([column, row], layer);
                    if has(&columns, column * side) && has(&rows, row * side) {
                        body(first..first + self.block_values());
                        continue;
                    }
                    for at in 0..self.block_values() {
                        let [x, y] = PLACES.each_ref().map(|places| u32::from(places[at % WINDOW]));
                        if columns.contains(&(column * side + x)) && rows.contains(&(row * side + y)) {
                            body(first + at..first + at + 1);
                        }
                    }
                }
            }
        }
    }
}
