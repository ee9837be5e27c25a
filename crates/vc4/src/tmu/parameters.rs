//! The configuration words of a look-up: parameters 0 to 3, in the order in which they are taken from the uniforms.

use super::TextureType;

/// What a coordinate outside the picture means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrap {
    /// The picture is repeated.
    Repeat,
    /// The texels of the edge go on.
    Clamp,
    /// The picture is repeated, every other time mirrored.
    Mirror,
    /// The border colour, which comes with R.
    Border,
}

/// How a level is read at a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageFilter {
    /// Two by two texels, weighted.
    Linear,
    /// The texel that the coordinate lies in.
    Nearest,
}

/// Which levels are read where a picture is minified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelFilter {
    /// Level 0, always.
    None,
    /// The nearest.
    Nearest,
    /// The two nearest, weighted.
    Linear,
}

/// A window of a larger picture: "child image".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// Width and height of the child in texels.
    pub size: Option<(u32, u32)>,
    /// X and Y of its first texel in the parent.
    pub offset: (u32, u32),
}

/// The configuration of a look-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Bus address of level 0: a multiple of 4096.
    pub base: u32,
    /// How addresses are spread over the sets of the cache, 0 to 3; no result depends on it.
    pub cache_swizzle: u8,
    /// Whether the coordinates are a direction that chooses one of six faces.
    pub is_cube: bool,
    /// Whether row 0 is at the upper end of T.
    pub flip_y: bool,
    /// The code of the type: see [`Parameters::texture_type`].
    pub type_code: u8,
    /// Levels, 1 to 16.
    pub levels: u32,
    /// Width and height of level 0 in texels, 1 to 2048.
    pub size: (u32, u32),
    /// Whether rows inside a block of ETC1 are in the order of the file, as drivers for OpenGL set it.
    pub etc_flip: bool,
    /// The filter where a picture is magnified.
    pub magnify: ImageFilter,
    /// The filter where it is minified: inside a level, and between levels. None where the code is reserved.
    pub minify: Option<(ImageFilter, LevelFilter)>,
    /// What S outside 0 to 1 means.
    pub wrap_s: Wrap,
    /// What T outside 0 to 1 means.
    pub wrap_t: Wrap,
    /// Bytes from a face of a cube to the next.
    pub cube_stride: u32,
    /// Whether B is the level of detail itself rather than a bias.
    pub level_is_absolute: bool,
    /// The part of the picture that the coordinates go over.
    pub window: Window,
}

/// A side of eleven bits, of which 0 stands for 2048.
fn side(bits: u32) -> u32 {
    match bits & 0x7ff {
        0 => 2048,
        side => side,
    }
}

impl Parameters {
    /// Reads parameters 0 and 1, and what follows them: one more word for each further coordinate that was written.
    /// Each of those says itself what it is.
    pub fn decode(zero: u32, one: u32, others: &[u32]) -> Parameters {
        use ImageFilter::{Linear, Nearest};
        let wrap = |bits: u32| match bits & 3 {
            0 => Wrap::Repeat,
            1 => Wrap::Clamp,
            2 => Wrap::Mirror,
            _ => Wrap::Border,
        };
        let mut parameters = Parameters {
            base: zero & !0xfff,
            cache_swizzle: (zero >> 10 & 3) as u8,
            is_cube: zero >> 9 & 1 != 0,
            flip_y: zero >> 8 & 1 != 0,
            type_code: (zero >> 4 & 15 | one >> 31 << 4) as u8,
            levels: (zero & 15) + 1,
            size: (side(one >> 8), side(one >> 20)),
            etc_flip: one >> 19 & 1 != 0,
            magnify: if one >> 7 & 1 == 0 { Linear } else { Nearest },
            minify: match one >> 4 & 7 {
                0 => Some((Linear, LevelFilter::None)),
                1 => Some((Nearest, LevelFilter::None)),
                2 => Some((Nearest, LevelFilter::Nearest)),
                3 => Some((Nearest, LevelFilter::Linear)),
                4 => Some((Linear, LevelFilter::Nearest)),
                5 => Some((Linear, LevelFilter::Linear)),
                _ => None,
            },
            wrap_s: wrap(one),
            wrap_t: wrap(one >> 2),
            cube_stride: 0,
            level_is_absolute: false,
            window: Window::default(),
        };
        for &word in others {
            match word >> 30 {
                1 => {
                    parameters.cube_stride = word & 0x3fff_f000;
                    parameters.level_is_absolute = word & 1 != 0;
                }
                2 => parameters.window.size = Some((side(word), side(word >> 12))),
                3 => parameters.window.offset = (word & 0x7ff, word >> 12 & 0x7ff),
                _ => {}
            }
        }
        parameters
    }

    /// The words that [`Parameters::decode`] reads: parameters 0 and 1, and those of the others that are needed.
    pub fn encode(&self) -> Vec<u32> {
        let wrap = |wrap: Wrap| wrap as u32;
        let minify = match self.minify {
            Some((ImageFilter::Linear, LevelFilter::None)) => 0,
            Some((ImageFilter::Nearest, LevelFilter::None)) => 1,
            Some((ImageFilter::Nearest, LevelFilter::Nearest)) => 2,
            Some((ImageFilter::Nearest, LevelFilter::Linear)) => 3,
            Some((ImageFilter::Linear, LevelFilter::Nearest)) => 4,
            Some((ImageFilter::Linear, LevelFilter::Linear)) => 5,
            None => 7,
        };
        let (width, height) = self.size;
        let code = u32::from(self.type_code);
        let mut words = vec![
            self.base & !0xfff
                | u32::from(self.cache_swizzle & 3) << 10
                | u32::from(self.is_cube) << 9
                | u32::from(self.flip_y) << 8
                | (code & 15) << 4
                | self.levels.wrapping_sub(1) & 15,
            code >> 4 << 31
                | (height & 0x7ff) << 20
                | u32::from(self.etc_flip) << 19
                | (width & 0x7ff) << 8
                | u32::from(self.magnify == ImageFilter::Nearest) << 7
                | minify << 4
                | wrap(self.wrap_t) << 2
                | wrap(self.wrap_s),
        ];
        if self.cube_stride != 0 || self.level_is_absolute {
            words.push(1 << 30 | self.cube_stride & 0x3fff_f000 | u32::from(self.level_is_absolute));
        }
        if let Some((width, height)) = self.window.size {
            words.push(2 << 30 | (height & 0x7ff) << 12 | width & 0x7ff);
        }
        if self.window.offset != (0, 0) {
            let (x, y) = self.window.offset;
            words.push(3 << 30 | (y & 0x7ff) << 12 | x & 0x7ff);
        }
        words
    }

    /// The type; none where the code is reserved.
    pub const fn texture_type(&self) -> Option<TextureType> {
        TextureType::from_code(self.type_code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the fields of Mesa's `vc4_packet.h`, worked by hand: RGB565 of 2048 by 64, three levels, cube, flipped,
    /// linear and mip-linear, mirrored and border.
    #[test]
    fn fields() {
        let zero = 0x1234_5000 | 1 << 9 | 1 << 8 | 4 << 4 | 2;
        let one = 64 << 20 | 5 << 4 | 3 << 2 | 2;
        let parameters = Parameters::decode(
            zero,
            one,
            &[1 << 30 | 0x4_5001, 2 << 30 | 5 << 12 | 7, 3 << 30 | 8],
        );
        assert_eq!(parameters.base, 0x1234_5000);
        assert_eq!(parameters.texture_type(), Some(TextureType::Rgb565));
        assert_eq!((parameters.size, parameters.levels), ((2048, 64), 3));
        assert!(parameters.is_cube && parameters.flip_y && parameters.level_is_absolute);
        assert_eq!(
            parameters.minify,
            Some((ImageFilter::Linear, LevelFilter::Linear))
        );
        assert_eq!(
            (parameters.wrap_s, parameters.wrap_t),
            (Wrap::Mirror, Wrap::Border)
        );
        assert_eq!(parameters.cube_stride, 0x4_5000);
        assert_eq!(
            (parameters.window.size, parameters.window.offset),
            (Some((7, 5)), (8, 0))
        );
        assert_eq!(parameters.encode()[..3], [zero, one, 1 << 30 | 0x4_5001]);
    }

    /// What was encoded is decoded again.
    #[test]
    fn words_go_both_ways() {
        for n in 0..10_000u32 {
            let noise = |k: u32| {
                (n * 4 + k)
                    .wrapping_mul(0x9e37_79b9)
                    .rotate_left(15)
                    .wrapping_mul(0x85eb_ca6b)
            };
            let (zero, one) = (noise(0), noise(1));
            let others = [1 << 30 | noise(2) >> 2, 2 << 30 | noise(3) >> 2];
            let parameters = Parameters::decode(zero, one, &others);
            let words = parameters.encode();
            assert_eq!(Parameters::decode(words[0], words[1], &words[2..]), parameters);
        }
    }
}
