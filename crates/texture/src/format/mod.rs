//! The sized internal formats: a row for each, and what a base internal format makes of its components.
//!
//! The layout of components in bytes is in [`encoding`]; the conversion of an application's pixels to components is
//! in [`crate::pixels`].

mod compression;
pub mod encoding;
pub mod field;
pub(crate) mod packed;
mod packed_float;
mod shared_exponent;
pub mod srgb;
mod table;
pub(crate) mod unorm8;

pub use compression::Compression;
pub use encoding::Encoding;
pub use field::{Field, Number};
pub use table::{FORMATS, Format};

/// A base internal format: which of R, G, B, A, L, I, D and S a texel has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum Base {
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Red,
    Rg,
    Rgb,
    Rgba,
    Depth,
    DepthStencil,
    Stencil,
}

/// The type that a lookup returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FormatKind {
    /// Fixed-point and floating-point formats return floats.
    Float,
    /// Formats with signed integer components return them as they are.
    Signed,
    /// Formats with unsigned integer components return them as they are.
    Unsigned,
}

/// The properties of a format, which every texel of it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormatRow {
    /// The format.
    pub format: Format,
    /// The name of the GL constant without `GL_`.
    pub name: &'static str,
    /// Which components a texel has.
    pub base: Base,
    /// The layout of components in memory; of a compressed format, once it is decoded.
    pub encoding: Encoding,
    /// How an application hands its texels over, if in blocks.
    pub compression: Option<Compression>,
}

impl Format {
    /// The properties of the format, which every texel of it has.
    #[inline]
    pub fn row(self) -> &'static FormatRow {
        &FORMATS[self as usize]
    }

    /// The format with this GL name, with or without `GL_` before it and a vendor's suffix behind it.
    ///
    /// Base internal formats and the old component counts (`"RGB"`, `"4"`, `"DEPTH_COMPONENT"`) name a format of
    /// 8 bits a component, or of 24 bits of depth; sized formats that are not in the table name the next larger one.
    /// A GL makes both choices itself (OpenGL 2.1 section 3.8.1).
    pub fn from_name(name: &str) -> Option<Format> {
        let name = name.strip_prefix("GL_").unwrap_or(name);
        let name = ["_EXT", "_ARB", "_KHR"]
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .unwrap_or(name);
        let sized = match name {
            "1" | "LUMINANCE" | "LUMINANCE4" => "LUMINANCE8",
            "2" | "LUMINANCE_ALPHA" | "LUMINANCE4_ALPHA4" | "LUMINANCE6_ALPHA2" => "LUMINANCE8_ALPHA8",
            "3" | "RGB" => "RGB8",
            "4" | "RGBA" => "RGBA8",
            "ALPHA" | "ALPHA4" => "ALPHA8",
            "INTENSITY" | "INTENSITY4" => "INTENSITY8",
            "RED" => "R8",
            "RG" => "RG8",
            "SRGB_ALPHA" => "SRGB8_ALPHA8",
            "SRGB" => "SRGB8",
            "DEPTH_COMPONENT" => "DEPTH_COMPONENT24",
            "DEPTH_STENCIL" => "DEPTH24_STENCIL8",
            "STENCIL_INDEX" | "STENCIL_INDEX1" | "STENCIL_INDEX4" => "STENCIL_INDEX8",
            "R3_G3_B2" | "RGB4" | "RGB5" => "RGB565",
            "RGB10" | "RGB12" => "RGB16",
            "RGBA2" => "RGBA4",
            "RGBA12" => "RGBA16",
            "ALPHA12" => "ALPHA16",
            "LUMINANCE12" => "LUMINANCE16",
            "INTENSITY12" => "INTENSITY16",
            "LUMINANCE12_ALPHA4" | "LUMINANCE12_ALPHA12" => "LUMINANCE16_ALPHA16",
            other => other,
        };
        FORMATS.iter().find(|row| row.name == sized).map(|row| row.format)
    }

    /// The type that lookups return.
    pub fn kind(self) -> FormatKind {
        self.row().encoding.kind()
    }

    /// Whether texels are depths, which a SHADOW target compares.
    pub fn is_depth(self) -> bool {
        matches!(self.row().base, Base::Depth | Base::DepthStencil)
    }

    /// Whether texels have a stencil value.
    pub fn has_stencil(self) -> bool {
        matches!(self.row().base, Base::DepthStencil | Base::Stencil)
    }

    /// The size of a texel, in bytes.
    #[inline]
    pub fn texel_bytes(self) -> usize {
        self.row().encoding.bytes(self.row().base.components())
    }
}

impl FormatRow {
    /// Whether buffer textures may have it: OpenGL 4.6 table 8.16, and of EXT_texture_buffer_object those with alpha,
    /// luminance and intensity.
    pub fn is_buffered(&self) -> bool {
        let is_plain = match self.encoding {
            Encoding::Unorm8
            | Encoding::Unorm16
            | Encoding::Float16
            | Encoding::Float32
            | Encoding::Sint8
            | Encoding::Sint16
            | Encoding::Sint32
            | Encoding::Uint8
            | Encoding::Uint16
            | Encoding::Uint32 => self.compression.is_none(),
            Encoding::Snorm8
            | Encoding::Snorm16
            | Encoding::Packed565
            | Encoding::Packed4444
            | Encoding::Packed5551
            | Encoding::Packed1010102
            | Encoding::Uint1010102
            | Encoding::Packed111110F
            | Encoding::Srgb8
            | Encoding::Unorm24
            | Encoding::Unorm32
            | Encoding::Shared9995
            | Encoding::Unorm24Uint8
            | Encoding::Float32Uint8
            | Encoding::Rgtc
            | Encoding::RgtcSigned
            | Encoding::Eac
            | Encoding::EacSigned => false,
        };
        let words = matches!(
            self.encoding,
            Encoding::Float32 | Encoding::Sint32 | Encoding::Uint32
        );
        match self.base {
            Base::Alpha
            | Base::Luminance
            | Base::LuminanceAlpha
            | Base::Intensity
            | Base::Red
            | Base::Rg
            | Base::Rgba => is_plain,
            // ARB_texture_buffer_object_rgb32.
            Base::Rgb => is_plain && words,
            Base::Depth | Base::DepthStencil | Base::Stencil => false,
        }
    }

    /// Whether formats with texels of the same size may be seen as this one: colours without a compressed scheme, whose
    /// words are those of table 8.21 of OpenGL 4.6.
    pub(crate) fn is_viewed(&self) -> bool {
        let colors = matches!(self.base, Base::Red | Base::Rg | Base::Rgb | Base::Rgba);
        let listed = !matches!(
            self.encoding,
            Encoding::Packed565 | Encoding::Packed4444 | Encoding::Packed5551
        );
        colors && listed && self.compression.is_none()
    }
}

impl Base {
    /// The number of components that a texel stores.
    #[inline]
    pub fn components(self) -> usize {
        match self {
            Base::Alpha | Base::Luminance | Base::Intensity | Base::Red | Base::Depth | Base::Stencil => 1,
            Base::LuminanceAlpha | Base::Rg | Base::DepthStencil => 2,
            Base::Rgb => 3,
            Base::Rgba => 4,
        }
    }

    /// The internal components that an RGBA colour gives (OpenGL 2.1 table 3.15, ARB_texture_rg); what the
    /// format does not have is left as it was. Depth is in the first component, a stencil value behind it.
    pub fn select<T: Copy>(self, [r, g, b, a]: [T; 4]) -> [T; 4] {
        match self {
            Base::Alpha => [a, g, b, a],
            Base::LuminanceAlpha => [r, a, b, a],
            Base::Luminance
            | Base::Intensity
            | Base::Red
            | Base::Rg
            | Base::Rgb
            | Base::Rgba
            | Base::Depth
            | Base::DepthStencil
            | Base::Stencil => [r, g, b, a],
        }
    }

    /// The texture source colour of internal components (OpenGL 2.1 table 3.20, ARB_texture_rg).
    ///
    /// A depth comes back as (D, D, D, D); the depth texture mode arranges it later. A stencil value is red (OpenGL 4.6
    /// table 15.1).
    #[inline]
    pub fn expand<T: Copy>(self, [c0, c1, c2, c3]: [T; 4], zero: T, one: T) -> [T; 4] {
        match self {
            Base::Alpha => [zero, zero, zero, c0],
            Base::Luminance => [c0, c0, c0, one],
            Base::LuminanceAlpha => [c0, c0, c0, c1],
            Base::Intensity | Base::Depth | Base::DepthStencil => [c0, c0, c0, c0],
            Base::Red | Base::Stencil => [c0, zero, zero, one],
            Base::Rg => [c0, c1, zero, one],
            Base::Rgb => [c0, c1, c2, one],
            Base::Rgba => [c0, c1, c2, c3],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL 4.6 table 8.16, with ARB_texture_buffer_object_rgb32, and EXT_texture_buffer_object
    #[test]
    fn buffer_textures_have_the_formats_of_their_table() {
        let (mut own, mut old) = (Vec::new(), 0);
        for row in FORMATS.iter().filter(|row| row.is_buffered()) {
            match row.base {
                Base::Red | Base::Rg | Base::Rgb | Base::Rgba => own.push(row.name),
                Base::Alpha | Base::Luminance | Base::LuminanceAlpha | Base::Intensity => old += 1,
                Base::Depth | Base::DepthStencil | Base::Stencil => panic!("{}", row.name),
            }
        }
        let sizes = ["8", "16", "16F", "32F", "8I", "16I", "32I", "8UI", "16UI", "32UI"];
        let of = |base: &str, sizes: &[&str]| {
            sizes
                .iter()
                .map(|size| format!("{base}{size}"))
                .collect::<Vec<_>>()
        };
        let mut table = [of("R", &sizes), of("RG", &sizes), of("RGBA", &sizes)].concat();
        table.extend(of("RGB", &["32F", "32I", "32UI"]));
        table.sort();
        own.sort_unstable();
        assert_eq!(own, table);
        assert_eq!(old, 4 * sizes.len());
    }

    #[test]
    fn rows_stand_in_order_and_names_find_them() {
        for (index, row) in FORMATS.iter().enumerate() {
            assert_eq!(row.format as usize, index);
            assert_eq!(Format::from_name(row.name), Some(row.format));
            assert_eq!(Format::from_name(&format!("GL_{}", row.name)), Some(row.format));
        }
    }

    #[test]
    fn every_format_of_table_3_16_has_a_name() {
        // source: OpenGL 2.1 tables 3.15 and 3.16
        let names = [
            "ALPHA",
            "DEPTH_COMPONENT",
            "LUMINANCE",
            "LUMINANCE_ALPHA",
            "INTENSITY",
            "RGB",
            "RGBA",
            "ALPHA4",
            "ALPHA8",
            "ALPHA12",
            "ALPHA16",
            "DEPTH_COMPONENT16",
            "DEPTH_COMPONENT24",
            "DEPTH_COMPONENT32",
            "LUMINANCE4",
            "LUMINANCE8",
            "LUMINANCE12",
            "LUMINANCE16",
            "LUMINANCE4_ALPHA4",
            "LUMINANCE6_ALPHA2",
            "LUMINANCE8_ALPHA8",
            "LUMINANCE12_ALPHA4",
            "LUMINANCE12_ALPHA12",
            "LUMINANCE16_ALPHA16",
            "INTENSITY4",
            "INTENSITY8",
            "INTENSITY12",
            "INTENSITY16",
            "R3_G3_B2",
            "RGB4",
            "RGB5",
            "RGB8",
            "RGB10",
            "RGB12",
            "RGB16",
            "RGBA2",
            "RGBA4",
            "RGB5_A1",
            "RGBA8",
            "RGB10_A2",
            "RGBA12",
            "RGBA16",
            "SRGB8",
            "SRGB8_ALPHA8",
        ];
        for name in names {
            let format = Format::from_name(name).expect(name);
            let letters = |base: Base| match base {
                Base::Alpha => "ALPHA",
                Base::Luminance => "LUMINANCE",
                Base::LuminanceAlpha => "LUMINANCE",
                Base::Intensity => "INTENSITY",
                Base::Depth | Base::DepthStencil => "DEPTH",
                Base::Stencil => "STENCIL",
                Base::Red | Base::Rg | Base::Rgb | Base::Rgba => "",
            };
            assert!(
                name.starts_with(letters(format.row().base)),
                "{name} is {format:?}"
            );
        }
    }
}
