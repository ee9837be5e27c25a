//! A block of lanes on its way through the passes.

use super::axis::{self, Axis};
use super::key::{Key, WrapMode};
use super::level::Levels;
use super::texel::{Outcomes, Pairs};
use super::{IMAGES, LANES, LEVELS, Plane, is_uniform, mix, texel};
use crate::texture::CUBE_FACES;
use crate::{BoundTexture, Image, MagnificationFilter, cube};

/// The levels of a texture, from the base level.
pub(super) struct Images<'a> {
    /// The texels of each level, of face 0 and then of the others.
    bytes: &'a [&'a [u8]],
    /// Width and height of each level.
    sizes: [[f32; LEVELS]; 2],
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
    pub(super) fn new(key: Key) -> Self {
        match key.levels {
            _ if key.is_cube => Texels::Faces([&[]; IMAGES]),
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
    pub(super) fn new(bound: &'a BoundTexture, key: Key, texels: &'a mut Texels<'a>) -> Self {
        let base = bound.sampler().base_level;
        let last = match key.levels {
            Levels::Base => 0,
            Levels::Nearest | Levels::Two => bound.last_level().saturating_sub(base),
        };
        let mut sizes = [[1.0; LEVELS]; 2];
        let bytes = texels.as_mut_slice();
        for (face, levels) in (0..CUBE_FACES).zip(bytes.chunks_mut(LEVELS)) {
            for (level, (bytes, index)) in (0..=last).zip(levels.iter_mut().zip(0..LEVELS)) {
                if let Some(image) = bound.image(base + level, face) {
                    *bytes = Image::bytes(image);
                    sizes[0][index] = image.extent().width as f32;
                    sizes[1][index] = image.extent().height as f32;
                }
            }
        }
        Images { bytes, sizes, last }
    }

    /// Sets the sizes of the lanes' levels.
    #[inline(always)]
    pub(super) fn sizes(&self, levels: &Plane<u32>, sizes: &mut [Plane<f32>; 2]) {
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

/// What the passes hand on, a block of lanes at a time.
#[repr(C, align(64))]
pub(super) struct Block {
    /// s and t; of cube maps directions, until they are projected.
    pub coordinates: [Plane<f32>; 3],
    /// What depths are compared with.
    pub reference: Plane<f32>,
    /// The face of each lane, as the number of its first image; 0 where there is only one.
    face: Plane<u32>,
    /// The level of each lane, from the base level.
    pub level: Plane<u32>,
    /// The weight of the level behind it.
    pub weight: Plane<f32>,
    /// Width and height of the level.
    pub sizes: [Plane<f32>; 2],
    /// The texels that are read on each axis.
    axes: [Axis; 2],
    /// The texels that the filter reads, of the lower and the upper row.
    rows: [Pairs; 2],
    /// The colours: red, green, blue, alpha.
    pub colors: [Plane<f32>; 4],
    /// Those of the first level, while those of the second one are made.
    first: [Plane<f32>; 4],
}

impl Default for Block {
    fn default() -> Self {
        Block {
            coordinates: [[0.0; LANES]; 3],
            reference: [0.0; LANES],
            face: [0; LANES],
            level: [0; LANES],
            weight: [0.0; LANES],
            sizes: [[0.0; LANES]; 2],
            axes: [Axis::new(), Axis::new()],
            rows: [[[0; 2]; LANES]; 2],
            colors: [[0.0; LANES]; 4],
            first: [[0.0; LANES]; 4],
        }
    }
}

impl Block {
    /// Lets all lanes read the base level of the first face.
    #[inline(always)]
    pub(super) fn reset(&mut self, images: &Images<'_>) {
        self.face.fill(0);
        self.level.fill(0);
        self.weight.fill(0.0);
        for (sizes, table) in self.sizes.iter_mut().zip(&images.sizes) {
            sizes.fill(table[0]);
        }
    }

    /// Finds the faces of directions, and s and t on them.
    #[inline(always)]
    pub(super) fn project(&mut self) {
        let [across, up, depth] = &mut self.coordinates;
        for lane in 0..LANES {
            let direction = [across[lane], up[lane], depth[lane]];
            let face = cube::face(direction);
            [across[lane], up[lane]] = cube::project(face, direction);
            self.face[lane] = face * LEVELS as u32;
        }
    }

    /// The filtered colours of the lanes' levels; of depths in the first component, as they are or compared.
    #[inline(always)]
    pub(super) fn look_up(&mut self, key: Key, images: &Images<'_>, outcomes: Option<Outcomes>) {
        let Block {
            coordinates,
            sizes,
            axes,
            ..
        } = self;
        for (((axis, wrap), s), sizes) in axes.iter_mut().zip(key.wrap).zip(coordinates).zip(&*sizes) {
            macro_rules! wrapped {
                ($($name:ident: $mode:ident)*) => {
                    match (key.filter, wrap) {
                        $((MagnificationFilter::Nearest, WrapMode::$name) => axis.nearest::<axis::$mode>(s, sizes),
                        (MagnificationFilter::Linear, WrapMode::$name) => axis.linear::<axis::$mode>(s, sizes),)*
                    }
                };
            }
            wrapped!(Repeat: Repeat Mirrored: Mirrored ToEdge: ToEdge ToBorder: ToBorder HalfBorder: HalfBorder);
        }
        let mut image = self.level;
        for (image, face) in image.iter_mut().zip(&self.face) {
            *image += face;
        }
        let [x, y] = &self.axes;
        let texels = texel::Reader {
            base: key.base,
            stored: key.stored,
            filter: key.filter,
            border: key.border,
            uniform: is_uniform(&image),
            images: images.bytes,
            image: &image,
            width: &self.sizes[0],
        };
        texels.filtered(x, y, outcomes, &self.reference, &mut self.rows, &mut self.colors);
    }

    /// Whether a lane reads a second level.
    #[inline(always)]
    pub(super) fn has_second_level(&self) -> bool {
        self.weight.iter().fold(0, |all, weight| all | weight.to_bits()) != 0
    }

    /// Mixes the colours with those of the levels behind. A lane without such a level gives it no weight.
    #[inline(always)]
    pub(super) fn add_second_level(&mut self, key: Key, images: &Images<'_>, outcomes: Option<Outcomes>) {
        self.first = self.colors;
        for level in &mut self.level {
            *level = (*level + 1).min(images.last);
        }
        images.sizes(&self.level, &mut self.sizes);
        self.look_up(key, images, outcomes);
        for (color, first) in self.colors.iter_mut().zip(&self.first) {
            for lane in 0..LANES {
                color[lane] = mix(first[lane], color[lane], self.weight[lane]);
            }
        }
    }
}
