//! Pictures of a capture.

use super::Look;

/// A picture of 8 bits a component, rows from the top.
pub(crate) struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Picture {
    /// Of rows from the lowest up; nothing where they are not as many as the size says.
    pub(super) fn new([width, height]: [u32; 2], pixels: &[[u8; 4]]) -> Option<Picture> {
        let row = usize::try_from(width).ok().filter(|row| *row > 0)?;
        let is_whole = pixels.len() == row.checked_mul(usize::try_from(height).ok()?)?;
        is_whole.then(|| Picture {
            width,
            height,
            rgba: pixels
                .chunks_exact(row)
                .rev()
                .flatten()
                .flatten()
                .copied()
                .collect(),
        })
    }

    /// Of the colours that were drawn.
    pub(super) fn colors(gl: &dyn Look, [width, height]: [u32; 2]) -> Option<Picture> {
        Picture::new([width, height], &gl.colors(width, height))
    }

    /// Of the depths: 24 bits in red, green and blue, the highest first.
    pub(super) fn depths(gl: &dyn Look, [width, height]: [u32; 2]) -> Option<Picture> {
        let pixel = |depth: u32| {
            let [high, middle, low, _] = depth.to_be_bytes();
            [high, middle, low, 255]
        };
        let pixels: Vec<[u8; 4]> = gl.depths(width, height).into_iter().map(pixel).collect();
        Picture::new([width, height], &pixels)
    }

    /// With its rows in the other order.
    pub(super) fn turned(self) -> Picture {
        let row = self.width as usize * 4;
        Picture {
            rgba: self.rgba.chunks_exact(row).rev().flatten().copied().collect(),
            ..self
        }
    }

    /// As a file; empty where it cannot be one.
    pub(super) fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder
            .write_header()
            .and_then(|mut file| file.write_image_data(&self.rgba));
        match written {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }
}
