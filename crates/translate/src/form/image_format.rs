//! The table of formats that images have in shaders.
//!
//! Source: GLSL 4.50, 4.4.6.2 (names and kinds); GLSL ES 3.10, 4.4.7 (those that every language has);
//! EXT_shader_image_load_store table X.2 (the same formats of OpenGL).

use rspirv::spirv;

use super::types::Scalar;

macro_rules! formats {
    ($($id:ident $name:literal $kind:ident $common:literal;)*) => {
        /// A format of the texels of an image.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[expect(missing_docs, reason = "each name is the languages' own: components, bits, kind")]
        pub enum ImageFormat {
            $($id,)*
        }

        /// All formats, in the order of [`ImageFormat`].
        pub static IMAGE_FORMATS: &[ImageFormatRow] = &[
            $(ImageFormatRow {
                format: ImageFormat::$id,
                name: $name,
                kind: Scalar::$kind,
                common: $common,
                word: spirv::ImageFormat::$id,
            },)*
        ];
    };
}

/// A row of the table.
#[derive(Debug)]
pub struct ImageFormatRow {
    /// Which format.
    pub format: ImageFormat,
    /// The layout qualifier of GLSL.
    pub name: &'static str,
    /// The scalar type of a component in a shader.
    pub kind: Scalar,
    /// Whether OpenGL ES has it, and SPIR-V without a capability of its own.
    pub common: bool,
    /// The format in SPIR-V.
    pub(crate) word: spirv::ImageFormat,
}

formats! {
    Rgba32f "rgba32f" Float true;
    Rgba16f "rgba16f" Float true;
    Rg32f "rg32f" Float false;
    Rg16f "rg16f" Float false;
    R11fG11fB10f "r11f_g11f_b10f" Float false;
    R32f "r32f" Float true;
    R16f "r16f" Float false;
    Rgba16 "rgba16" Float false;
    Rgb10A2 "rgb10_a2" Float false;
    Rgba8 "rgba8" Float true;
    Rg16 "rg16" Float false;
    Rg8 "rg8" Float false;
    R16 "r16" Float false;
    R8 "r8" Float false;
    Rgba16Snorm "rgba16_snorm" Float false;
    Rgba8Snorm "rgba8_snorm" Float true;
    Rg16Snorm "rg16_snorm" Float false;
    Rg8Snorm "rg8_snorm" Float false;
    R16Snorm "r16_snorm" Float false;
    R8Snorm "r8_snorm" Float false;
    Rgba32i "rgba32i" Int true;
    Rgba16i "rgba16i" Int true;
    Rgba8i "rgba8i" Int true;
    Rg32i "rg32i" Int false;
    Rg16i "rg16i" Int false;
    Rg8i "rg8i" Int false;
    R32i "r32i" Int true;
    R16i "r16i" Int false;
    R8i "r8i" Int false;
    Rgba32ui "rgba32ui" Uint true;
    Rgba16ui "rgba16ui" Uint true;
    Rgb10a2ui "rgb10_a2ui" Uint false;
    Rgba8ui "rgba8ui" Uint true;
    Rg32ui "rg32ui" Uint false;
    Rg16ui "rg16ui" Uint false;
    Rg8ui "rg8ui" Uint false;
    R32ui "r32ui" Uint true;
    R16ui "r16ui" Uint false;
    R8ui "r8ui" Uint false;
}

impl ImageFormat {
    /// Its row.
    pub fn row(self) -> &'static ImageFormatRow {
        &IMAGE_FORMATS[self as usize]
    }

    /// The format of a layout qualifier.
    pub fn of_name(name: &str) -> Option<ImageFormat> {
        IMAGE_FORMATS
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.format)
    }

    /// The format whose texels are so many bytes of plain words: one, two or four of 32 bits, or fewer bits of one.
    /// `None` for other sizes.
    pub fn of_words(bytes: u64) -> Option<ImageFormat> {
        Some(match bytes {
            1 => ImageFormat::R8ui,
            2 => ImageFormat::R16ui,
            4 => ImageFormat::R32ui,
            8 => ImageFormat::Rg32ui,
            16 => ImageFormat::Rgba32ui,
            _ => return None,
        })
    }

    /// Whether a texel is one number of 32 bits, which is what atomic operations take and what an image that is
    /// read and written has in the languages that know few.
    pub const fn is_word(self) -> bool {
        matches!(self, ImageFormat::R32f | ImageFormat::R32i | ImageFormat::R32ui)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_enum() {
        for (number, row) in IMAGE_FORMATS.iter().enumerate() {
            assert_eq!(row.format as usize, number);
            assert_eq!(ImageFormat::of_name(row.name), Some(row.format));
        }
    }
}
