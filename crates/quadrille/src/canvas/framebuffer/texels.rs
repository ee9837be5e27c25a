//! What is drawn goes into attached textures, and what these have become comes back.

use std::sync::Arc;

use quadrille_base::Meter;
use quadrille_isa::gl::texture::LayerAxis;
use quadrille_pipeline::{DepthFormat, Depths, Extent, Framebuffer, Pixels};
use quadrille_texture::Texture;

use super::{Attached, AttachedBuffer, Object};
use crate::canvas::memory::{level_bytes, set_level};
use crate::canvas::{Canvas, CanvasError};

impl Canvas {
    /// Puts what was drawn into attached textures.
    pub(crate) fn store_attachments(&mut self) -> Result<(), CanvasError> {
        for number in 0..self.framebuffers.objects.len() {
            let is_ahead = |object: &Object| object.is_ahead;
            if !self.framebuffers.objects[number].as_ref().is_some_and(is_ahead) {
                continue;
            }
            let meter = self.meter();
            for at in 0..self.framebuffers.object(number).attached.len() {
                self.store_attachment(number, at, &meter)?;
            }
            if let Some(object) = &mut self.framebuffers.objects[number] {
                object.is_ahead = false;
            }
        }
        Ok(())
    }

    fn store_attachment(&mut self, number: usize, at: usize, meter: &Meter) -> Result<(), CanvasError> {
        let object = self.framebuffers.object(number);
        let Attached {
            buffer,
            image,
            texture,
        } = object.attached[at].clone();
        // The new texture, and a level's bytes on their way.
        let room = meter.room(texture.bytes())?;
        let _level = meter.room(object.framebuffer.bytes())?;
        meter.work(texture.bytes())?;
        let bytes = match buffer {
            AttachedBuffer::Color(buffer) => object.framebuffer.color_values(buffer).bytes().to_vec(),
            AttachedBuffer::Depth => depth_bytes(&object.framebuffer),
        };
        let mut level = level_bytes(&texture, image.level);
        let start = image.layer.unwrap_or(0) as usize * layer_bytes(&texture, image.level);
        level[start..][..bytes.len()].copy_from_slice(&bytes);
        let mut new = (*texture).clone();
        set_level(&mut new, image.level, &level)?;
        new.set_room(room);
        self.replace_texture(&texture, &Arc::new(new), Some((image.level, &level)));
        Ok(())
    }

    /// Lets attachments of a texture stand for what it has become by other means than drawing.
    pub(in crate::canvas) fn reload_attachments(
        &mut self,
        old: &Arc<Texture>,
        new: &Arc<Texture>,
        drawn: bool,
    ) {
        for object in self.framebuffers.objects.iter_mut().flatten() {
            for at in 0..object.attached.len() {
                if !Arc::ptr_eq(&object.attached[at].texture, old) {
                    continue;
                }
                object.attached[at].texture = new.clone();
                if !drawn {
                    load(&mut object.framebuffer, &object.attached[at]);
                }
            }
        }
    }
}

/// The extent of a level with all its layers, slices or faces.
pub(super) fn layered(texture: &Texture, level: u32) -> Option<Extent> {
    let image = texture.image(level, 0)?;
    let [width, height, depth] = image.extent().sizes();
    let row = texture.target().row();
    let (height, layers) = match row.layers {
        LayerAxis::Height => (1, height),
        LayerAxis::Depth | LayerAxis::None => (height, depth.saturating_mul(row.faces)),
    };
    Some(Extent {
        samples: image.samples(),
        layers,
        ..Extent::new(width, height)
    })
}

/// The bytes of a layer of a level.
fn layer_bytes(texture: &Texture, level: u32) -> usize {
    let (Some(extent), Some(image)) = (layered(texture, level), texture.image(level, 0)) else {
        return 0;
    };
    let Extent {
        width,
        height,
        samples,
        ..
    } = extent;
    [width, height, samples]
        .map(|side| side as usize)
        .iter()
        .product::<usize>()
        * image.format().texel_bytes()
}

/// Takes the pixels of a texture.
pub(super) fn load(framebuffer: &mut Framebuffer, attached: &Attached) {
    let Attached {
        buffer,
        image,
        texture,
    } = attached;
    let level = level_bytes(texture, image.level);
    let start = image.layer.unwrap_or(0) as usize * layer_bytes(texture, image.level);
    let layers = framebuffer.extent().layers as usize;
    let bytes = &level[start..][..layers * layer_bytes(texture, image.level)];
    match buffer {
        AttachedBuffer::Color(buffer) => {
            let format = framebuffer.color_formats().nth(*buffer);
            if let Some(format) = format {
                framebuffer.set_color(*buffer, &Pixels::new(format, bytes.to_vec()));
            }
        }
        AttachedBuffer::Depth => {
            let words = || bytes.as_chunks::<4>().0.iter().copied();
            let depths = match framebuffer.depth_format() {
                Some(DepthFormat::Depth16) => {
                    let halves = bytes.as_chunks::<2>().0.iter();
                    Depths::Fixed(halves.map(|half| u16::from_le_bytes(*half).into()).collect())
                }
                Some(DepthFormat::Depth24) => {
                    Depths::Fixed(words().map(|word| u32::from_le_bytes(word) & 0xff_ffff).collect())
                }
                Some(DepthFormat::Depth32) => Depths::Fixed(words().map(u32::from_le_bytes).collect()),
                Some(DepthFormat::Depth32F) => Depths::Float(words().map(f32::from_le_bytes).collect()),
                None => return,
            };
            framebuffer.set_depths(&depths);
        }
    }
}

/// The depths of a framebuffer as texels.
fn depth_bytes(framebuffer: &Framebuffer) -> Vec<u8> {
    match framebuffer.depth_values() {
        Some(Depths::Fixed(depths)) if framebuffer.depth_format() == Some(DepthFormat::Depth16) => depths
            .iter()
            .flat_map(|depth| (*depth as u16).to_le_bytes())
            .collect(),
        Some(Depths::Fixed(depths)) => depths.iter().flat_map(|depth| depth.to_le_bytes()).collect(),
        Some(Depths::Float(depths)) => depths.iter().flat_map(|depth| depth.to_le_bytes()).collect(),
        None => Vec::new(),
    }
}
