//! The framebuffer of a scene: what it is made of, and what probes, pictures and textures see of it.

use std::borrow::Cow;

use quadrille_base::Span;
use quadrille_pipeline::{Extent, Framebuffer, FramebufferError};
use quadrille_scene::{Reading, Scene};

use super::SceneOptions;
use crate::canvas::{CanvasError, CanvasOptions};

/// The layer and the sample that are read of the framebuffer: at first layer 0, and all samples resolved to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct View {
    pub(super) layer: u32,
    sample: Option<u32>,
}

/// A command chooses what the framebuffer does not have.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(super) enum ViewError {
    #[error("the framebuffer has {0} layers")]
    Layer(u32),
    #[error("a pixel has {0} samples")]
    Sample(u32),
}

impl View {
    /// The image of the chosen layer and sample.
    pub(super) fn of(self, framebuffer: &Framebuffer) -> Cow<'_, Framebuffer> {
        framebuffer.image(self.layer, self.sample)
    }

    /// What is read of another framebuffer: layer 0, and all samples.
    pub(super) fn reset(&mut self) {
        *self = View::default();
    }

    /// A command that chooses what is seen of a framebuffer.
    pub(super) fn read(&mut self, reading: Reading, of: Extent) -> Result<(), ViewError> {
        match reading {
            Reading::Layer(layer) if layer < of.layers => self.layer = layer,
            Reading::Layer(_) => return Err(ViewError::Layer(of.layers)),
            Reading::Sample(sample) if sample < of.samples => self.sample = Some(sample),
            Reading::Sample(_) => return Err(ViewError::Sample(of.samples)),
            Reading::Samples => self.sample = None,
        }
        Ok(())
    }
}

/// The canvas that a scene asks for.
pub(super) fn wanted(options: &SceneOptions<'_>, scene: &Scene) -> CanvasOptions {
    let (width, height) = scene.size.unwrap_or(options.size);
    CanvasOptions {
        // The sanitizer tells what it finds in the order of execution.
        threads: if options.sanitize { 1 } else { options.threads },
        colors: vec![options.color; options.draw_buffers],
        samples: scene.samples.unwrap_or(1),
        layers: scene.layers.unwrap_or(1),
        ..CanvasOptions::new(width, height)
    }
}

/// The line of a scene that asks for what cannot be made.
pub(super) fn asked(error: &CanvasError, scene: &Scene) -> Span {
    let asked = &scene.asked;
    match error {
        CanvasError::Framebuffer(FramebufferError::Samples(_)) => asked.samples,
        CanvasError::Framebuffer(FramebufferError::Layers(_)) => asked.layers,
        _ => asked.size,
    }
}
