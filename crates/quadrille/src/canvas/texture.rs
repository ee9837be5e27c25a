//! The textures that are bound to units.

use std::sync::Arc;

use quadrille_pipeline::BoundProgram;
use quadrille_pipeline::state::texture::BaseFormat;
use quadrille_pipeline::state::{TEXTURE_IMAGE_UNITS, TextureUnit};
use quadrille_program::ImageUse;
use quadrille_texture::image_unit::InvalidAccess;
use quadrille_texture::{Base, BoundTexture, DepthMode, Image, ObjectTarget, Sampler, Texture};

use super::handle::Changed;
use super::memory::copied;
use super::{Canvas, CanvasError, ImageLevel};

impl Canvas {
    /// Binds a texture to the point of its target on a unit, in place of the one before.
    ///
    /// # Errors
    ///
    /// There is no such unit.
    pub fn set_texture(
        &mut self,
        unit: usize,
        texture: impl Into<Arc<Texture>>,
        sampler: Sampler,
    ) -> Result<(), CanvasError> {
        if unit >= TEXTURE_IMAGE_UNITS {
            return Err(CanvasError::Unit(unit));
        }
        let bound = BoundTexture::new(texture.into(), sampler);
        self.textures.0.bind(unit as u32, bound);
        Ok(())
    }

    /// Lets the linear filters of all cube maps go on across the edges of faces, or only of those whose sampler says so
    /// (TEXTURE_CUBE_MAP_SEAMLESS, ARB_seamless_cube_map).
    pub fn set_seamless(&mut self, seamless: bool) {
        self.textures.0.set_seamless(seamless);
    }

    /// The texture that is bound to a target's point on a unit, with what was drawn into it.
    ///
    /// # Errors
    ///
    /// The budget is not enough.
    pub fn texture(
        &mut self,
        unit: usize,
        target: ObjectTarget,
    ) -> Result<Option<&BoundTexture>, CanvasError> {
        self.store_attachments()?;
        Ok(self.bound(unit, target))
    }

    /// Commits memory to pages of a level of a texture, or takes it away (TexPageCommitmentARB): texels without memory are
    /// zeros, and lookups with SPARSE tell that they met one. All pages have memory at first. The region is as
    /// [`Texture::commit_pages`] has it.
    ///
    /// # Errors
    ///
    /// There is no such texture, it has no pages, the region does not consist of some, or the budget is not enough.
    pub fn commit_pages(
        &mut self,
        image: ImageLevel,
        offset: [u32; 3],
        size: [u32; 3],
        commit: bool,
    ) -> Result<(), CanvasError> {
        self.store_attachments()?;
        let bound = self.bound(image.unit, image.target).ok_or(CanvasError::NoImage)?;
        let old = bound.texture().clone();
        let meter = self.meter();
        // Where texels are absent takes four bytes of each.
        let bytes = old.bytes().saturating_mul(5);
        let room = meter.room(bytes)?;
        copied(&meter, bytes)?;
        let mut new = (*old).clone();
        new.commit_pages(image.level, offset, size, commit)?;
        new.set_room(room);
        self.replace_texture(&old, &Arc::new(new), Changed::All);
        Ok(())
    }

    /// The same, without what was drawn since it was stored last.
    pub(crate) fn bound(&self, unit: usize, target: ObjectTarget) -> Option<&BoundTexture> {
        self.textures.0.get(u32::try_from(unit).ok()?, target)
    }

    /// Puts what was drawn into textures that these programs, which access these image units, may read.
    pub(super) fn store_read<'a>(
        &mut self,
        programs: impl Iterator<Item = &'a BoundProgram>,
        images: &[ImageUse],
    ) -> Result<(), CanvasError> {
        if !self.framebuffers.are_ahead(|_| true) {
            return Ok(());
        }
        let uses = programs.flat_map(|bound| bound.kernel.program().textures());
        let units: Vec<u32> = uses.map(|texture| texture.unit).collect();
        let is_fixed = |unit: &TextureUnit| unit.sampled.is_some();
        let fixed = self
            .state
            .textures
            .iter()
            .enumerate()
            .filter(|(_, unit)| is_fixed(unit));
        let units: Vec<u32> = units
            .into_iter()
            .chain(fixed.map(|(unit, _)| unit as u32))
            .collect();
        let is_read = |texture: &Arc<Texture>| {
            let mut handles = self.handles.iter();
            units.iter().any(|unit| self.textures.0.holds(*unit, texture))
                || handles.any(|bound| Arc::ptr_eq(bound.texture(), texture))
                || self.show(images, texture)
        };
        match self.framebuffers.are_ahead(is_read) {
            true => self.store_attachments(),
            false => Ok(()),
        }
    }
}

impl Canvas {
    /// Notes of what image units show whether every access is invalid: "the texture bound to the selected image unit is
    /// incomplete; the texture level bound to the image unit is less than the base level or greater than the maximum level
    /// of the texture" (EXT_shader_image_load_store 3.9.X), or "the image has more samples than the implementation-dependent
    /// value of MAX_IMAGE_SAMPLES" (OpenGL 4.6, 8.26).
    pub(super) fn judge_images(&mut self) {
        let most = self.memory.limits.image_samples;
        for (number, shown) in self.shown.iter().enumerate() {
            let (Some(shown), Some(Some(image))) = (shown, self.memory.images.get_mut(number)) else {
                continue;
            };
            let bound = self.textures.0.get(shown.unit as u32, shown.target);
            let Some(bound) = bound.filter(|bound| Arc::ptr_eq(bound.texture(), &shown.texture)) else {
                continue;
            };
            let sampler = bound.sampler();
            let levels = sampler.base_level..=sampler.maximum_level;
            let samples = bound.texture().image(shown.level, 0).map_or(1, Image::samples);
            let problem = if !levels.contains(&shown.level) {
                Some(InvalidAccess::Level(shown.level))
            } else if bound.incomplete_image(shown.level).is_some() {
                Some(InvalidAccess::Incomplete)
            } else if samples > most.max(1) {
                Some(InvalidAccess::Samples(samples))
            } else {
                None
            };
            image.unit = image.unit.judged(problem);
        }
    }
}

/// The base format of a texture in the texture environment (GL 2.1, table 3.20; ARB_texture_rg reads RED and RG as
/// RGB).
pub(super) fn base_format(bound: &BoundTexture) -> BaseFormat {
    match bound.format().row().base {
        Base::Alpha => BaseFormat::Alpha,
        Base::Luminance => BaseFormat::Luminance,
        Base::LuminanceAlpha => BaseFormat::LuminanceAlpha,
        Base::Intensity => BaseFormat::Intensity,
        // Stencil values are integers, which this stage leaves undefined.
        Base::Red | Base::Rg | Base::Rgb | Base::Stencil => BaseFormat::Rgb,
        Base::Depth | Base::DepthStencil => match bound.sampler().depth_mode {
            DepthMode::Luminance => BaseFormat::Luminance,
            DepthMode::Intensity => BaseFormat::Intensity,
            DepthMode::Alpha => BaseFormat::Alpha,
            DepthMode::Red => BaseFormat::Rgb,
        },
        Base::Rgba => BaseFormat::Rgba,
    }
}
