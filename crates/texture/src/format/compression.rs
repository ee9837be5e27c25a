//! How formats in blocks are compressed. Their texels are decoded before an image holds them, so lookups know nothing of
//! blocks; `quadrille-texture-files` decodes.

use crate::Extent;

/// The scheme of a compressed format, which says what the bytes of a block are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is that of the scheme")]
pub enum Compression {
    Bc1,
    Bc2,
    Bc3,
    Bc4,
    Bc5,
    Bc6h {
        signed: bool,
    },
    Bc7,
    Etc2,
    Etc2Punchthrough,
    Etc2Alpha,
    EacR,
    EacRg,
    /// Blocks of so many texels in width and height.
    Astc(u8, u8),
}

impl Compression {
    /// Texels in the width and height of a block.
    pub fn texels(self) -> [u32; 2] {
        match self {
            Compression::Astc(width, height) => [u32::from(width), u32::from(height)],
            Compression::Bc1
            | Compression::Bc2
            | Compression::Bc3
            | Compression::Bc4
            | Compression::Bc5
            | Compression::Bc6h { .. }
            | Compression::Bc7
            | Compression::Etc2
            | Compression::Etc2Punchthrough
            | Compression::Etc2Alpha
            | Compression::EacR
            | Compression::EacRg => [4, 4],
        }
    }

    /// Bytes of a block.
    pub fn bytes(self) -> usize {
        match self {
            Compression::Bc1
            | Compression::Bc4
            | Compression::Etc2
            | Compression::Etc2Punchthrough
            | Compression::EacR => 8,
            Compression::Bc2
            | Compression::Bc3
            | Compression::Bc5
            | Compression::Bc6h { .. }
            | Compression::Bc7
            | Compression::Etc2Alpha
            | Compression::EacRg
            | Compression::Astc(..) => 16,
        }
    }

    /// Blocks in a row, in a column, and slices of an image: those at the right and upper edge may reach beyond it.
    pub fn blocks(self, extent: Extent) -> [u32; 3] {
        let [width, height] = self.texels();
        [
            extent.width.div_ceil(width),
            extent.height.div_ceil(height),
            extent.depth,
        ]
    }
}
