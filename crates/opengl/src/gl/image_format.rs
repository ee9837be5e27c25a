//! The formats of images as GL names them, and how their texels lie in memory. Nothing but the table; numbers are
//! those of `gl.xml`.

use quadrille_translate::ImageFormat;

use super::layout::Layout;
use crate::enumerant::{
    BYTE, FLOAT, HALF_FLOAT, INT, RED, RED_INTEGER, RG, RG_INTEGER, RGB, RGBA, RGBA_INTEGER, SHORT,
    UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_INT_2_10_10_10_REV, UNSIGNED_INT_10F_11F_11F_REV, UNSIGNED_SHORT,
};

impl Layout {
    /// That of an image.
    #[rustfmt::skip]
    pub(crate) const fn of(format: ImageFormat) -> Layout {
        let (internal, format, kind, bytes) = match format {
            ImageFormat::Rgba32f => (0x8814, RGBA, FLOAT, 16),
            ImageFormat::Rgba16f => (0x881a, RGBA, HALF_FLOAT, 8),
            ImageFormat::Rg32f => (0x8230, RG, FLOAT, 8),
            ImageFormat::Rg16f => (0x822f, RG, HALF_FLOAT, 4),
            ImageFormat::R11fG11fB10f => (0x8c3a, RGB, UNSIGNED_INT_10F_11F_11F_REV, 4),
            ImageFormat::R32f => (0x822e, RED, FLOAT, 4),
            ImageFormat::R16f => (0x822d, RED, HALF_FLOAT, 2),
            ImageFormat::Rgba16 => (0x805b, RGBA, UNSIGNED_SHORT, 8),
            ImageFormat::Rgb10A2 => (0x8059, RGBA, UNSIGNED_INT_2_10_10_10_REV, 4),
            ImageFormat::Rgba8 => (0x8058, RGBA, UNSIGNED_BYTE, 4),
            ImageFormat::Rg16 => (0x822c, RG, UNSIGNED_SHORT, 4),
            ImageFormat::Rg8 => (0x822b, RG, UNSIGNED_BYTE, 2),
            ImageFormat::R16 => (0x822a, RED, UNSIGNED_SHORT, 2),
            ImageFormat::R8 => (0x8229, RED, UNSIGNED_BYTE, 1),
            ImageFormat::Rgba16Snorm => (0x8f9b, RGBA, SHORT, 8),
            ImageFormat::Rgba8Snorm => (0x8f97, RGBA, BYTE, 4),
            ImageFormat::Rg16Snorm => (0x8f99, RG, SHORT, 4),
            ImageFormat::Rg8Snorm => (0x8f95, RG, BYTE, 2),
            ImageFormat::R16Snorm => (0x8f98, RED, SHORT, 2),
            ImageFormat::R8Snorm => (0x8f94, RED, BYTE, 1),
            ImageFormat::Rgba32i => (0x8d82, RGBA_INTEGER, INT, 16),
            ImageFormat::Rgba16i => (0x8d88, RGBA_INTEGER, SHORT, 8),
            ImageFormat::Rgba8i => (0x8d8e, RGBA_INTEGER, BYTE, 4),
            ImageFormat::Rg32i => (0x823b, RG_INTEGER, INT, 8),
            ImageFormat::Rg16i => (0x8239, RG_INTEGER, SHORT, 4),
            ImageFormat::Rg8i => (0x8237, RG_INTEGER, BYTE, 2),
            ImageFormat::R32i => (0x8235, RED_INTEGER, INT, 4),
            ImageFormat::R16i => (0x8233, RED_INTEGER, SHORT, 2),
            ImageFormat::R8i => (0x8231, RED_INTEGER, BYTE, 1),
            ImageFormat::Rgba32ui => (0x8d70, RGBA_INTEGER, UNSIGNED_INT, 16),
            ImageFormat::Rgba16ui => (0x8d76, RGBA_INTEGER, UNSIGNED_SHORT, 8),
            ImageFormat::Rgb10a2ui => (0x906f, RGBA_INTEGER, UNSIGNED_INT_2_10_10_10_REV, 4),
            ImageFormat::Rgba8ui => (0x8d7c, RGBA_INTEGER, UNSIGNED_BYTE, 4),
            ImageFormat::Rg32ui => (0x823c, RG_INTEGER, UNSIGNED_INT, 8),
            ImageFormat::Rg16ui => (0x823a, RG_INTEGER, UNSIGNED_SHORT, 4),
            ImageFormat::Rg8ui => (0x8238, RG_INTEGER, UNSIGNED_BYTE, 2),
            ImageFormat::R32ui => (0x8236, RED_INTEGER, UNSIGNED_INT, 4),
            ImageFormat::R16ui => (0x8234, RED_INTEGER, UNSIGNED_SHORT, 2),
            ImageFormat::R8ui => (0x8232, RED_INTEGER, UNSIGNED_BYTE, 1),
        };
        Layout { internal, format, kind, bytes }
    }
}
