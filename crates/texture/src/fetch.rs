//! Texel fetches by integer coordinates (TXF) and of single samples (TXFMS): no filter, no wrapping.
//!
//! Sources: NV_gpu_program4 section 2.X.4.4 and table X.18; NV_explicit_multisample; NV_texture_multisample.

use crate::access::Access;
use crate::format::FormatKind;
use crate::format::encoding::canonical;
use crate::lookup::{Offset, Results, lane_of};
use crate::{BoundTexture, Image};
use quadrille_isa::gl::texture::{LayerAxis, Sampling};

/// Why the result of a fetch is undefined; the result is then zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum UndefinedFetch {
    /// The texture is incomplete or has another target than the instruction.
    #[error("no texture of the instruction's target that is complete")]
    NoTexture,
    /// The level is below the base level or above the last one.
    #[error("level {0} relative to the base level is outside the texture")]
    Level(i32),
    /// A level other than the base level with a filter that has no mipmaps.
    #[error("level {0} relative to the base level needs a filter with mipmaps")]
    Unmipmapped(i32),
    /// The layer does not exist.
    #[error("layer {0} is outside the texture")]
    Layer(i64),
    /// The texel is outside the image.
    #[error("texel {0} of an axis is outside the image")]
    Texel(i64),
    /// The sample does not exist.
    #[error("sample {0} is outside the texel")]
    Sample(i32),
}

/// The operands of one TXF or TXFMS instruction for a batch of lanes. Shorter slices read as 0 beyond their end.
#[derive(Clone, Copy, Debug)]
pub struct Fetch<'a> {
    /// The texture and components that the instruction's target reads.
    pub access: Access,
    /// x, y and z are the texel and layer; w is the level above the base level, or the sample.
    pub coordinates: [&'a [i32]; 4],
    /// The texel offset.
    pub offset: Offset<'a>,
}

impl BoundTexture {
    /// Fetches a texel for each lane of a batch. Undefined fetches give zeros.
    pub fn fetch(&self, fetch: &Fetch<'_>, results: &mut Results<'_>) {
        let lanes = results.iter().map(|plane| plane.len()).min().unwrap_or(0);
        for lane in 0..lanes {
            let result = self.fetch_lane(fetch, lane);
            for (plane, component) in results.iter_mut().zip(result) {
                plane[lane] = component;
            }
        }
    }

    /// The result of one lane of a batch.
    pub fn fetch_lane(&self, fetch: &Fetch<'_>, lane: usize) -> [u32; 4] {
        let coordinate = fetch.coordinates.map(|plane| lane_of(plane, lane));
        self.fetch_texel(fetch.access, coordinate, fetch.offset.lane(lane))
            .unwrap_or([0; 4])
    }

    /// Fetches one texel, or says why that is undefined.
    ///
    /// # Errors
    /// Every case that the specifications call undefined.
    pub fn fetch_texel(
        &self,
        access: Access,
        coordinate: [i32; 4],
        offset: [i32; 3],
    ) -> Result<[u32; 4], UndefinedFetch> {
        if self.incomplete().is_some() || self.target() != access.target || access.target.is_cube() {
            return Err(UndefinedFetch::NoTexture);
        }
        let row = access.target.row();
        let (level, sample) = match row.sampling {
            Sampling::Buffer => (0, 0),
            Sampling::Multisample => (0, coordinate[3]),
            Sampling::Mipmapped | Sampling::Rectangle => (coordinate[3], 0),
        };
        let image = self.fetched_image(level)?;
        let sample = u32::try_from(sample)
            .ok()
            .filter(|&sample| sample < image.samples())
            .ok_or(UndefinedFetch::Sample(sample))?;
        let sizes = image.extent().sizes();
        let mut texel = [0; 3];
        for axis in 0..row.dimensions {
            let position = i64::from(coordinate[axis]) + i64::from(offset[axis]);
            texel[axis] = within(position, sizes[axis]).ok_or(UndefinedFetch::Texel(position))?;
        }
        if let Some(component) = access.layer {
            let layer = i64::from(coordinate[usize::from(component)]);
            let axis = if row.layers == LayerAxis::Height { 1 } else { 2 };
            texel[axis] = within(layer, sizes[axis]).ok_or(UndefinedFetch::Layer(layer))?;
        }
        let index = image.index(texel, sample);
        Ok(match self.kind() {
            FormatKind::Float => self.finish(image.color(index)).map(canonical),
            FormatKind::Signed | FormatKind::Unsigned => self.swizzled(image.integer_color(index), 0, 1),
        })
    }

    /// The image of a level relative to the base level, if a fetch may read it.
    fn fetched_image(&self, level: i32) -> Result<&Image, UndefinedFetch> {
        let base = self.sampler().base_level;
        let absolute = base
            .checked_add_signed(level)
            .filter(|&absolute| level >= 0 && (level == 0 || absolute <= self.last_level()))
            .ok_or(UndefinedFetch::Level(level))?;
        if level != 0 && !self.sampler().minification.uses_mipmap() {
            return Err(UndefinedFetch::Unmipmapped(level));
        }
        self.image(absolute, 0).ok_or(UndefinedFetch::Level(level))
    }
}

fn within(position: i64, size: u32) -> Option<u32> {
    u32::try_from(position).ok().filter(|&position| position < size)
}
