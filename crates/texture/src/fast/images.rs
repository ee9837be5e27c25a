//! The images of a texture that lookups read.

use super::key::Key;
use super::level::Levels;
use super::{IMAGES, LEVELS, Plane, is_uniform};
use crate::texture::CUBE_FACES;
use crate::{BoundTexture, Image};

/// The levels of a texture that are read, from the base level.
#[derive(Clone, Debug)]
pub(super) struct LevelSizes {
    /// Width, height and depth of each.
    pub sizes: [[f32; LEVELS]; 3],
    /// The last one.
    pub last: u32,
}

impl LevelSizes {
    pub(super) fn of(bound: &BoundTexture, levels: Levels) -> LevelSizes {
        let base = bound.sampler().base_level;
        let last = match levels {
            Levels::Base => 0,
            Levels::Nearest | Levels::Two => bound.last_level().saturating_sub(base),
        };
        let mut sizes = [[1.0; LEVELS]; 3];
        for (level, index) in (0..=last).zip(0..LEVELS) {
            if let Some(image) = bound.image(base + level, 0) {
                for (sizes, size) in sizes.iter_mut().zip(image.extent().sizes()) {
                    sizes[index] = size as f32;
                }
            }
        }
        LevelSizes { sizes, last }
    }

    /// Sets the sizes of the lanes' levels; whether all have one, and then, unless all sizes are asked for, only those of
    /// the first lane.
    #[inline(always)]
    pub(super) fn of_lanes(&self, levels: &Plane<u32>, sizes: &mut [Plane<f32>; 3], all: bool) -> bool {
        let uniform = is_uniform(levels);
        for (sizes, table) in sizes.iter_mut().zip(&self.sizes) {
            if uniform {
                let filled = if all { sizes.len() } else { 1 };
                sizes[..filled].fill(table[levels[0] as usize % LEVELS]);
                continue;
            }
            for (size, level) in sizes.iter_mut().zip(levels) {
                *size = table[*level as usize % LEVELS];
            }
        }
        uniform
    }
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

    /// The texels of each level, of face 0 and then of the others.
    pub(super) fn read(&mut self, bound: &'a BoundTexture, key: &Key) -> &[&'a [u8]] {
        let images: &mut [&[u8]] = match self {
            Texels::One(images) => images,
            Texels::Levels(images) => images,
            Texels::Faces(images) => images,
        };
        let base = bound.sampler().base_level;
        for (face, levels) in (0..CUBE_FACES).zip(images.chunks_mut(LEVELS)) {
            for (level, bytes) in (0..=key.level_sizes.last).zip(levels) {
                if let Some(image) = bound.image(base + level, face) {
                    *bytes = Image::bytes(image);
                }
            }
        }
        images
    }
}
