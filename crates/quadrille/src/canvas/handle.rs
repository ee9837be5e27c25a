//! Handles of textures and images (NV_bindless_texture). They are resident from the moment they are made.

use std::sync::Arc;

use quadrille_engine::handle;
use quadrille_texture::{BoundTexture, ObjectTarget, Texture};

use super::{Canvas, CanvasError};

/// What of a texture is new.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Changed<'a> {
    /// Any of it may be.
    All,
    /// A level that a framebuffer drew, by its number, and its bytes.
    Drawn {
        level: u32,
        bytes: &'a [u8],
        framebuffer: usize,
    },
    /// A level in which programs stored, through image units that have its bytes.
    Stored { level: u32 },
}

impl Canvas {
    /// The handle of the texture that is bound to a target's point on a unit, with its sampler
    /// (GetTextureHandleNV). It goes on to stand for them whatever is bound later.
    ///
    /// # Errors
    ///
    /// There is no such texture, it is incomplete, or there are 65536 handles.
    pub fn texture_handle(&mut self, unit: usize, target: ObjectTarget) -> Result<u64, CanvasError> {
        let bound = self.bound(unit, target).ok_or(CanvasError::NoHandle)?.clone();
        if bound.incomplete().is_some() {
            return Err(CanvasError::IncompleteHandle);
        }
        let same = |other: &BoundTexture| {
            Arc::ptr_eq(other.texture(), bound.texture()) && other.sampler() == bound.sampler()
        };
        let number = match self.handles.iter().position(same) {
            Some(number) => number,
            None => {
                self.handles.push(bound.clone());
                self.handles.len() - 1
            }
        };
        let number = u16::try_from(number).map_err(|_| CanvasError::NoHandle)?;
        let (handle, unit) = handle::of_texture(number);
        self.textures.0.bind(unit, bound);
        Ok(handle)
    }

    /// Whether a texture has a handle, by itself or as an image.
    #[cfg(feature = "scenes")]
    pub(crate) fn has_handle(&self, texture: &Arc<Texture>) -> bool {
        let mut textures = self.handles.iter().map(BoundTexture::texture);
        let images = &self.memory.image_handles;
        let has_image = |texels: &Arc<quadrille_memory::Buffer>| {
            images.iter().any(|image| Arc::ptr_eq(&image.texels, texels))
        };
        let mut shown = self.shown.iter().flatten();
        textures.any(|own| Arc::ptr_eq(own, texture))
            || shown.any(|shown| Arc::ptr_eq(&shown.texture, texture) && has_image(&shown.texels))
    }

    /// The handle of what an image unit shows (GetImageHandleNV), with the unit's access. What programs store
    /// there is in the texture after each draw and dispatch while the unit shows it.
    ///
    /// # Errors
    ///
    /// Nothing is bound to the unit, or an incomplete texture.
    pub fn image_handle(&mut self, unit: usize) -> Result<u64, CanvasError> {
        let shown = self.shown.get(unit).and_then(Option::as_ref);
        let bound = shown.and_then(|shown| self.bound(shown.unit, shown.target));
        if bound.is_some_and(|bound| bound.incomplete().is_some()) {
            return Err(CanvasError::IncompleteHandle);
        }
        let image = self.memory.images.get(unit).cloned().flatten();
        self.memory
            .image_handles
            .push(image.ok_or(CanvasError::NoHandle)?);
        let number = self.memory.image_handles.len() - 1;
        let number = u32::try_from(number).map_err(|_| CanvasError::NoHandle)?;
        Ok(handle::of_image(number))
    }

    /// Lets all that refers to a texture stand for what it has become: units, handles, image units, and framebuffers.
    pub(crate) fn replace_texture(&mut self, old: &Arc<Texture>, new: &Arc<Texture>, changed: Changed<'_>) {
        self.textures.0.replace(old, new);
        for shown in self.shown.iter_mut().flatten() {
            shown.replace(old, new, changed);
        }
        self.framebuffers.replace(old, new, changed);
        for (number, bound) in self.handles.iter_mut().enumerate() {
            if Arc::ptr_eq(bound.texture(), old) {
                *bound = BoundTexture::new(new.clone(), *bound.sampler());
                let (_, unit) = handle::of_texture(number as u16);
                self.textures.0.bind(unit, bound.clone());
            }
        }
    }
}
