//! PNG files in and out of memory.

use std::io::Cursor;

use super::Picture;
use crate::files::{FileError, Files, MOST_BYTES};

/// The most pixels of a picture that is read: 2^26.
const MOST_PIXELS: u64 = 1 << 26;

/// A picture that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// Its file cannot be.
    #[error(transparent)]
    File(#[from] FileError),
    /// It has more than 2^26 pixels.
    #[error("the picture has {width} × {height} pixels; at most {MOST_PIXELS} are read")]
    TooLarge {
        /// Pixels of a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// It is no PNG, or a damaged one.
    #[error("{0}")]
    Damaged(String),
}

/// A picture that does not become a file: it has no pixels, or its bytes do not fit its size.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PngError(#[from] png::EncodingError);

impl From<png::DecodingError> for PictureError {
    fn from(error: png::DecodingError) -> PictureError {
        PictureError::Damaged(error.to_string())
    }
}

impl Picture {
    /// The picture as a PNG file. With `opaque`, alpha is left out, as a screen shows it.
    ///
    /// # Errors
    ///
    /// The picture has no pixels, or its bytes do not fit its size.
    pub fn to_png(&self, opaque: bool) -> Result<Vec<u8>, PngError> {
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
        encoder.write_header().and_then(write)?;
        Ok(bytes)
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or those of [`Picture::from_png`].
    pub fn read(path: &str, files: &dyn Files) -> Result<Picture, PictureError> {
        Picture::from_png(&files.read(path, MOST_BYTES)?)
    }

    /// Reads a picture of any colour type from the bytes of a PNG file. What is beside the pixels, such as colour
    /// profiles and texts, is not unpacked.
    ///
    /// # Errors
    ///
    /// It is no PNG, it is damaged, or it has more than 2^26 pixels, which is found before memory is taken for them.
    pub fn from_png(bytes: &[u8]) -> Result<Picture, PictureError> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder
            .set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info()?;
        let (width, height) = (header.width, header.height);
        let too_large = PictureError::TooLarge { width, height };
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(too_large);
        }
        let mut reader = decoder.read_info()?;
        let mut data = vec![0; reader.output_buffer_size().ok_or(too_large)?];
        let frame = reader.next_frame(&mut data)?;
        data.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::Rgba => data,
            png::ColorType::GrayscaleAlpha => data
                .as_chunks()
                .0
                .iter()
                .flat_map(|&[level, alpha]| [level, level, level, alpha])
                .collect(),
            png::ColorType::Rgb => data
                .as_chunks()
                .0
                .iter()
                .flat_map(|&[red, green, blue]| [red, green, blue, 255])
                .collect(),
            png::ColorType::Grayscale | png::ColorType::Indexed => data
                .iter()
                .flat_map(|&level| [level, level, level, 255])
                .collect(),
        };
        Ok(Picture { width, height, rgba })
    }
}
