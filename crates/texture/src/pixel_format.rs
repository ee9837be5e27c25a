//! Formats and types of pixels: what TexImage calls `format` and `type`, a row each.

/// Which component of a colour an element is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    R,
    G,
    B,
    A,
    /// Luminance, which is all of R, G and B.
    L,
    Depth,
    Stencil,
}

use Element::{A, B, Depth, G, L, R, Stencil};

macro_rules! pixel_formats {
    ($($format:ident $name:literal $integer:literal [$($element:ident),*],)*) => {
        /// The format of pixels: the elements of a group, in order (OpenGL 2.1 table 3.6, ARB_texture_rg,
        /// EXT_texture_integer).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each name is the specification's own")]
        pub enum PixelFormat {
            $($format,)*
        }

        const PIXEL_FORMATS: &[(PixelFormat, &str, bool, &[Element])] =
            &[$((PixelFormat::$format, $name, $integer, &[$($element),*]),)*];
    };
}

pixel_formats! {
    DepthComponent "DEPTH_COMPONENT" false [Depth],
    DepthStencil "DEPTH_STENCIL" false [Depth, Stencil],
    StencilIndex "STENCIL_INDEX" true [Stencil],
    Red "RED" false [R],
    Green "GREEN" false [G],
    Blue "BLUE" false [B],
    Alpha "ALPHA" false [A],
    Rg "RG" false [R, G],
    Rgb "RGB" false [R, G, B],
    Rgba "RGBA" false [R, G, B, A],
    Bgr "BGR" false [B, G, R],
    Bgra "BGRA" false [B, G, R, A],
    Luminance "LUMINANCE" false [L],
    LuminanceAlpha "LUMINANCE_ALPHA" false [L, A],
    RedInteger "RED_INTEGER" true [R],
    GreenInteger "GREEN_INTEGER" true [G],
    BlueInteger "BLUE_INTEGER" true [B],
    AlphaInteger "ALPHA_INTEGER" true [A],
    RgInteger "RG_INTEGER" true [R, G],
    RgbInteger "RGB_INTEGER" true [R, G, B],
    RgbaInteger "RGBA_INTEGER" true [R, G, B, A],
    BgrInteger "BGR_INTEGER" true [B, G, R],
    BgraInteger "BGRA_INTEGER" true [B, G, R, A],
    LuminanceInteger "LUMINANCE_INTEGER" true [L],
    LuminanceAlphaInteger "LUMINANCE_ALPHA_INTEGER" true [L, A],
}

/// The bits of each element of a packed word, first element first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packing {
    pub(crate) bytes: usize,
    pub(crate) elements: &'static [u32],
    /// The first element is in the low bits.
    pub(crate) reversed: bool,
}

/// Elements that stand alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F16,
    F32,
    Packed(Packing),
    /// Three floats with a common exponent.
    SharedExponent,
    /// Unsigned floats of 11, 11 and 10 bits.
    UnsignedFloats,
    /// A depth of 24 bits above a stencil value of 8.
    Depth24Stencil,
    /// A depth as a float, then a word with a stencil value of 8 bits.
    DepthFloatStencil,
}

macro_rules! pixel_types {
    ($($kind:ident $name:literal $layout:expr,)*) => {
        /// The type of pixels (OpenGL 2.1 tables 3.5 and 3.8, ARB_half_float_pixel, EXT_packed_float,
        /// EXT_texture_shared_exponent, EXT_packed_depth_stencil, ARB_depth_buffer_float).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each name is the specification's own")]
        pub enum PixelType {
            $($kind,)*
        }

        const PIXEL_TYPES: &[(PixelType, &str, Layout)] = &[$((PixelType::$kind, $name, $layout),)*];
    };
}

const fn packed(bytes: usize, elements: &'static [u32], reversed: bool) -> Layout {
    Layout::Packed(Packing {
        bytes,
        elements,
        reversed,
    })
}

pixel_types! {
    UnsignedByte "UNSIGNED_BYTE" Layout::U8,
    Byte "BYTE" Layout::I8,
    UnsignedShort "UNSIGNED_SHORT" Layout::U16,
    Short "SHORT" Layout::I16,
    UnsignedInt "UNSIGNED_INT" Layout::U32,
    Int "INT" Layout::I32,
    HalfFloat "HALF_FLOAT" Layout::F16,
    Float "FLOAT" Layout::F32,
    UnsignedByte332 "UNSIGNED_BYTE_3_3_2" packed(1, &[3, 3, 2], false),
    UnsignedByte233Rev "UNSIGNED_BYTE_2_3_3_REV" packed(1, &[3, 3, 2], true),
    UnsignedShort565 "UNSIGNED_SHORT_5_6_5" packed(2, &[5, 6, 5], false),
    UnsignedShort565Rev "UNSIGNED_SHORT_5_6_5_REV" packed(2, &[5, 6, 5], true),
    UnsignedShort4444 "UNSIGNED_SHORT_4_4_4_4" packed(2, &[4, 4, 4, 4], false),
    UnsignedShort4444Rev "UNSIGNED_SHORT_4_4_4_4_REV" packed(2, &[4, 4, 4, 4], true),
    UnsignedShort5551 "UNSIGNED_SHORT_5_5_5_1" packed(2, &[5, 5, 5, 1], false),
    UnsignedShort1555Rev "UNSIGNED_SHORT_1_5_5_5_REV" packed(2, &[5, 5, 5, 1], true),
    UnsignedInt8888 "UNSIGNED_INT_8_8_8_8" packed(4, &[8, 8, 8, 8], false),
    UnsignedInt8888Rev "UNSIGNED_INT_8_8_8_8_REV" packed(4, &[8, 8, 8, 8], true),
    UnsignedInt1010102 "UNSIGNED_INT_10_10_10_2" packed(4, &[10, 10, 10, 2], false),
    UnsignedInt2101010Rev "UNSIGNED_INT_2_10_10_10_REV" packed(4, &[10, 10, 10, 2], true),
    UnsignedInt5999Rev "UNSIGNED_INT_5_9_9_9_REV" Layout::SharedExponent,
    UnsignedInt10F11F11FRev "UNSIGNED_INT_10F_11F_11F_REV" Layout::UnsignedFloats,
    UnsignedInt248 "UNSIGNED_INT_24_8" Layout::Depth24Stencil,
    Float32UnsignedInt248Rev "FLOAT_32_UNSIGNED_INT_24_8_REV" Layout::DepthFloatStencil,
}

impl PixelFormat {
    /// The name of the GL constant without `GL_`.
    pub fn name(self) -> &'static str {
        PIXEL_FORMATS[self as usize].1
    }

    pub(crate) fn is_integer(self) -> bool {
        PIXEL_FORMATS[self as usize].2
    }

    pub(crate) fn elements(self) -> &'static [Element] {
        PIXEL_FORMATS[self as usize].3
    }
}

impl PixelType {
    /// The name of the GL constant without `GL_`.
    pub fn name(self) -> &'static str {
        PIXEL_TYPES[self as usize].1
    }

    pub(crate) fn layout(self) -> Layout {
        PIXEL_TYPES[self as usize].2
    }
}
