//! Textures and their images, from numbers.

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{DEPTH_COMPONENT, FLOAT, RGBA, UNSIGNED_BYTE};

/// The texels of an image, four components each, or one for depths.
pub(crate) enum Texels<'a> {
    /// Red, green, blue, alpha, from the lower left.
    Bytes(&'a [u8]),
    /// The same as numbers.
    Colors(&'a [f32]),
    /// Depths.
    Depths(&'a [f32]),
}

impl Gl {
    /// Makes a texture and binds it; gives its name.
    pub(crate) fn new_texture(&self, target: u32) -> u32 {
        let mut texture = 0;
        // SAFETY: one name is written.
        unsafe { (self.functions.generate_textures)(1, &mut texture) };
        self.bind_texture(target, texture);
        texture
    }

    /// Defines a level with one to three sizes: width, height, depth.
    pub(crate) fn image(
        &self,
        target: u32,
        level: u32,
        format: u32,
        sizes: &[u32],
        texels: &Texels<'_>,
    ) -> Result<(), GlError> {
        let (layout, kind, length, components, data) = match texels {
            Texels::Bytes(bytes) => (RGBA, UNSIGNED_BYTE, bytes.len(), 4, bytes.as_ptr().cast()),
            Texels::Colors(colors) => (RGBA, FLOAT, colors.len(), 4, colors.as_ptr().cast()),
            Texels::Depths(depths) => (DEPTH_COMPONENT, FLOAT, depths.len(), 1, depths.as_ptr().cast()),
        };
        let is_large = sizes.iter().any(|size| *size > 1 << 14);
        let texels: u64 = sizes.iter().map(|size| u64::from(*size)).product();
        if is_large || length as u64 != texels * components {
            return Err(GlError::Numbers {
                numbers: length,
                sizes: sizes.to_vec(),
            });
        }
        let (level, format) = (level as i32, format as i32);
        // SAFETY: the memory holds exactly the image, whose rows are whole words, as UNPACK_ALIGNMENT asks.
        unsafe {
            match sizes.iter().map(|size| *size as i32).collect::<Vec<_>>()[..] {
                [width] => (self.functions.image_1d)(target, level, format, width, 0, layout, kind, data),
                [width, height] => {
                    (self.functions.image_2d)(target, level, format, width, height, 0, layout, kind, data);
                }
                [width, height, depth] => (self.functions.image_3d)(
                    target, level, format, width, height, depth, 0, layout, kind, data,
                ),
                _ => return Err(GlError::Dimensions),
            }
        }
        Ok(())
    }
}
