//! Textures that commands make, and the units that they are for.

use std::sync::Arc;

use quadrille_scene::TextureMake;
use quadrille_texture::{Sampler, Target, Texture};

use super::runner::Runner;
use super::stop::Stop;
use super::texture;

impl Runner<'_> {
    pub(super) fn texture(&mut self, unit: usize, make: &TextureMake) -> Result<(), Stop> {
        let meter = &self.meter;
        let made = match make {
            TextureMake::Framebuffer { depth: true } => texture::depths(&self.seen(), meter)?,
            TextureMake::Framebuffer { depth: false } => texture::colors(&self.seen(), meter)?,
            TextureMake::Samples { renderbuffer } => {
                let target = match renderbuffer {
                    true => Target::Renderbuffer,
                    false => Target::TwoDimensionalMultisample,
                };
                texture::samples(self.canvas.framebuffer(), self.view.layer, target, meter)?
            }
            make => {
                let before = self.canvas.texture(unit, Target::TwoDimensional);
                texture::make(make, before, &self.files, meter)?
            }
        };
        self.made = (unit, made.texture.target());
        self.targets.insert(unit, made.texture.target());
        Ok(self.bind_texture(made.texture, made.sampler)?)
    }

    /// The texture made last.
    pub(super) fn last_texture(&self) -> Result<(Arc<Texture>, Sampler), String> {
        let (unit, target) = self.made;
        let bound = self.canvas.texture(unit, target).ok_or("no texture was made")?;
        Ok((bound.texture().clone(), *bound.sampler()))
    }

    pub(super) fn bind_texture(&mut self, texture: Arc<Texture>, sampler: Sampler) -> Result<(), String> {
        let bound = self.canvas.set_texture(self.made.0, texture, sampler);
        bound.map_err(|error| error.to_string())
    }
}
