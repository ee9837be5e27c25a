//! Queries: the size of a level (TXQ), the count of samples (TXQS) and the level of detail (LOD).

use crate::format::encoding::canonical;
use crate::lookup::{Lookup, QuadLambda};
use crate::{BoundTexture, LayerAxis, ObjectTarget, lod};

impl BoundTexture {
    /// The size of a level relative to the base level (NV_gpu_program4 section 2.X.8.Z, TXQ): width, then height
    /// or layers, then depth or layers; of cube arrays the count of cubes (ARB_texture_cube_map_array issue 12).
    /// Components that the target does not have, and levels outside the texture, give 0 where the specification
    /// leaves them undefined.
    pub fn size(&self, level: i32) -> [i32; 4] {
        let base = self.sampler().base_level;
        let Some(absolute) = base
            .checked_add_signed(level)
            .filter(|&absolute| level >= 0 && (level == 0 || absolute <= self.last_level()))
        else {
            return [0; 4];
        };
        let Some(image) = self.image(absolute, 0) else {
            return [0; 4];
        };
        let sizes = image
            .extent()
            .sizes()
            .map(|size| i32::try_from(size).unwrap_or(i32::MAX));
        components_of_size(self.target(), sizes)
    }

    /// Samples in a texel of the base level; 1 where there is no image (ARB_shader_texture_image_samples).
    pub fn samples(&self) -> u32 {
        self.image(self.sampler().base_level, 0)
            .map_or(1, |image| image.samples())
    }

    /// The level of detail of one lane of a batch: the level or levels that a lookup would access, relative to
    /// the base level, and λ′ before clamping, as bits of floats (ARB_texture_query_lod). Zeros for textures that
    /// are incomplete or have another target.
    pub fn query_level_lane(&self, lookup: &Lookup<'_>, lane: usize) -> [u32; 4] {
        if !self.serves(lookup.access) {
            return [0; 4];
        }
        let [accessed, lambda] = lod::query(
            self.sampler(),
            self.last_level(),
            lookup.lambda(self, lane, &mut QuadLambda::default()),
        );
        [canonical(accessed), canonical(lambda), 0, 0]
    }
}

/// The components of a size query, from width, height and depth; 0 where the target has none.
pub(crate) fn components_of_size(target: ObjectTarget, [width, height, depth]: [i32; 3]) -> [i32; 4] {
    let row = target.row();
    match (row.layers, row.dimensions) {
        (LayerAxis::Depth, _) if row.cube => [width, height, depth / 6, 0],
        (LayerAxis::Depth, _) => [width, height, depth, 0],
        (LayerAxis::Height, _) => [width, height, 0, 0],
        (LayerAxis::None, 1) => [width, 0, 0, 0],
        (LayerAxis::None, 2) => [width, height, 0, 0],
        (LayerAxis::None, _) => [width, height, depth, 0],
    }
}
