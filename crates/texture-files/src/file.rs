//! A file whose header was read, and the texture that it becomes.

use std::borrow::Cow;
use std::io::Read;

use quadrille_texture::{Extent, Format, Image, Limits, ObjectTarget, Swizzle, Texture};

use crate::blocks;
use crate::error::{FileError, Inflate, Reason};
use crate::order::Order;

/// The size and format of a texture, as a header gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Width, height and depth of level 0; 0 for dimensions that the texture does not have.
    pub size: [u32; 3],
    /// Layers; 0 where it is no array.
    pub layers: u32,
    pub cube: bool,
    pub levels: u32,
    pub format: Format,
    pub order: Order,
}

/// How the bytes of a level are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    None,
    Zstd,
    Zlib,
}

/// The bytes of a level, all faces of a layer behind each other: in one piece, or in a piece for each face.
#[derive(Clone, Debug)]
pub(crate) struct Level<'a> {
    /// The first byte in the file.
    pub at: u64,
    pub pieces: Vec<&'a [u8]>,
}

/// A file whose header was read.
#[derive(Clone, Debug)]
pub struct TextureFile<'a> {
    pub(crate) shape: Shape,
    pub(crate) levels: Vec<Level<'a>>,
    pub(crate) packing: Packing,
    /// Whether levels are to be made of the first.
    pub(crate) makes_levels: bool,
    pub(crate) swizzle: [Swizzle; 4],
}

impl Shape {
    /// Checks what does not depend on the kind of file; `at` is where the sizes and the levels stand.
    pub(crate) fn check(&self, at: u64, levels_at: u64) -> Result<(), FileError> {
        let [width, height, depth] = self.size;
        if width == 0 {
            return Err(Reason::Field {
                field: "width",
                value: 0,
            }
            .at(at));
        }
        // No API has blocks in one dimension.
        if height == 0 && (depth != 0 || self.format.row().compression.is_some()) {
            return Err(Reason::Field {
                field: "height",
                value: 0,
            }
            .at(at));
        }
        if depth != 0 && self.layers != 0 {
            return Err(Reason::ArrayOf3D.at(at));
        }
        if self.cube && (width != height || depth != 0) {
            return Err(Reason::NotSquare([width, height]).at(at));
        }
        let size = width.max(height).max(depth);
        if self.levels > size.ilog2() + 1 {
            let levels = self.levels;
            return Err(Reason::Levels { levels, size }.at(levels_at));
        }
        Ok(())
    }

    fn target(&self) -> ObjectTarget {
        let [_, height, depth] = self.size;
        match (self.cube, self.layers != 0) {
            (true, true) => ObjectTarget::CubeArray,
            (true, false) => ObjectTarget::Cube,
            (false, true) if height == 0 => ObjectTarget::OneDimensionalArray,
            (false, true) => ObjectTarget::TwoDimensionalArray,
            (false, false) if height == 0 => ObjectTarget::OneDimensional,
            (false, false) if depth == 0 => ObjectTarget::TwoDimensional,
            (false, false) => ObjectTarget::ThreeDimensional,
        }
    }

    /// Faces of a layer.
    pub(crate) fn faces(&self) -> u32 {
        if self.cube { 6 } else { 1 }
    }

    /// Layers, at least one.
    pub(crate) fn layers(&self) -> u32 {
        self.layers.max(1)
    }

    /// One face of one layer at a level.
    fn face(&self, level: u32) -> Extent {
        let [width, height, depth] = self.size.map(|size| (size >> level).max(1));
        Extent::new(width, height, depth)
    }

    /// The bytes of one face of one layer at a level, as the file has them; the largest number if there are more.
    pub(crate) fn face_bytes(&self, level: u32) -> u64 {
        let extent = self.face(level);
        match self.format.row().compression {
            Some(compression) => blocks::bytes(compression, extent),
            None => extent.texels().saturating_mul(self.format.texel_bytes() as u64),
        }
    }

    /// The bytes of a level, as the file has them.
    pub(crate) fn level_bytes(&self, level: u32) -> u64 {
        self.face_bytes(level)
            .saturating_mul(u64::from(self.faces()))
            .saturating_mul(u64::from(self.layers()))
    }
}

impl<'a> TextureFile<'a> {
    /// The target of the texture.
    pub fn target(&self) -> ObjectTarget {
        self.shape.target()
    }

    /// The format of its texels.
    pub fn format(&self) -> Format {
        self.shape.format
    }

    /// Levels in the file.
    pub fn levels(&self) -> u32 {
        self.shape.levels
    }

    /// What a file asks lookups to give (KTXswizzle): for the sampler.
    pub fn swizzle(&self) -> [Swizzle; 4] {
        self.swizzle
    }

    /// An upper bound of the bytes that the texture takes, and of those that are needed beside it while it is made.
    pub fn bytes(&self) -> [u64; 2] {
        let texels = |level: u32| {
            let extent = self.shape.face(level);
            [self.shape.faces(), self.shape.layers()]
                .into_iter()
                .fold(extent.texels(), |texels, count| {
                    texels.saturating_mul(count.into())
                })
        };
        let texel = self.shape.format.texel_bytes() as u64;
        // Levels that are made of the first are a third of it at most, or as much again in one dimension.
        let levels = (0..self.shape.levels)
            .map(texels)
            .fold(0_u64, u64::saturating_add);
        let made = if self.makes_levels { levels } else { 0 };
        let decoded = levels.saturating_add(made).saturating_mul(texel);
        [
            decoded,
            self.shape
                .level_bytes(0)
                .saturating_add(texels(0).saturating_mul(texel)),
        ]
    }

    /// Decodes all levels.
    ///
    /// # Errors
    /// Broken supercompressed data, or images beyond the limits.
    pub fn texture(&self, limits: &Limits) -> Result<Texture, FileError> {
        let shape = &self.shape;
        let mut texture = Texture::with_limits(shape.target(), *limits);
        for (number, level) in (0..).zip(&self.levels) {
            let wrong = |reason: Reason| reason.at(level.at);
            let extent = self.extent(number);
            // What the image takes is known before anything is unpacked.
            Image::bytes_of(shape.format, extent, 1, limits)
                .map_err(|error| wrong(Reason::Texture(error)))?;
            let bytes = self.unpacked(number, level).map_err(wrong)?;
            let images = if shape.cube && shape.layers == 0 { 6 } else { 1 };
            for (face, bytes) in (0..images).zip(bytes.chunks_exact(bytes.len() / images as usize)) {
                let image = self.image(extent, bytes, limits).map_err(wrong)?;
                let set = texture.set_image(number, face, image);
                set.map_err(|error| wrong(Reason::Texture(error)))?;
            }
        }
        if self.makes_levels {
            let made = texture.generate_mipmaps(0);
            made.map_err(|error| Reason::Texture(error).at(0))?;
        }
        Ok(texture)
    }

    /// The extent of the images of a level: of one face of a cube map, else with all layers.
    fn extent(&self, level: u32) -> Extent {
        let Extent { width, height, depth } = self.shape.face(level);
        match self.shape.target() {
            ObjectTarget::OneDimensionalArray => Extent::new(width, self.shape.layers(), 1),
            ObjectTarget::TwoDimensionalArray | ObjectTarget::CubeArray => Extent::new(
                width,
                height,
                self.shape.layers().saturating_mul(self.shape.faces()),
            ),
            _ => Extent::new(width, height, depth),
        }
    }

    fn image(&self, extent: Extent, bytes: &[u8], limits: &Limits) -> Result<Image, Reason> {
        let format = self.shape.format;
        if format.row().compression.is_some() {
            return Ok(blocks::decode(format, extent, bytes, limits)?);
        }
        let mut image = Image::with_bytes(format, extent, 1, bytes, limits).map_err(Reason::Texture)?;
        self.shape.order.put_right(format, image.bytes_mut());
        Ok(image)
    }

    /// The bytes of a level, exactly as many as its shape asks for.
    fn unpacked(&self, number: u32, level: &Level<'a>) -> Result<Cow<'a, [u8]>, Reason> {
        let needed = self.shape.level_bytes(number);
        let wrong = |problem| Reason::Inflate {
            level: number,
            problem,
        };
        let packed = match level.pieces[..] {
            [piece] => piece,
            _ => return Ok(Cow::Owned(level.pieces.concat())),
        };
        let mut unpacked = Vec::new();
        match self.packing {
            Packing::None => return Ok(Cow::Borrowed(packed)),
            Packing::Zlib => {
                // One byte more shows whether there would be more.
                let mut decoder = flate2::read::ZlibDecoder::new(packed).take(needed + 1);
                let read = decoder.read_to_end(&mut unpacked);
                read.map_err(|_| wrong(Inflate::Broken))?;
            }
            Packing::Zstd => {
                let length = usize::try_from(needed).map_err(|_| wrong(Inflate::Length(needed)))?;
                unpacked.resize(length, 0);
                let mut decoder = ruzstd::decoding::FrameDecoder::new();
                let written = decoder.decode_all(packed, &mut unpacked);
                unpacked.truncate(written.map_err(|_| wrong(Inflate::Broken))?);
            }
        }
        match unpacked.len() as u64 == needed {
            true => Ok(Cow::Owned(unpacked)),
            false => Err(wrong(Inflate::Length(needed))),
        }
    }
}
