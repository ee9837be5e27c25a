//! Texels of compressed formats: from blocks to an [`Image`] whose texels are decoded.
//!
//! BC6H and BC7 are decoded by `bcdec_rs`; the other schemes are here, because no library gives all of their bits: RGTC and
//! EAC have more than 8, and ASTC is a half float or an sRGB byte.

mod astc;
mod eac;
mod etc2;
mod rgtc;
mod s3tc;

use quadrille_texture::{Base, Compression, Encoding, Extent, Format, Image, Limits, TextureError};

/// Blocks that are no image.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BlocksError {
    /// The format has no blocks.
    #[error("{} is not compressed", .0.row().name)]
    NotCompressed(Format),
    /// Another count of bytes than the blocks of the image need.
    #[error("the blocks of the image are {needed} bytes, but {given} are given")]
    Length {
        /// The length that is needed, in bytes.
        needed: u64,
        /// The length that is given, in bytes.
        given: u64,
    },
    /// The image cannot be made.
    #[error(transparent)]
    Image(#[from] TextureError),
}

/// The bytes that the blocks of an image take, or the largest number.
pub fn bytes(compression: Compression, extent: Extent) -> u64 {
    let blocks = compression.blocks(extent).map(u64::from);
    blocks
        .into_iter()
        .fold(compression.bytes() as u64, u64::saturating_mul)
}

/// The most texels of a block, and the most bytes of one.
const MOST_TEXELS: usize = 12 * 12;
const MOST_BYTES: usize = 8;

/// Decodes an image from its blocks: rows of blocks, then slices or layers, as CompressedTexImage takes them. What blocks at
/// the edges have beyond the image is dropped.
///
/// # Errors
/// A format without blocks, another count of bytes than the image needs, or an image beyond the limits.
pub fn decode(format: Format, extent: Extent, blocks: &[u8], limits: &Limits) -> Result<Image, BlocksError> {
    let compression = format
        .row()
        .compression
        .ok_or(BlocksError::NotCompressed(format))?;
    let (needed, given) = (bytes(compression, extent), blocks.len() as u64);
    if needed != given {
        return Err(BlocksError::Length { needed, given });
    }
    let mut image = Image::zeroed(format, extent, 1, limits)?;
    let size = format.texel_bytes();
    let [block_width, block_height] = compression.texels().map(|texels| texels as usize);
    let [columns, rows, _] = compression.blocks(extent).map(|blocks| blocks as usize);
    let [width, height] = [extent.width as usize, extent.height as usize];
    let mut texels = [0; MOST_TEXELS * MOST_BYTES];
    for (number, block) in blocks.chunks_exact(compression.bytes()).enumerate() {
        decode_block(format, compression, block, &mut texels);
        let [left, bottom] = [
            number % columns * block_width,
            number / columns % rows * block_height,
        ];
        let slice = number / (columns * rows);
        let inside = (width - left).min(block_width) * size;
        let lines = texels.chunks_exact(block_width * size);
        for (line, y) in lines.zip(bottom..height.min(bottom + block_height)) {
            let start = ((slice * height + y) * width + left) * size;
            image.bytes_mut()[start..][..inside].copy_from_slice(&line[..inside]);
        }
    }
    Ok(image)
}

/// Writes the texels of a block, row by row, as the format encodes them.
fn decode_block(format: Format, compression: Compression, block: &[u8], texels: &mut [u8]) {
    let row = format.row();
    let signed = matches!(row.encoding, Encoding::RgtcSigned | Encoding::EacSigned);
    let (first, second) = (&block[..8], &block[block.len() - 8..]);
    match compression {
        Compression::Bc1 if row.base == Base::Rgb => {
            for (texel, color) in texels
                .as_chunks_mut::<3>()
                .0
                .iter_mut()
                .zip(s3tc::colors(first, true))
            {
                texel.copy_from_slice(&color[..3]);
            }
        }
        Compression::Bc1 => store(texels, s3tc::colors(first, true)),
        Compression::Bc2 => store_with_alpha(texels, s3tc::colors(second, false), s3tc::alphas(first)),
        Compression::Bc3 => {
            let alphas = rgtc::numbers(first, false).map(rgtc::to_byte);
            store_with_alpha(texels, s3tc::colors(second, false), alphas);
        }
        Compression::Bc4 => store(texels, rgtc::numbers(first, signed).map(i16::to_le_bytes)),
        Compression::Bc5 => store_pairs(texels, [first, second].map(|block| rgtc::numbers(block, signed))),
        Compression::Bc6h { signed } => {
            let mut halves = [0_u16; 16 * 3];
            bcdec_rs::bc6h_half(block, &mut halves, 4 * 3, signed);
            store(texels, halves.map(u16::to_le_bytes));
        }
        Compression::Bc7 => bcdec_rs::bc7(block, texels, 4 * 4),
        Compression::Etc2 => {
            for (texel, color) in texels
                .as_chunks_mut::<3>()
                .0
                .iter_mut()
                .zip(etc2::colors(first, false))
            {
                texel.copy_from_slice(&color[..3]);
            }
        }
        Compression::Etc2Punchthrough => store(texels, etc2::colors(first, true)),
        Compression::Etc2Alpha => {
            store_with_alpha(texels, etc2::colors(second, false), eac::alphas(first));
        }
        Compression::EacR => store(texels, eac::numbers(first, signed).map(i16::to_le_bytes)),
        Compression::EacRg => store_pairs(texels, [first, second].map(|block| eac::numbers(block, signed))),
        Compression::Astc(width, height) => {
            let srgb = row.encoding == Encoding::Srgb8;
            astc::decode(block, [width, height].map(u32::from), |texel, color| match srgb {
                true => texels[4 * texel..][..4].copy_from_slice(&color.srgb()),
                false => texels[8 * texel..][..8].copy_from_slice(color.halves().as_flattened()),
            });
        }
    }
}

/// Writes texels of so many bytes.
fn store<const BYTES: usize, const COUNT: usize>(texels: &mut [u8], colors: [[u8; BYTES]; COUNT]) {
    let colors = colors.as_flattened();
    texels[..colors.len()].copy_from_slice(colors);
}

fn store_with_alpha(texels: &mut [u8], mut colors: [[u8; 4]; 16], alphas: [u8; 16]) {
    for (color, alpha) in colors.iter_mut().zip(alphas) {
        color[3] = alpha;
    }
    store(texels, colors);
}

fn store_pairs(texels: &mut [u8], [red, green]: [[i16; 16]; 2]) {
    for (texel, (red, green)) in texels
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .zip(red.into_iter().zip(green))
    {
        store(texel, [red, green].map(i16::to_le_bytes));
    }
}
