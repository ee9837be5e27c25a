//! Framebuffers are made, and what is attached to them changes.

use quadrille_pipeline::state::MAX_DRAW_BUFFERS;
use quadrille_pipeline::{Depths, Extent, Framebuffer, Pixels};

use super::texels::{layered, load};
use super::{
    Attached, AttachedBuffer, Attachment, AttachmentError, AttachmentPoint, Attachments, FramebufferId,
    Object, RenderbufferFormat,
};
use crate::canvas::{Canvas, CanvasError};

/// An attachment as buffers have it.
struct Shape {
    extent: Extent,
    format: RenderbufferFormat,
}

impl Canvas {
    /// Makes a framebuffer of textures and renderbuffers. The pixels of textures are in it.
    ///
    /// # Errors
    ///
    /// It is not complete, exceeds a limit or the budget.
    pub fn create_framebuffer(&mut self, attachments: &Attachments) -> Result<FramebufferId, CanvasError> {
        self.store_attachments()?;
        let object = self.new_object(attachments)?;
        let objects = &mut self.framebuffers.objects;
        let number = objects.iter().position(Option::is_none).unwrap_or(objects.len());
        if number == objects.len() {
            objects.push(None);
        }
        objects[number] = Some(object);
        Ok(FramebufferId(number))
    }

    /// Attaches something to a point of the framebuffer that is drawn into, or takes what is there off it. Draw buffers
    /// write the attachments that they wrote.
    ///
    /// # Errors
    ///
    /// The framebuffer would not be complete, exceeds a limit or the budget, or is the canvas's own.
    pub fn attach(
        &mut self,
        point: AttachmentPoint,
        attachment: Option<Attachment>,
    ) -> Result<(), CanvasError> {
        attachment.iter().try_for_each(Attachment::check_target)?;
        let number = self.framebuffers.draw;
        if number == 0 {
            return Err(AttachmentError::Own.into());
        }
        if let AttachmentPoint::Color(color) = point
            && color >= MAX_DRAW_BUFFERS
        {
            return Err(AttachmentError::Color(color).into());
        }
        self.store_attachments()?;
        let mut attachments = self.framebuffers.object(number).attachments.clone();
        *attachments.point_mut(point) = attachment;
        let mut new = self.new_object(&attachments)?;
        let old = self.framebuffers.object(number);
        keep_renderbuffers(old, &mut new);
        let attachment_of = |buffer: usize| old.colors.iter().position(|color| *color == Some(buffer));
        let moved = |buffer: &Option<usize>| new.colors.get(attachment_of((*buffer)?)?).copied().flatten();
        let draw_buffers = self.state.draw_buffers.iter().map(moved).collect();
        new.read_buffer = moved(&Some(old.read_buffer)).unwrap_or(0);
        self.state.draw_buffers = draw_buffers;
        self.framebuffers.objects[number] = Some(new);
        Ok(())
    }

    fn new_object(&self, attachments: &Attachments) -> Result<Object, CanvasError> {
        let mut extent = None;
        let mut shape_of = |canvas: &Canvas, attachment: &Attachment| {
            let Shape { extent: own, format } = canvas.shape(attachment)?;
            let common: &mut Extent = extent.get_or_insert(own);
            if (common.samples, common.layers) != (own.samples, own.layers) {
                return Err(AttachmentError::Shapes);
            }
            common.width = common.width.min(own.width);
            common.height = common.height.min(own.height);
            Ok(format)
        };
        let mut colors = Vec::new();
        let mut formats = Vec::new();
        let mut attached = Vec::new();
        for attachment in &attachments.colors {
            let Some(attachment) = attachment else {
                colors.push(None);
                continue;
            };
            // One image at two points is one buffer.
            let same = |other: &Option<Attachment>| {
                *other == Some(*attachment) && matches!(attachment, Attachment::Texture(_))
            };
            let first = attachments.colors[..colors.len()].iter().position(same);
            if let Some(buffer) = first.and_then(|first| colors[first]) {
                colors.push(Some(buffer));
                continue;
            }
            match shape_of(self, attachment)? {
                RenderbufferFormat::Color(format) => {
                    attached.extend(self.attached(attachment, AttachedBuffer::Color(formats.len())));
                    colors.push(Some(formats.len()));
                    formats.push(format);
                }
                other => return Err(AttachmentError::format("colour", other).into()),
            }
        }
        let mut stencil = false;
        let mut depth = None;
        // What is attached to both points is one buffer of both.
        let is_other = |attachment: &&Attachment| Some(**attachment) != attachments.depth;
        let other_stencil = attachments.stencil.as_ref().filter(is_other);
        if let Some(attachment) = &attachments.depth {
            let mut buffer = AttachedBuffer::Depth;
            depth = Some(match shape_of(self, attachment)? {
                RenderbufferFormat::Depth(format) => format,
                RenderbufferFormat::DepthStencil(format) => {
                    stencil = true;
                    if other_stencil.is_none() {
                        buffer = AttachedBuffer::DepthStencil;
                    }
                    format
                }
                other => return Err(AttachmentError::format("depth", other).into()),
            });
            attached.extend(self.attached(attachment, buffer));
        }
        if let Some(attachment) = other_stencil {
            match shape_of(self, attachment)? {
                RenderbufferFormat::Stencil | RenderbufferFormat::DepthStencil(_) => stencil = true,
                other => return Err(AttachmentError::format("stencil", other).into()),
            }
            attached.extend(self.attached(attachment, AttachedBuffer::Stencil));
        }
        attachments.check_layers()?;
        let extent = extent.ok_or(AttachmentError::Missing)?.check()?;
        let meter = self.meter();
        let room = meter.room(extent.bytes(&formats, depth, stencil))?;
        meter.work(extent.values())?;
        let mut object = Object {
            attachments: attachments.clone(),
            framebuffer: Framebuffer::of(extent, &formats, depth, stencil)?,
            colors,
            attached,
            is_ahead: false,
            draw_buffers: vec![Some(0)],
            read_buffer: 0,
            _room: Some(room),
        };
        object.draw_buffers = match object.colors.len() {
            0 => vec![None],
            _ => object.colors.clone(),
        };
        for attached in object.attached.clone() {
            load(&mut object.framebuffer, &attached);
        }
        Ok(object)
    }

    /// What an attachment is as a buffer.
    fn shape(&self, attachment: &Attachment) -> Result<Shape, AttachmentError> {
        let image = match *attachment {
            Attachment::Renderbuffer {
                format,
                size,
                samples,
            } => {
                let [width, height] = size;
                return Ok(Shape {
                    extent: Extent {
                        samples: samples.max(1),
                        ..Extent::new(width, height)
                    },
                    format,
                });
            }
            Attachment::Texture(image) => image,
        };
        attachment.check_target()?;
        let bound = self
            .bound(image.unit, image.target)
            .ok_or(AttachmentError::Absent)?;
        let texture = bound.texture();
        let extent = layered(texture, image.level).ok_or(AttachmentError::Absent)?;
        let layers = match image.layer {
            Some(layer) if layer < extent.layers => 1,
            Some(_) => return Err(AttachmentError::Absent),
            None => extent.layers,
        };
        let format = texture
            .image(image.level, 0)
            .ok_or(AttachmentError::Absent)?
            .format();
        let format = RenderbufferFormat::of(format).ok_or(AttachmentError::Format {
            point: "colour",
            format: format.row().name,
        })?;
        Ok(Shape {
            extent: Extent { layers, ..extent },
            format,
        })
    }

    /// The texture of an attachment, if it is one.
    fn attached(&self, attachment: &Attachment, buffer: AttachedBuffer) -> Option<Attached> {
        let Attachment::Texture(image) = *attachment else {
            return None;
        };
        let texture = self.bound(image.unit, image.target)?.texture().clone();
        Some(Attached {
            buffer,
            image,
            texture,
            is_stale: false,
        })
    }
}

/// The values of pixels in an extent of another width and height; 0 where there was none.
fn resized<T: Copy + Default>(values: &[T], from: Extent, to: Extent) -> Vec<T> {
    let pixels = |extent: Extent| [extent.width, extent.height, extent.layers].map(|side| side as usize);
    let ([width, height, layers], [new_width, new_height, _]) = (pixels(from), pixels(to));
    if (width, height) == (new_width, new_height) {
        return values.to_vec();
    }
    let each = values.len() / (width * height * layers).max(1);
    let mut all = vec![T::default(); new_width * new_height * layers * each];
    let kept = width.min(new_width) * each;
    for layer in 0..layers {
        for y in 0..height.min(new_height) {
            let start = (layer * height + y) * width * each;
            let new_start = (layer * new_height + y) * new_width * each;
            all[new_start..new_start + kept].copy_from_slice(&values[start..start + kept]);
        }
    }
    all
}

/// Lets a framebuffer have the pixels of those renderbuffers that another has at the same points.
fn keep_renderbuffers(old: &Object, new: &mut Object) {
    let is_kept = |old: Option<&Attachment>, new: Option<&Attachment>| {
        old == new && matches!(new, Some(Attachment::Renderbuffer { .. }))
    };
    let (before, after) = (&old.attachments, &new.attachments);
    let (from, to) = (old.framebuffer.extent(), new.framebuffer.extent());
    for (number, buffer) in new.colors.iter().enumerate() {
        let attachment = |of: &Attachments| of.colors.get(number).copied().flatten();
        let own = old.colors.get(number).copied().flatten();
        if let (Some(own), Some(buffer)) = (own, buffer)
            && is_kept(attachment(before).as_ref(), attachment(after).as_ref())
        {
            let format = old.framebuffer.color_formats().nth(own);
            let bytes = resized(old.framebuffer.color_values(own).bytes(), from, to);
            if let Some(format) = format {
                new.framebuffer.set_color(*buffer, &Pixels::new(format, bytes));
            }
        }
    }
    if is_kept(before.depth.as_ref(), after.depth.as_ref())
        && let Some(depths) = old.framebuffer.depth_values()
    {
        let depths = match depths {
            Depths::Fixed(values) => Depths::Fixed(resized(&values, from, to)),
            Depths::Float(values) => Depths::Float(resized(&values, from, to)),
        };
        new.framebuffer.set_depths(&depths);
    }
    let stencils = [before.stencil.or(before.depth), after.stencil.or(after.depth)];
    if is_kept(stencils[0].as_ref(), stencils[1].as_ref())
        && let Some(values) = old.framebuffer.stencil_values()
        && new.framebuffer.has_stencil()
    {
        new.framebuffer.set_stencils(&resized(&values, from, to));
    }
}
