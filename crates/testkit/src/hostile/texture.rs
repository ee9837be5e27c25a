//! Textures: KTX2 and DDS files, and blocks of compressed formats.

use quadrille::texture::format::FORMATS;
use quadrille::texture::{Extent, Limits};
use quadrille::texture_files::{TextureFile, blocks};

/// Sizes that a reader may ask memory for.
const LIMITS: Limits = Limits {
    size: 2_048,
    size_3d: 256,
    layers: 256,
    buffer_texels: 0,
    samples: 1,
    image_bytes: 1 << 24,
};

/// There is a texture with all levels of the file, no larger than was announced; or there is a reason at a byte of it.
pub(super) fn file(bytes: &[u8]) {
    let opened = TextureFile::open(bytes);
    match opened.and_then(|file| Ok((file.texture(&LIMITS)?, file))) {
        Ok((texture, file)) => {
            assert_eq!(texture.target(), file.target());
            assert!(texture.levels() >= file.levels());
            assert!(texture.bytes() <= file.bytes()[0]);
        }
        Err(error) => {
            assert!(error.at <= bytes.len() as u64);
            assert!(!error.reason.to_string().is_empty());
        }
    }
}

/// Whatever blocks are, they have texels: each format decodes what the bytes are enough for.
pub(super) fn blocks(bytes: &[u8]) {
    for row in FORMATS {
        let Some(compression) = row.compression else {
            continue;
        };
        let count = bytes.len() / compression.bytes();
        if count == 0 {
            continue;
        }
        let count = count.min(16);
        let [width, height] = compression.texels();
        let extent = Extent::new(count as u32 * width - 1, height - 1, 1);
        let decoded = blocks::decode(row.format, extent, &bytes[..count * compression.bytes()], &LIMITS);
        let image = decoded.expect("as many blocks as the extent has");
        assert_eq!(image.extent(), extent);
    }
}
