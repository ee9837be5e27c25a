//! The frame in memory as a picture.

use crate::layout::{ElementSize, Layout, Plane};
use crate::list::packet::TileRenderingMode;
use crate::list::{FrameFormat, MemoryFormat, Source};
use crate::tile::from_565;

/// Pixels of a frame: rows in the order of memory, four bytes a pixel, red first as the tile buffer has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FramePicture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel; what memory does not hold is 0.
    pub rgba: Vec<u8>,
}

/// The most pixels of a picture, more than the chip's 256 by 256 tiles show of any display.
const MOST: u32 = 1 << 26;

/// A frame has more pixels than a picture may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a frame of {width}x{height} pixels is too large for a picture, which has at most {MOST}")]
pub struct FrameTooLarge {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl FramePicture {
    /// Reads the frame of a rendering mode. Of pixels of 64 bits the upper bytes of the four halves count.
    ///
    /// # Errors
    ///
    /// [`FrameTooLarge`] beyond 2²⁶ pixels.
    pub fn read(mode: &TileRenderingMode, memory: &impl Source) -> Result<FramePicture, FrameTooLarge> {
        let (width, height) = (u32::from(mode.width), u32::from(mode.height));
        if width.saturating_mul(height) > MOST {
            return Err(FrameTooLarge { width, height });
        }
        let is_565 = matches!(mode.format, FrameFormat::Bgr565 | FrameFormat::Bgr565Dither);
        let size = match (mode.color64, is_565) {
            (true, _) => ElementSize::Bits64,
            (false, true) => ElementSize::Bits16,
            (false, false) => ElementSize::Bits32,
        };
        let layout = match mode.memory {
            MemoryFormat::T => Layout::T,
            MemoryFormat::Lt => Layout::Lt,
            MemoryFormat::Raster | MemoryFormat::Reserved(_) => Layout::Raster,
        };
        let plane = Plane::new(layout, size, width, height);
        let mut rgba = Vec::with_capacity((4 * width * height) as usize);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let mut bytes = [0; 8];
            let count = (size.bits() / 8) as usize;
            memory.read(
                mode.address.wrapping_add(plane.offset(x, y) as u32),
                &mut bytes[..count],
            );
            let [a, b, c, d, _, f, _, h] = bytes;
            rgba.extend_from_slice(&match size {
                ElementSize::Bits16 => from_565(u16::from_le_bytes([a, b])).to_le_bytes(),
                ElementSize::Bits64 => [b, d, f, h],
                _ => [a, b, c, d],
            });
        }
        Ok(FramePicture { width, height, rgba })
    }
}
