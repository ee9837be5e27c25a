//! The engine `vulkan`: what the pipeline draws and computes, done by the machine's own Vulkan device, with the scene's
//! programs translated to SPIR-V.
//!
//! Each draw is one job (`gpu`): the framebuffer goes to the device with everything that the draw reads, and comes
//! back. That is slow, and simple: clears, copies and probes stay what they are. State that Vulkan has no word
//! for is refused with the reason, never drawn otherwise.
//!
//! The driver is loaded at run time. This is one of the few crates that reach outside: it opens a system
//! library, and whatever that opens. Everything unsafe is in `gpu`.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod attributes;
mod error;
mod framebuffer;
mod gpu;
mod images;
mod parameters;
mod shaders;
mod state;
mod state_value;
mod textures;

#[cfg(test)]
mod tests;

use quadrille_pipeline::state::OwnOutput;
use quadrille_pipeline::{Device, DeviceDispatch, DeviceDraw, DeviceError, Framebuffer, LeftHere};
use quadrille_translated::{Images, Storage, Translated};

pub use crate::error::OpenError;
use crate::error::{DrawError, Unsupported};
use crate::gpu::{Bound, Changes, Dispatch, Gpu, Job};

/// A Vulkan device.
pub struct Vulkan {
    gpu: Gpu,
}

impl Vulkan {
    /// Opens the machine's device; a card if there is one.
    ///
    /// # Errors
    ///
    /// There is no Vulkan 1.3, or it does not start.
    pub fn open() -> Result<Vulkan, OpenError> {
        Ok(Vulkan { gpu: Gpu::open()? })
    }

    /// The name of the device that draws, and its version of Vulkan.
    pub fn describe(&self) -> String {
        self.gpu.describe()
    }
}

impl Device for Vulkan {
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError> {
        Ok(self.draw(framebuffer, draw)?)
    }

    fn leaves(&self, draw: &DeviceDraw<'_>) -> Option<LeftHere> {
        shaders::left_here(&self.gpu, draw)
    }

    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DeviceError> {
        Ok(self.dispatch(dispatch)?)
    }
}

impl Vulkan {
    /// Draws: the framebuffer goes to the device and comes back.
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DrawError> {
        let state = state::of(&self.gpu, framebuffer, draw)?;
        let translated = shaders::of(&self.gpu, draw)?;
        let (attributes, indices) = attributes::of(&translated, draw)?;
        if indices.is_empty() {
            return Ok(());
        }
        let buffers = framebuffer::Buffers::new(&self.gpu, framebuffer, draw.context)?;
        let (colors, depth, stencil) = buffers.pictures(framebuffer);
        let written: Vec<bool> = (0..colors.len())
            .map(|number| translated.writes(number))
            .collect();
        let is_one = |all: &[bool]| all.iter().all(|other| *other == all[0]);
        let own = draw
            .context
            .own_outputs
            .iter()
            .any(|own| *own != OwnOutput::default());
        if (own || !is_one(&written)) && self.gpu.features.independent_blend == 0 {
            return Err(Unsupported::IndependentBlend.into());
        }
        let storages = translated.storages();
        let images = translated.images()?;
        let job = Job {
            size: [framebuffer.width(), framebuffer.height()],
            colors,
            written,
            depth,
            stencil,
            shaders: shaders::words(&translated)?,
            attributes,
            indices,
            instances: draw.call.instances,
            bound: self.bound(&translated, &storages, &images, framebuffer.height())?,
            state,
        };
        let drawn = self.gpu.draw(&job)?;
        buffers.take(framebuffer, drawn.pictures);
        keep(&translated, &storages, &images, drawn.changes);
        Ok(())
    }

    /// Computes: memory goes to the device and comes back.
    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DrawError> {
        let translated = shaders::of_dispatch(&self.gpu, dispatch)?;
        let shader = shaders::words(&translated)?;
        let Some((_, shader)) = shader.first() else {
            return Err(Unsupported::NoWords.into());
        };
        let storages = translated.storages();
        let images = translated.images()?;
        let changes = self.gpu.dispatch(&Dispatch {
            shader,
            groups: dispatch.groups,
            bound: self.bound(&translated, &storages, &images, 0)?,
        })?;
        keep(&translated, &storages, &images, changes);
        Ok(())
    }

    /// What the shaders read and change, for a framebuffer of this height.
    fn bound(
        &self,
        translated: &Translated<'_>,
        storages: &[Storage],
        images: &Images<'_>,
        height: u32,
    ) -> Result<Bound, DrawError> {
        Ok(Bound {
            blocks: parameters::blocks(translated, height),
            storages: parameters::storages(storages),
            images: images::of(&self.gpu, translated, images)?,
            textures: textures::of(&self.gpu, translated)?,
        })
    }
}

/// Keeps what shaders changed.
fn keep(translated: &Translated<'_>, storages: &[Storage], images: &Images<'_>, changes: Changes) {
    for (storage, bytes) in storages.iter().zip(changes.storages) {
        translated.keep(storage, &bytemuck::pod_collect_to_vec::<u8, u32>(&bytes));
    }
    for (level, bytes) in images.levels.iter().zip(changes.images) {
        level.keep(&bytes);
    }
}
