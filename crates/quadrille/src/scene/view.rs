//! The framebuffer of a scene: what it is made of, and what probes, pictures and textures see of it.

use std::borrow::Cow;

use quadrille_pipeline::Framebuffer;
use quadrille_scene::{Reading, Scene};

use super::SceneOptions;
use super::runner::Runner;
use crate::canvas::CanvasOptions;

/// What is seen of the framebuffer: at first the first layer, and what all samples of a pixel come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct View {
    pub(super) layer: u32,
    sample: Option<u32>,
}

impl View {
    /// What is seen of a framebuffer that has the layer and the sample.
    pub(super) fn of(self, framebuffer: &Framebuffer) -> Cow<'_, Framebuffer> {
        framebuffer.image(self.layer, self.sample)
    }
}

/// The canvas that a scene asks for.
pub(super) fn wanted(options: &SceneOptions<'_>, scene: &Scene) -> CanvasOptions {
    let (width, height) = scene.size.unwrap_or(options.size);
    CanvasOptions {
        // The sanitizer tells what it finds in the order of execution.
        threads: if options.sanitize { 1 } else { options.threads },
        colors: vec![options.color],
        samples: scene.samples.unwrap_or(1),
        layers: scene.layers.unwrap_or(1),
        ..CanvasOptions::new(width, height)
    }
}

impl Runner<'_> {
    /// What is seen of the framebuffer now.
    pub(super) fn seen(&self) -> Cow<'_, Framebuffer> {
        self.view.of(self.canvas.framebuffer())
    }

    /// A command that chooses what is seen.
    pub(super) fn read(&mut self, reading: Reading) -> Result<(), String> {
        let extent = self.canvas.framebuffer().extent();
        match reading {
            Reading::Layer(layer) if layer < extent.layers => self.view.layer = layer,
            Reading::Layer(_) => return Err(format!("the framebuffer has {} layers", extent.layers)),
            Reading::Sample(sample) if sample < extent.samples => self.view.sample = Some(sample),
            Reading::Sample(_) => return Err(format!("a pixel has {} samples", extent.samples)),
            Reading::Samples => self.view.sample = None,
        }
        Ok(())
    }

    /// Width and height of the framebuffer.
    pub(super) fn size(&self) -> (u32, u32) {
        (
            self.canvas.framebuffer().width(),
            self.canvas.framebuffer().height(),
        )
    }
}
