//! Commands about framebuffers, carried out.

use std::borrow::Cow;

use quadrille_pipeline::Framebuffer;
use quadrille_scene::{
    AttachmentPoint, Command, FramebufferCommand, FramebufferImage, FramebufferTarget, ProbeArea,
};

use super::made;
use super::runner::Runner;
use super::stop::Stop;
use crate::canvas::{
    self, Attachment, Attachments, BlitRegion, FramebufferId, ImageLevel, RenderbufferFormat,
};

/// A command names what is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum FramebufferCommandError {
    #[error("there is no framebuffer `{0}`")]
    Name(String),
    #[error("framebuffers have no format `{0}`")]
    Format(String),
}

fn target(target: FramebufferTarget) -> canvas::FramebufferTarget {
    match target {
        FramebufferTarget::Draw => canvas::FramebufferTarget::Draw,
        FramebufferTarget::Read => canvas::FramebufferTarget::Read,
        FramebufferTarget::Both => canvas::FramebufferTarget::Both,
    }
}

impl Runner<'_> {
    pub(super) fn framebuffer(&mut self, command: &FramebufferCommand) -> Result<(), Stop> {
        match command {
            FramebufferCommand::Own(point) => self.bind_framebuffer(*point, FramebufferId::OWN)?,
            FramebufferCommand::New(point, images) => {
                let colors = images.iter().map(|image| match image {
                    Some(image) => self.attachment(image).map(Some),
                    None => Ok(None),
                });
                let attachments = Attachments {
                    colors: colors.collect::<Result<_, _>>()?,
                    ..Attachments::default()
                };
                let new = self.canvas.create_framebuffer(&attachments)?;
                self.bind_framebuffer(*point, new)?;
            }
            FramebufferCommand::Attach(point, image) => {
                let image = image.as_ref().map(|image| self.attachment(image)).transpose()?;
                let point = match *point {
                    AttachmentPoint::Color(number) => canvas::AttachmentPoint::Color(number),
                    AttachmentPoint::Depth => canvas::AttachmentPoint::Depth,
                    AttachmentPoint::Stencil => canvas::AttachmentPoint::Stencil,
                };
                self.canvas.attach(point, image)?;
                self.see_read_buffer();
            }
            FramebufferCommand::Name(name) => {
                let [drawn, _] = self.canvas.bound_framebuffers();
                self.named.insert(name.clone(), drawn);
            }
            FramebufferCommand::Bind(point, name) => {
                let id = self.named.get(name).copied();
                let id = id.ok_or_else(|| FramebufferCommandError::Name(name.clone()))?;
                self.bind_framebuffer(*point, id)?;
            }
            FramebufferCommand::DrawBuffers(buffers) => self.canvas.set_draw_buffers(buffers)?,
            FramebufferCommand::ReadBuffer(number) => {
                self.canvas.set_read_buffer(*number)?;
                self.see_read_buffer();
            }
            FramebufferCommand::Blit {
                buffers: [color, depth, stencil],
                linear,
                rectangles,
            } => {
                self.switches.apply(&mut self.canvas);
                let read = self.canvas.framebuffer().extent();
                let drawn = self.canvas.draw_framebuffer().extent();
                let whole = [read, drawn].map(|of| [0, 0, of.width as i32, of.height as i32]);
                let [source, destination] = rectangles.unwrap_or(whole);
                self.canvas.blit(&BlitRegion {
                    source,
                    destination,
                    color: *color,
                    depth: *depth,
                    stencil: *stencil,
                    linear: *linear,
                })?;
            }
            FramebufferCommand::ClearColor(number, color) => {
                self.meter
                    .work(self.canvas.draw_framebuffer().extent().values())?;
                self.switches.apply(&mut self.canvas);
                self.canvas.clear_draw_buffer(*number, *color);
            }
            FramebufferCommand::ClearDepth(depth) => self.clear_only(canvas::Clear {
                depth: Some(*depth),
                ..canvas::Clear::default()
            })?,
            FramebufferCommand::ClearStencil(value) => self.clear_only(canvas::Clear {
                stencil: Some((*value & 0xff) as u8),
                ..canvas::Clear::default()
            })?,
        }
        Ok(())
    }

    fn clear_only(&mut self, clear: canvas::Clear) -> Result<(), Stop> {
        self.meter
            .work(self.canvas.draw_framebuffer().extent().values())?;
        self.switches.apply(&mut self.canvas);
        self.canvas.clear(&clear);
        Ok(())
    }

    /// Binds a framebuffer; those that were bound go if they have no name and are not bound any more.
    fn bind_framebuffer(&mut self, point: FramebufferTarget, id: FramebufferId) -> Result<(), Stop> {
        let before = self.canvas.bound_framebuffers();
        self.canvas.bind_framebuffer(target(point), id)?;
        let bound = self.canvas.bound_framebuffers();
        for old in before {
            let is_named = self.named.values().any(|named| *named == old);
            if !bound.contains(&old) && !is_named {
                self.canvas.delete_framebuffer(old)?;
            }
        }
        if bound[1] != before[1] {
            self.view.reset();
        }
        self.see_read_buffer();
        Ok(())
    }

    /// Lets probes look at the buffer that is read.
    fn see_read_buffer(&mut self) {
        self.probes.buffer = self.canvas.read_buffer();
    }

    fn attachment(&self, image: &FramebufferImage) -> Result<Attachment, Stop> {
        match image {
            FramebufferImage::Texture { unit, level, layer } => {
                let target = made::target(&self.targets, *unit)?;
                Ok(Attachment::Texture(ImageLevel {
                    unit: *unit,
                    target,
                    level: *level,
                    layer: *layer,
                }))
            }
            FramebufferImage::Renderbuffer {
                format: name,
                size,
                samples,
            } => {
                let format = RenderbufferFormat::from_name(name);
                let format = format.ok_or_else(|| FramebufferCommandError::Format(name.clone()))?;
                Ok(Attachment::Renderbuffer {
                    format,
                    size: *size,
                    samples: *samples,
                })
            }
        }
    }

    /// Units of work of a probe: the pixels that it looks at, and those that are copied so that it sees a layer or
    /// sample.
    pub(super) fn probe_work(&self, command: &Command) -> u64 {
        let seen = self.canvas.framebuffer().extent();
        let all = u64::from(seen.width) * u64::from(seen.height);
        let looked_at = match command {
            Command::Probe { area, .. } | Command::ProbeIntegers { area, .. } => match area {
                ProbeArea::Pixel(..) | ProbeArea::RelativePixel(..) => 1,
                ProbeArea::All | ProbeArea::Rect(_) | ProbeArea::RelativeRect(_) => all,
            },
            _ => 1,
        };
        looked_at + if self.is_copied() { all } else { 0 }
    }

    /// Whether what is seen of the framebuffer is a copy: a layer, a sample, or what samples come to.
    pub(super) fn is_copied(&self) -> bool {
        let extent = self.canvas.framebuffer().extent();
        extent.samples > 1 || extent.layers > 1
    }

    /// The image of the framebuffer that probes, pictures and textures read now.
    pub(super) fn seen(&self) -> Cow<'_, Framebuffer> {
        self.view.of(self.canvas.framebuffer())
    }

    /// Width and height of the framebuffer that is drawn into.
    pub(super) fn size(&self) -> (u32, u32) {
        let extent = self.canvas.draw_framebuffer().extent();
        (extent.width, extent.height)
    }
}
