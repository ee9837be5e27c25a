//! Pictures in and out of textures: eight bits a channel, red first, four channels, rows from row 0 on.

use quadrille_numerics::qpu::pack::to_half;
use quadrille_numerics::qpu::unpack::from_half;

use super::etc1::Block;
use super::{Texel, TextureType};
use crate::layout::Plane;

/// A texel lies behind the end of the bytes: its column and row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bytes end before texel {0}, {1}")]
pub struct TooShort(pub u32, pub u32);

/// Brightness as television has it (ITU-R BT.601); that of a grey is itself.
fn luminance([r, g, b, _]: [u8; 4]) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000) as u8
}

/// The number of `bits` bits that is nearest to a byte as a part of 255.
fn narrow(byte: u8, bits: u32) -> u64 {
    let most = (1u32 << bits) - 1;
    u64::from((u32::from(byte) * most + 127) / 255)
}

impl TextureType {
    /// The bits of the texel that comes nearest to a colour; `None` for the types whose texels share what is stored. The
    /// channels that a type lacks are lost; luminance is the brightness, and one channel is red.
    pub fn bits_of(self, colour: [u8; 4]) -> Option<u64> {
        let [r, g, b, a] = colour;
        let half = |byte: u8| u64::from(to_half((f32::from(byte) / 255.0).to_bits()));
        Some(match self {
            TextureType::Rgba8888 | TextureType::Rgbx8888 | TextureType::Rgba32R => {
                u64::from(u32::from_le_bytes(colour))
            }
            TextureType::Rgba4444 => {
                narrow(r, 4) << 12 | narrow(g, 4) << 8 | narrow(b, 4) << 4 | narrow(a, 4)
            }
            TextureType::Rgba5551 => {
                narrow(r, 5) << 11 | narrow(g, 5) << 6 | narrow(b, 5) << 1 | narrow(a, 1)
            }
            TextureType::Rgb565 => narrow(r, 5) << 11 | narrow(g, 6) << 5 | narrow(b, 5),
            TextureType::Luminance => u64::from(luminance(colour)),
            TextureType::Alpha => u64::from(a),
            TextureType::LumAlpha => u64::from(luminance(colour)) | u64::from(a) << 8,
            TextureType::S16F => half(r),
            TextureType::S8 => u64::from(r),
            TextureType::S16 => u64::from(r) * 257,
            TextureType::Bw1 => narrow(luminance(colour), 1),
            TextureType::A4 => narrow(a, 4),
            TextureType::A1 => narrow(a, 1),
            TextureType::Rgba64 => half(r) | half(g) << 16 | half(b) << 32 | half(a) << 48,
            TextureType::Etc1 | TextureType::Yuyv422R => return None,
        })
    }

    /// The colour of a texel in a picture. One channel is shown as grey.
    pub fn colour_of(self, texel: Texel) -> [u8; 4] {
        let grey = |byte: u8| [byte, byte, byte, 255];
        match (self, texel) {
            (TextureType::S8, Texel::Bytes([value, ..])) => grey(value),
            (TextureType::S16, Texel::Halves([value, ..])) => grey((value >> 8) as u8),
            (TextureType::S16F, Texel::Halves([value, ..])) => grey(byte_of_half(value)),
            (_, Texel::Bytes(bytes)) => bytes,
            (_, Texel::Halves(halves)) => halves.map(byte_of_half),
        }
    }

    /// A plane of this type with the picture `rgba` of `width` by `height` texels in it; what rounding the size adds is 0.
    /// Blocks of ETC1 are compressed, YUYV takes red, green and blue for Y, U and V.
    ///
    /// # Panics
    ///
    /// `rgba` has other than four bytes for each texel.
    pub fn encode(self, plane: &Plane, (width, height): (u32, u32), rgba: &[u8]) -> Vec<u8> {
        let (pixels, rest) = rgba.as_chunks::<4>();
        assert!(rest.is_empty() && pixels.len() as u64 == u64::from(width) * u64::from(height));
        let mut bytes = vec![0; plane.bytes() as usize];
        let pixel = |x: u32, y: u32| {
            let (x, y) = (x.min(width - 1), y.min(height - 1));
            pixels[y as usize * width as usize + x as usize]
        };
        match self {
            TextureType::Etc1 => {
                for (x, y) in places(width.div_ceil(4), height.div_ceil(4)) {
                    let texels = std::array::from_fn(|n| {
                        let [r, g, b, _] = pixel(4 * x + n as u32 % 4, 4 * y + n as u32 / 4);
                        [r, g, b]
                    });
                    plane.put(
                        &mut bytes,
                        (x, y),
                        u64::from_le_bytes(Block::of_texels(&texels).to_bytes()),
                    );
                }
            }
            TextureType::Yuyv422R => {
                for (x, y) in places(width, height) {
                    let (left, right) = (pixel(x & !1, y), pixel(x | 1, y));
                    let mean =
                        |channel: usize| (u16::from(left[channel]) + u16::from(right[channel])).div_ceil(2);
                    let shared = mean(1 + (x as usize & 1));
                    plane.put(
                        &mut bytes,
                        (x, y),
                        u64::from(pixel(x, y)[0]) | u64::from(shared) << 8,
                    );
                }
                if width % 2 == 1 {
                    // The last texel's V lies in a pair's second half.
                    for y in 0..height {
                        plane.put(&mut bytes, (width, y), u64::from(pixel(width, y)[2]) << 8);
                    }
                }
            }
            _ => {
                for (x, y) in places(width, height) {
                    plane.put(&mut bytes, (x, y), self.bits_of(pixel(x, y)).unwrap_or_default());
                }
            }
        }
        bytes
    }

    /// The picture of `width` by `height` texels that a plane of this type holds.
    ///
    /// # Errors
    ///
    /// The bytes end before that.
    pub fn decode(
        self,
        plane: &Plane,
        (width, height): (u32, u32),
        bytes: &[u8],
    ) -> Result<Vec<u8>, TooShort> {
        let mut rgba = Vec::with_capacity(4 * width as usize * height as usize);
        for (x, y) in places(width, height) {
            let texel = self
                .fetch(bytes, plane, (x, y), true)
                .map_err(|_| TooShort(x, y))?;
            rgba.extend(self.colour_of(texel));
        }
        Ok(rgba)
    }
}

fn byte_of_half(half: u16) -> u8 {
    // The nearest, not the colour pack's: so a byte comes back from its half.
    let value = f32::from_bits(from_half(half));
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Columns and rows, row by row.
fn places(width: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// The picture of half the size, at least one texel a side: each texel the mean of those that it stands for, of which an
/// odd side has three at its end.
pub fn halve(rgba: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let (pixels, _) = rgba.as_chunks::<4>();
    let half = |side: u32| (side / 2).max(1);
    let span = |n: u32, side: u32| 2 * n..if n + 1 == half(side) { side } else { 2 * n + 2 };
    let mut halved = Vec::with_capacity(4 * half(width) as usize * half(height) as usize);
    for (x, y) in places(half(width), half(height)) {
        let (mut sums, mut count) = ([0u32; 4], 0);
        for row in span(y, height) {
            for column in span(x, width) {
                let pixel = pixels[row as usize * width as usize + column as usize];
                for (sum, byte) in sums.iter_mut().zip(pixel) {
                    *sum += u32::from(byte);
                }
                count += 1;
            }
        }
        halved.extend(sums.map(|sum| ((sum + count / 2) / count) as u8));
    }
    halved
}
