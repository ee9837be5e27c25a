//! The table of formats, one row each.
//!
//! Sources: OpenGL 2.1 table 3.16; ARB_texture_float; ARB_texture_rg; EXT_texture_snorm; EXT_texture_integer;
//! EXT_texture_sRGB; EXT_packed_float; ARB_texture_rgb10_a2ui; ARB_depth_texture; ARB_depth_buffer_float;
//! ARB_ES2_compatibility for RGB565.

use super::{Base, Encoding, FormatRow};

macro_rules! formats {
    ($($format:ident $name:literal $base:ident $encoding:ident,)*) => {
        /// A sized internal format.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each name is the specification's own")]
        pub enum Format {
            $($format,)*
        }

        /// A row for each format, in the order of [`Format`].
        pub const FORMATS: &[FormatRow] = &[
            $(FormatRow {
                format: Format::$format,
                name: $name,
                base: Base::$base,
                encoding: Encoding::$encoding,
            },)*
        ];
    };
}

formats! {
    A8 "ALPHA8" Alpha Unorm8,
    A16 "ALPHA16" Alpha Unorm16,
    A16F "ALPHA16F" Alpha Float16,
    A32F "ALPHA32F" Alpha Float32,
    L8 "LUMINANCE8" Luminance Unorm8,
    L16 "LUMINANCE16" Luminance Unorm16,
    L16F "LUMINANCE16F" Luminance Float16,
    L32F "LUMINANCE32F" Luminance Float32,
    I8 "INTENSITY8" Intensity Unorm8,
    I16 "INTENSITY16" Intensity Unorm16,
    I16F "INTENSITY16F" Intensity Float16,
    I32F "INTENSITY32F" Intensity Float32,
    La8 "LUMINANCE8_ALPHA8" LuminanceAlpha Unorm8,
    La16 "LUMINANCE16_ALPHA16" LuminanceAlpha Unorm16,
    La16F "LUMINANCE_ALPHA16F" LuminanceAlpha Float16,
    La32F "LUMINANCE_ALPHA32F" LuminanceAlpha Float32,
    R8 "R8" Red Unorm8,
    R16 "R16" Red Unorm16,
    R8Snorm "R8_SNORM" Red Snorm8,
    R16Snorm "R16_SNORM" Red Snorm16,
    R16F "R16F" Red Float16,
    R32F "R32F" Red Float32,
    Rg8 "RG8" Rg Unorm8,
    Rg16 "RG16" Rg Unorm16,
    Rg8Snorm "RG8_SNORM" Rg Snorm8,
    Rg16Snorm "RG16_SNORM" Rg Snorm16,
    Rg16F "RG16F" Rg Float16,
    Rg32F "RG32F" Rg Float32,
    Rgb8 "RGB8" Rgb Unorm8,
    Rgb16 "RGB16" Rgb Unorm16,
    Rgb8Snorm "RGB8_SNORM" Rgb Snorm8,
    Rgb16Snorm "RGB16_SNORM" Rgb Snorm16,
    Rgb16F "RGB16F" Rgb Float16,
    Rgb32F "RGB32F" Rgb Float32,
    Rgba8 "RGBA8" Rgba Unorm8,
    Rgba16 "RGBA16" Rgba Unorm16,
    Rgba8Snorm "RGBA8_SNORM" Rgba Snorm8,
    Rgba16Snorm "RGBA16_SNORM" Rgba Snorm16,
    Rgba16F "RGBA16F" Rgba Float16,
    Rgba32F "RGBA32F" Rgba Float32,
    Rgb565 "RGB565" Rgb Packed565,
    Rgba4 "RGBA4" Rgba Packed4444,
    Rgb5A1 "RGB5_A1" Rgba Packed5551,
    Rgb10A2 "RGB10_A2" Rgba Packed1010102,
    R11FG11FB10F "R11F_G11F_B10F" Rgb Packed111110F,
    Srgb8 "SRGB8" Rgb Srgb8,
    Srgb8Alpha8 "SRGB8_ALPHA8" Rgba Srgb8,
    Depth16 "DEPTH_COMPONENT16" Depth Unorm16,
    Depth24 "DEPTH_COMPONENT24" Depth Unorm24,
    Depth32 "DEPTH_COMPONENT32" Depth Unorm32,
    Depth32F "DEPTH_COMPONENT32F" Depth Float32,
    A8I "ALPHA8I" Alpha Sint8,
    A8Ui "ALPHA8UI" Alpha Uint8,
    A16I "ALPHA16I" Alpha Sint16,
    A16Ui "ALPHA16UI" Alpha Uint16,
    A32I "ALPHA32I" Alpha Sint32,
    A32Ui "ALPHA32UI" Alpha Uint32,
    L8I "LUMINANCE8I" Luminance Sint8,
    L8Ui "LUMINANCE8UI" Luminance Uint8,
    L16I "LUMINANCE16I" Luminance Sint16,
    L16Ui "LUMINANCE16UI" Luminance Uint16,
    L32I "LUMINANCE32I" Luminance Sint32,
    L32Ui "LUMINANCE32UI" Luminance Uint32,
    I8I "INTENSITY8I" Intensity Sint8,
    I8Ui "INTENSITY8UI" Intensity Uint8,
    I16I "INTENSITY16I" Intensity Sint16,
    I16Ui "INTENSITY16UI" Intensity Uint16,
    I32I "INTENSITY32I" Intensity Sint32,
    I32Ui "INTENSITY32UI" Intensity Uint32,
    La8I "LUMINANCE_ALPHA8I" LuminanceAlpha Sint8,
    La8Ui "LUMINANCE_ALPHA8UI" LuminanceAlpha Uint8,
    La16I "LUMINANCE_ALPHA16I" LuminanceAlpha Sint16,
    La16Ui "LUMINANCE_ALPHA16UI" LuminanceAlpha Uint16,
    La32I "LUMINANCE_ALPHA32I" LuminanceAlpha Sint32,
    La32Ui "LUMINANCE_ALPHA32UI" LuminanceAlpha Uint32,
    R8I "R8I" Red Sint8,
    R8Ui "R8UI" Red Uint8,
    R16I "R16I" Red Sint16,
    R16Ui "R16UI" Red Uint16,
    R32I "R32I" Red Sint32,
    R32Ui "R32UI" Red Uint32,
    Rg8I "RG8I" Rg Sint8,
    Rg8Ui "RG8UI" Rg Uint8,
    Rg16I "RG16I" Rg Sint16,
    Rg16Ui "RG16UI" Rg Uint16,
    Rg32I "RG32I" Rg Sint32,
    Rg32Ui "RG32UI" Rg Uint32,
    Rgb8I "RGB8I" Rgb Sint8,
    Rgb8Ui "RGB8UI" Rgb Uint8,
    Rgb16I "RGB16I" Rgb Sint16,
    Rgb16Ui "RGB16UI" Rgb Uint16,
    Rgb32I "RGB32I" Rgb Sint32,
    Rgb32Ui "RGB32UI" Rgb Uint32,
    Rgba8I "RGBA8I" Rgba Sint8,
    Rgba8Ui "RGBA8UI" Rgba Uint8,
    Rgba16I "RGBA16I" Rgba Sint16,
    Rgba16Ui "RGBA16UI" Rgba Uint16,
    Rgba32I "RGBA32I" Rgba Sint32,
    Rgba32Ui "RGBA32UI" Rgba Uint32,
    Rgb10A2Ui "RGB10_A2UI" Rgba Uint1010102,
}
