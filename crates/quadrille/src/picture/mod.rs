//! Pictures: 8-bit RGBA. `file` has PNG in and out of memory, `difference` how far two lie apart.

mod difference;
#[cfg(feature = "png")]
mod file;

use quadrille_pipeline::Framebuffer;

pub use difference::PictureDifference;
#[cfg(feature = "png")]
pub use file::{PictureError, PngError};

/// A picture; rows from top to bottom, four bytes a pixel.
///
/// ```
/// let dot = quadrille::Picture { width: 1, height: 1, rgba: vec![255, 0, 0, 255] };
/// # #[cfg(feature = "png")] {
/// let file = dot.to_png(true)?;
/// assert_eq!(quadrille::Picture::from_png(&file)?, dot);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha of each pixel.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A colour buffer of a framebuffer, 8 bits a component; empty if there is no such buffer. Of several samples and
    /// layers it is what the samples of the first layer come to.
    pub fn of(framebuffer: &Framebuffer, buffer: usize) -> Picture {
        let exists = buffer < framebuffer.color_formats().len();
        let (width, height) = (framebuffer.width(), framebuffer.height());
        Picture {
            width: if exists { width } else { 0 },
            height: if exists { height } else { 0 },
            rgba: if exists {
                framebuffer.to_rgba8(buffer)
            } else {
                Vec::new()
            },
        }
    }

    /// The rows from bottom to top, as GL takes them.
    pub fn bottom_up(mut self) -> Vec<u8> {
        let row = self.width as usize * 4;
        let mut rows = self.rgba.chunks_exact_mut(row.max(1));
        while let (Some(above), Some(below)) = (rows.next(), rows.next_back()) {
            above.swap_with_slice(below);
        }
        self.rgba
    }
}
