//! Pictures: 8-bit RGBA, and PNG in and out of memory. How far two lie apart is `difference`'s.

mod difference;

use std::io::Cursor;

use quadrille_pipeline::Framebuffer;

pub use difference::PictureDifference;

/// A picture; rows from top to bottom, four bytes a pixel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Red, green, blue, alpha of each pixel.
    pub rgba: Vec<u8>,
}

/// The most pixels of a picture that is read: 2^26.
const MOST_PIXELS: u64 = 1 << 26;

impl Picture {
    /// A colour buffer of a framebuffer, 8 bits a component; empty if there is no such buffer. Of several samples and
    /// layers it is what the samples of the first layer come to.
    pub fn of(framebuffer: &Framebuffer, buffer: usize) -> Picture {
        let exists = buffer < framebuffer.colors().len();
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

    /// The picture as a PNG file. With `opaque`, alpha is left out, as a screen shows it.
    ///
    /// # Errors
    ///
    /// The picture has no pixels, or its bytes do not fit its size.
    pub fn to_png(&self, opaque: bool) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_color(if opaque {
            png::ColorType::Rgb
        } else {
            png::ColorType::Rgba
        });
        let write = |mut encoder: png::Writer<&mut Vec<u8>>| {
            if opaque {
                let rgb: Vec<u8> = self
                    .rgba
                    .chunks_exact(4)
                    .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
                    .collect();
                encoder.write_image_data(&rgb)
            } else {
                encoder.write_image_data(&self.rgba)
            }
        };
        encoder
            .write_header()
            .and_then(write)
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// Reads a PNG file of any colour type.
    ///
    /// # Errors
    ///
    /// It is no PNG, it is damaged, or it has more than 2^26 pixels.
    pub fn from_png(bytes: &[u8]) -> Result<Picture, String> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder
            .set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let (width, height) = (reader.info().width, reader.info().height);
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(format!(
                "the picture has {width} × {height} pixels, which is too many"
            ));
        }
        let size = reader.output_buffer_size().ok_or("the picture is too large")?;
        let mut data = vec![0; size];
        let frame = reader.next_frame(&mut data).map_err(|error| error.to_string())?;
        let pixels = &data[..frame.buffer_size()];
        let rgba = match frame.color_type {
            png::ColorType::Rgba => pixels.to_vec(),
            png::ColorType::GrayscaleAlpha => pixels
                .chunks_exact(2)
                .flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])
                .collect(),
            png::ColorType::Rgb => pixels
                .chunks_exact(3)
                .flat_map(|p| [p[0], p[1], p[2], 255])
                .collect(),
            png::ColorType::Grayscale | png::ColorType::Indexed => pixels
                .iter()
                .flat_map(|level| [*level, *level, *level, 255])
                .collect(),
        };
        Ok(Picture { width, height, rgba })
    }

    /// The rows from bottom to top, as GL takes them.
    pub fn bottom_up(&self) -> Vec<u8> {
        let row = self.width as usize * 4;
        self.rgba
            .chunks_exact(row.max(1))
            .rev()
            .flatten()
            .copied()
            .collect()
    }
}
