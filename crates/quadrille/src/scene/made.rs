//! Textures that commands make, and the units that they are for.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_memory::AccessKind;
use quadrille_scene::TextureMake;
use quadrille_texture::{ObjectTarget, Sampler, Texture};

use super::runner::Runner;
use super::stop::Stop;
use super::texture::{self, Given};
use crate::canvas::{FramebufferTarget, ImageLevel};

/// A command is about a texture that no other has made.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(super) enum NoTexture {
    #[error("no texture was made")]
    Last,
    #[error("no texture was made for the unit")]
    Unit,
}

/// The target of the texture that was made last for a unit.
pub(super) fn target(
    targets: &BTreeMap<usize, ObjectTarget>,
    unit: usize,
) -> Result<ObjectTarget, NoTexture> {
    targets.get(&unit).copied().ok_or(NoTexture::Unit)
}

impl Runner<'_> {
    pub(super) fn texture(&mut self, unit: usize, make: &TextureMake) -> Result<(), Stop> {
        self.canvas.store_attachments()?;
        if let TextureMake::Framebuffer { .. } | TextureMake::Samples { .. } = make {
            self.canvas
                .watch_attachments(FramebufferTarget::Read, AccessKind::Load);
        }
        let made = texture::make(
            make,
            &Given {
                before: self.canvas.bound(unit, ObjectTarget::TwoDimensional),
                canvas: &self.canvas,
                targets: &self.targets,
                buffers: &self.buffers,
                view: self.view,
                files: &self.files,
                meter: &self.meter,
            },
        )?;
        if let TextureMake::Image { name, .. } = make
            && let Some(bytes) = made.taken
        {
            let buffer = self.buffers.get(name)?;
            self.canvas.watch_pixels(&buffer, bytes);
        }
        self.made = (unit, made.texture.target());
        self.targets.insert(unit, made.texture.target());
        self.bind_texture(made.texture, made.sampler)
    }

    /// The texture made last.
    pub(super) fn last_texture(&mut self) -> Result<(Arc<Texture>, Sampler), Stop> {
        let (unit, target) = self.made;
        let bound = self.canvas.texture(unit, target)?.ok_or(NoTexture::Last)?;
        Ok((bound.texture().clone(), *bound.sampler()))
    }

    /// Gives memory to pages of the texture just made, or takes it away.
    pub(super) fn commit_pages(
        &mut self,
        level: u32,
        offset: [u32; 3],
        size: [u32; 3],
        commit: bool,
    ) -> Result<(), Stop> {
        let (unit, target) = self.made;
        self.last_texture()?;
        let image = ImageLevel {
            level,
            ..ImageLevel::whole(unit, target)
        };
        Ok(self.canvas.commit_pages(image, offset, size, commit)?)
    }

    pub(super) fn bind_texture(&mut self, texture: Arc<Texture>, sampler: Sampler) -> Result<(), Stop> {
        Ok(self.canvas.set_texture(self.made.0, texture, sampler)?)
    }
}
