//! Images as bytes: how the texels of each format lie in memory that GL reads and writes.

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{
    DEPTH_COMPONENT, DEPTH_STENCIL, FLOAT, FLOAT_32_UNSIGNED_INT_24_8_REV, INT, PACK_ALIGNMENT, READ_WRITE,
    RGBA, RGBA_INTEGER, UNPACK_ALIGNMENT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_INT_24_8, UNSIGNED_SHORT,
};

/// The layout of texels in memory, tightly packed, and the format that GL keeps them in. Numbers are those of `gl.xml`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(super) internal: u32,
    pub(super) format: u32,
    pub(super) kind: u32,
    pub(super) bytes: usize,
}

macro_rules! layouts {
    ($($(#[$doc:meta])* $name:ident $internal:literal $format:expr, $kind:expr, $bytes:literal;)*) => {
        impl Layout {
            $($(#[$doc])* pub(crate) const $name: Layout = Layout {
                internal: $internal,
                format: $format,
                kind: $kind,
                bytes: $bytes,
            };)*
        }
    };
}

layouts! {
    /// Four bytes, of which three are in the colour space sRGB.
    SRGB8_ALPHA8 0x8c43 RGBA, UNSIGNED_BYTE, 4;
    /// Four binary32.
    RGBA32F 0x8814 RGBA, FLOAT, 16;
    /// Four signed words.
    RGBA32I 0x8d82 RGBA_INTEGER, INT, 16;
    /// Four unsigned words.
    RGBA32UI 0x8d70 RGBA_INTEGER, UNSIGNED_INT, 16;
    /// A depth of 16 bits.
    DEPTH16 0x81a5 DEPTH_COMPONENT, UNSIGNED_SHORT, 2;
    /// A depth of 24 bits, in the upper bits of a word, whose lower eight repeat its first.
    DEPTH24 0x81a6 DEPTH_COMPONENT, UNSIGNED_INT, 4;
    /// A depth in binary32.
    DEPTH32F 0x8cac DEPTH_COMPONENT, FLOAT, 4;
    /// A word: a depth of 24 bits above a stencil value.
    DEPTH24_STENCIL8 0x88f0 DEPTH_STENCIL, UNSIGNED_INT_24_8, 4;
    /// A depth in binary32, then a word with a stencil value in its lower eight bits.
    DEPTH32F_STENCIL8 0x8cad DEPTH_STENCIL, FLOAT_32_UNSIGNED_INT_24_8_REV, 8;
}

impl Layout {
    /// The bytes of a texel.
    pub(crate) const fn bytes(self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
impl Layout {
    /// The format that GL keeps texels in.
    pub(crate) const fn internal(self) -> u32 {
        self.internal
    }

    /// The format and the type of texels in memory.
    pub(crate) const fn format_and_type(self) -> (u32, u32) {
        (self.format, self.kind)
    }
}

impl Gl {
    /// Defines a level of the texture that is bound, of one to three dimensions.
    ///
    /// # Errors
    ///
    /// The bytes are no such image.
    pub(crate) fn define(
        &self,
        target: u32,
        level: u32,
        dimensions: usize,
        size: [u32; 3],
        layout: Layout,
        bytes: &[u8],
    ) -> Result<(), GlError> {
        let texels = size.iter().map(|side| u64::from(*side)).product::<u64>();
        let sides = size.map(i32::try_from);
        let (Ok(width), Ok(height), Ok(depth)) = (sides[0], sides[1], sides[2]) else {
            return Err(GlError::TextureSize);
        };
        if bytes.len() as u64 != texels * layout.bytes as u64 {
            return Err(GlError::Bytes {
                bytes: bytes.len(),
                size,
            });
        }
        let Layout {
            internal,
            format,
            kind,
            ..
        } = layout;
        let (level, internal, data) = (level as i32, internal as i32, bytes.as_ptr().cast());
        let functions = &self.functions;
        // SAFETY: the memory holds exactly the image, since rows are tightly packed: UNPACK_ALIGNMENT is 1 here.
        unsafe {
            self.pixel_store(UNPACK_ALIGNMENT, 1);
            match dimensions {
                1 => (functions.image_1d)(target, level, internal, width, 0, format, kind, data),
                2 => (functions.image_2d)(target, level, internal, width, height, 0, format, kind, data),
                _ => (functions.image_3d)(
                    target, level, internal, width, height, depth, 0, format, kind, data,
                ),
            }
            self.pixel_store(UNPACK_ALIGNMENT, 4);
        }
        Ok(())
    }

    /// Binds level 0 of a texture, with all its layers, as an image of a format that shaders read and write.
    pub(crate) fn show(&self, binding: u32, texture: u32, layout: Layout) {
        self.bind_image_texture(binding, texture, 0, 1, 0, READ_WRITE, layout.internal);
    }

    /// The texels of level 0 of the texture that is bound, or of one of its faces, which has this size and layout.
    pub(crate) fn texels_of(&self, target: u32, size: [u32; 3], layout: Layout) -> Vec<u8> {
        let texels = size.iter().map(|side| *side as usize).product::<usize>();
        let mut bytes = vec![0; texels * layout.bytes];
        // SAFETY: the memory holds exactly the image, since rows are tightly packed: PACK_ALIGNMENT is 1 here.
        unsafe {
            self.pixel_store(PACK_ALIGNMENT, 1);
            (self.functions.get_image)(target, 0, layout.format, layout.kind, bytes.as_mut_ptr().cast());
            self.pixel_store(PACK_ALIGNMENT, 4);
        }
        bytes
    }
}
