//! The images of a texture that lookups read.

use super::key::Key;
use super::level::Levels;
use super::{IMAGES, LEVELS, Plane, is_uniform};
use crate::texture::CUBE_FACES;
use crate::{BoundTexture, Image};

/// The levels of a texture, from the base level.
pub(super) struct Images<'a> {
    /// The texels of each level, of face 0 and then of the others.
    pub bytes: &'a [&'a [u8]],
    /// Width, height and depth of each level.
    pub sizes: [[f32; LEVELS]; 3],
    /// The last level that is read.
    pub last: u32,
}

/// Room for the texels of the images that a key reads: most lookups read one image, and room for more takes time to
/// clear.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives on the stack; the size of a small variant does not count, only what is written"
)]
pub(super) enum Texels<'a> {
    One([&'a [u8]; 1]),
    Levels([&'a [u8]; LEVELS]),
    Faces([&'a [u8]; IMAGES]),
}

impl<'a> Texels<'a> {
    #[inline(always)]
    pub(super) fn new(key: &Key) -> Self {
        match key.levels {
            _ if key.has_faces() => Texels::Faces([&[]; IMAGES]),
            Levels::Base => Texels::One([&[]]),
            Levels::Nearest | Levels::Two => Texels::Levels([&[]; LEVELS]),
        }
    }

    fn as_mut_slice(&mut self) -> &mut [&'a [u8]] {
        match self {
            Texels::One(images) => images,
            Texels::Levels(images) => images,
            Texels::Faces(images) => images,
        }
    }
}

impl<'a> Images<'a> {
    pub(super) fn new(bound: &'a BoundTexture, key: &Key, texels: &'a mut Texels<'a>) -> Self {
        let base = bound.sampler().base_level;
        let last = match key.levels {
            Levels::Base => 0,
            Levels::Nearest | Levels::Two => bound.last_level().saturating_sub(base),
        };
        let mut sizes = [[1.0; LEVELS]; 3];
        let bytes = texels.as_mut_slice();
        for (face, levels) in (0..CUBE_FACES).zip(bytes.chunks_mut(LEVELS)) {
            for (level, (bytes, index)) in (0..=last).zip(levels.iter_mut().zip(0..LEVELS)) {
                if let Some(image) = bound.image(base + level, face) {
                    *bytes = Image::bytes(image);
                    for (sizes, size) in sizes.iter_mut().zip(image.extent().sizes()) {
                        sizes[index] = size as f32;
                    }
                }
            }
        }
        Images { bytes, sizes, last }
    }

    /// Sets the sizes of the lanes' levels.
    #[inline(always)]
    pub(super) fn sizes(&self, levels: &Plane<u32>, sizes: &mut [Plane<f32>; 3]) {
        let uniform = is_uniform(levels);
        for (sizes, table) in sizes.iter_mut().zip(&self.sizes) {
            if uniform {
                sizes.fill(table[levels[0] as usize % LEVELS]);
                continue;
            }
            for (size, level) in sizes.iter_mut().zip(levels) {
                *size = table[*level as usize % LEVELS];
            }
        }
    }
}
