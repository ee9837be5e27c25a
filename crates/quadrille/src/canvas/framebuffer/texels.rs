//! What is drawn goes into attached textures, and what these have become comes back.

use std::ops::Range;
use std::sync::Arc;

use quadrille_base::Meter;
use quadrille_isa::gl::texture::LayerAxis;
use quadrille_pipeline::{DepthFormat, Depths, Extent, Framebuffer, Pixels};
use quadrille_texture::{Format, Image, Texture};

use super::{Attached, AttachedBuffer, Framebuffers, Object};
use crate::canvas::handle::Changed;
use crate::canvas::memory::{copied, level_bytes, set_level};
use crate::canvas::{Canvas, CanvasError, ImageLevel};

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
            is_stale: _,
        } = object.attached[at].clone();
        // The new texture, and a level's bytes on their way.
        let room = meter.room(texture.bytes())?;
        let _level = meter.room(object.framebuffer.bytes())?;
        copied(meter, texture.bytes())?;
        let mut level = level_bytes(&texture, image.level);
        let rows = rows(&texture, image, &object.framebuffer);
        let mut bytes = gathered(&level, &rows);
        let Some(format) = image_format(&texture, image) else {
            return Ok(());
        };
        match buffer {
            AttachedBuffer::Color(buffer) => {
                bytes.copy_from_slice(object.framebuffer.color_values(buffer).bytes());
            }
            AttachedBuffer::Depth => put_depths(&object.framebuffer, format, &mut bytes),
            AttachedBuffer::Stencil => put_stencils(&object.framebuffer, format, &mut bytes),
            AttachedBuffer::DepthStencil => {
                put_depths(&object.framebuffer, format, &mut bytes);
                put_stencils(&object.framebuffer, format, &mut bytes);
            }
        }
        let mut rest = &bytes[..];
        for row in rows {
            let (own, others) = rest.split_at(row.len());
            level[row].copy_from_slice(own);
            rest = others;
        }
        let mut new = (*texture).clone();
        set_level(&mut new, image.level, &level)?;
        new.set_room(room);
        let changed = Changed::Drawn {
            level: image.level,
            bytes: &level,
            framebuffer: number,
        };
        self.replace_texture(&texture, &Arc::new(new), changed);
        Ok(())
    }

    /// Lets the framebuffer that is read have what was drawn into another, as far as both have the same texture.
    pub(crate) fn settle(&mut self) -> Result<(), CanvasError> {
        match self.framebuffers.draw == self.framebuffers.read {
            true => Ok(()),
            false => self.store_attachments(),
        }
    }
}

impl Framebuffers {
    /// Lets attachments of a texture stand for what it has become.
    pub(in crate::canvas) fn replace(
        &mut self,
        old: &Arc<Texture>,
        new: &Arc<Texture>,
        changed: Changed<'_>,
    ) {
        for (number, object) in self.objects.iter_mut().enumerate() {
            let attached = object.iter_mut().flat_map(|object| &mut object.attached);
            for attached in attached.filter(|attached| Arc::ptr_eq(&attached.texture, old)) {
                attached.texture = new.clone();
                attached.is_stale |= match changed {
                    Changed::All => true,
                    Changed::Drawn {
                        level, framebuffer, ..
                    } => level == attached.image.level && framebuffer != number,
                    Changed::Stored { level } => level == attached.image.level,
                };
            }
        }
        for number in [self.draw, self.read] {
            self.refresh(number);
        }
    }

    /// Lets a framebuffer take what the textures attached to it have become.
    pub(super) fn refresh(&mut self, number: usize) {
        let Some(object) = &mut self.objects[number] else {
            return;
        };
        for attached in object.attached.iter_mut().filter(|attached| attached.is_stale) {
            attached.is_stale = false;
            load(&mut object.framebuffer, attached);
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

/// The bytes of a level that stand for a framebuffer, which may be smaller: row by row, or all at once.
fn rows(texture: &Texture, image: ImageLevel, framebuffer: &Framebuffer) -> Vec<Range<usize>> {
    let bytes = layer_bytes(texture, image.level);
    let start = image.layer.unwrap_or(0) as usize * bytes;
    let drawn = framebuffer.extent();
    let layers = drawn.layers as usize;
    let Some(own) = layered(texture, image.level) else {
        return Vec::new();
    };
    if (own.width, own.height) == (drawn.width, drawn.height) {
        return std::iter::once(start..start + layers * bytes).collect();
    }
    let row = bytes / (own.height as usize).max(1);
    let kept = row / (own.width as usize).max(1) * drawn.width as usize;
    let of_layer = |layer: usize| (0..drawn.height as usize).map(move |y| start + layer * bytes + y * row);
    let starts = (0..layers).flat_map(of_layer);
    starts.map(|start| start..start + kept).collect()
}

fn gathered(level: &[u8], rows: &[Range<usize>]) -> Vec<u8> {
    rows.iter().flat_map(|row| &level[row.clone()]).copied().collect()
}

fn image_format(texture: &Texture, image: ImageLevel) -> Option<Format> {
    texture.image(image.level, 0).map(Image::format)
}

/// Takes the pixels of a texture.
pub(super) fn load(framebuffer: &mut Framebuffer, attached: &Attached) {
    let Attached {
        buffer,
        image,
        texture,
        is_stale: _,
    } = attached;
    let level = level_bytes(texture, image.level);
    let bytes = gathered(&level, &rows(texture, *image, framebuffer));
    let bytes = &bytes[..];
    let Some(format) = image_format(texture, *image) else {
        return;
    };
    match buffer {
        AttachedBuffer::Color(buffer) => {
            framebuffer.set_color(*buffer, &Pixels::new(format, bytes.to_vec()));
        }
        AttachedBuffer::Depth => take_depths(framebuffer, format, bytes),
        AttachedBuffer::Stencil => take_stencils(framebuffer, format, bytes),
        AttachedBuffer::DepthStencil => {
            take_depths(framebuffer, format, bytes);
            take_stencils(framebuffer, format, bytes);
        }
    }
}

/// The bits of a depth begin there in the first word of a texel.
fn depth_shift(format: Format) -> u32 {
    if format == Format::Depth24Stencil8 { 8 } else { 0 }
}

fn take_depths(framebuffer: &mut Framebuffer, format: Format, bytes: &[u8]) {
    let shift = depth_shift(format);
    let words = bytes.chunks_exact(format.texel_bytes()).map(|texel| {
        let mut word = [0; 4];
        let size = texel.len().min(4);
        word[..size].copy_from_slice(&texel[..size]);
        u32::from_le_bytes(word) >> shift
    });
    let depths = match framebuffer.depth_format() {
        Some(DepthFormat::Depth32F) => Depths::Float(words.map(f32::from_bits).collect()),
        Some(_) => Depths::Fixed(words.collect()),
        None => return,
    };
    framebuffer.set_depths(&depths);
}

fn put_depths(framebuffer: &Framebuffer, format: Format, bytes: &mut [u8]) {
    let shift = depth_shift(format);
    let words: Vec<u32> = match framebuffer.depth_values() {
        Some(Depths::Fixed(depths)) => depths,
        Some(Depths::Float(depths)) => depths.into_iter().map(f32::to_bits).collect(),
        None => return,
    };
    for (texel, word) in bytes.chunks_exact_mut(format.texel_bytes()).zip(words) {
        // A stencil value in the lowest bits of the word stays.
        let stencil = if shift == 0 { 0 } else { texel[0].into() };
        let word = (word << shift | stencil).to_le_bytes();
        let size = texel.len().min(4);
        texel[..size].copy_from_slice(&word[..size]);
    }
}

fn take_stencils(framebuffer: &mut Framebuffer, format: Format, bytes: &[u8]) {
    let encoding = format.row().encoding;
    let texels = bytes.chunks_exact(format.texel_bytes());
    let values: Vec<u8> = texels.map(|texel| encoding.stencil(texel)).collect();
    framebuffer.set_stencils(&values);
}

fn put_stencils(framebuffer: &Framebuffer, format: Format, bytes: &mut [u8]) {
    let at = if format == Format::Depth32FStencil8 { 4 } else { 0 };
    let values = framebuffer.stencil_values().unwrap_or_default();
    for (texel, value) in bytes.chunks_exact_mut(format.texel_bytes()).zip(values) {
        texel[at] = value;
    }
}
