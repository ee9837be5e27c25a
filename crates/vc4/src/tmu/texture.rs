//! A texture as its parameters describe it: where each texel is.

use super::etc1::Block;
use super::quick::Quick;
use super::texel::Texel;
use super::{ImageFilter, LevelFilter, Parameters, TextureType, Wrap};
use crate::layout::{Chain, Layout, Plane};

/// Why parameters describe no texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextureError {
    /// The code of the type, 18 to 31, is reserved.
    #[error("texture type {0} is reserved")]
    Type(u8),
    /// The filter for minification is reserved: 6 or 7.
    #[error("the minification filter is reserved")]
    Filter,
}

/// A level of a texture in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextureLevel {
    /// Bus address of its first byte, of the first face.
    pub address: u32,
    /// Width and height in texels.
    pub size: (u32, u32),
    /// Its texels in memory, or its blocks.
    pub plane: Plane,
}

/// A texture: parameters with what follows from them. It holds no texels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texture {
    pub(super) parameters: Parameters,
    pub(super) texture_type: TextureType,
    pub(super) levels: Vec<TextureLevel>,
    /// Where texels lie, if all look-ups are of the kind that is done quickly.
    pub(super) quick: Option<Box<Quick>>,
}

impl Texture {
    /// The texture that parameters describe. Levels beyond what the size has are left out.
    ///
    /// # Errors
    ///
    /// [`TextureError`] for what is reserved.
    pub fn new(parameters: Parameters) -> Result<Texture, TextureError> {
        let texture_type = parameters
            .texture_type()
            .ok_or(TextureError::Type(parameters.type_code))?;
        if parameters.minify.is_none() {
            return Err(TextureError::Filter);
        }
        let (width, height) = parameters.size;
        let chain = Chain::new(
            texture_type.size(),
            texture_type.block(),
            parameters.size,
            texture_type.is_raster().then_some(Layout::Raster),
            parameters.levels,
        );
        let levels = chain.levels().iter().enumerate().map(|(n, level)| TextureLevel {
            // Level 0 is the highest: what lies before the address space goes round.
            address: parameters.base.wrapping_sub(level.before as u32),
            size: ((width >> n).max(1), (height >> n).max(1)),
            plane: level.plane,
        });
        let levels: Vec<TextureLevel> = levels.collect();
        let one_level = levels.len() == 1
            || parameters
                .minify
                .is_some_and(|(_, filter)| filter == LevelFilter::None);
        let is_linear = parameters.magnify == ImageFilter::Linear
            && parameters
                .minify
                .is_some_and(|(image, _)| image == ImageFilter::Linear);
        let has_border = [parameters.wrap_s, parameters.wrap_t].contains(&Wrap::Border);
        let is_plain = !parameters.is_cube && parameters.window.size.is_none();
        let quick = (one_level && is_linear && !has_border && is_plain)
            .then(|| {
                let (level, wraps) = (levels[0], (parameters.wrap_s, parameters.wrap_t));
                let place = (level.address, level.plane);
                Quick::new(texture_type, place, level.size, wraps, parameters.flip_y)
            })
            .flatten()
            .map(Box::new);
        Ok(Texture {
            parameters,
            texture_type,
            levels,
            quick,
        })
    }

    /// The parameters.
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The type of its texels.
    pub const fn texture_type(&self) -> TextureType {
        self.texture_type
    }

    /// The levels, the largest first.
    pub fn levels(&self) -> &[TextureLevel] {
        &self.levels
    }

    /// Whether the parameters ask for a filter that the type does not take.
    pub(crate) fn is_filtered_in_vain(&self) -> bool {
        let linear = |filter| filter == ImageFilter::Linear;
        let parameters = &self.parameters;
        let asked = linear(parameters.magnify) || parameters.minify.is_some_and(|(image, _)| linear(image));
        !self.texture_type.is_filtered() && asked
    }

    /// Bus address and number of bytes of all levels of each face.
    pub fn extents(&self) -> impl Iterator<Item = (u32, u64)> {
        let first = self.levels[self.levels.len() - 1].address;
        let level0 = self.levels[0];
        let bytes = u64::from(level0.address.wrapping_sub(first)) + level0.plane.bytes();
        let faces: u32 = if self.parameters.is_cube { 6 } else { 1 };
        (0..faces).map(move |face| {
            (
                first.wrapping_add(face.wrapping_mul(self.parameters.cube_stride)),
                bytes,
            )
        })
    }
}

impl TextureType {
    /// The texel at column `x` and row `y` of a plane whose bytes are `bytes`; the offset of what is missing if they do
    /// not reach that far. With `etc_flip` unset, rows of blocks are read from below.
    #[inline]
    pub fn fetch(
        self,
        bytes: &[u8],
        plane: &Plane,
        (x, y): (u32, u32),
        etc_flip: bool,
    ) -> Result<Texel, u64> {
        match self {
            TextureType::Etc1 => {
                let at = plane.offset(x / 4, y / 4);
                let block = Block::from_bytes(array(bytes, at)?);
                let [r, g, b] = block.texel(x & 3, if etc_flip { y & 3 } else { !y & 3 });
                Ok(Texel::Bytes([r, g, b, 255]))
            }
            TextureType::Yuyv422R => {
                let [first, u, second, v] = array(bytes, plane.offset(x & !1, y))?;
                Ok(Texel::Bytes([if x & 1 == 0 { first } else { second }, u, v, 255]))
            }
            _ => {
                let bit = plane.bit(x, y);
                let at = bit / 8;
                let bits = match self.size().bits() {
                    64 => u64::from_le_bytes(array(bytes, at)?),
                    32 => u64::from(u32::from_le_bytes(array(bytes, at)?)),
                    16 => u64::from(u16::from_le_bytes(array(bytes, at)?)),
                    _ => u64::from(array::<1>(bytes, at)?[0] >> (bit & 7)),
                };
                self.texel(bits).ok_or(at)
            }
        }
    }
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: u64) -> Result<[u8; N], u64> {
    usize::try_from(at)
        .ok()
        .and_then(|at| bytes.get(at..)?.first_chunk().copied())
        .ok_or(at)
}
