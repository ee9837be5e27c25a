//! Framebuffers of a canvas beside its own: images of textures, and renderbuffers, as attachments
//! (EXT_framebuffer_object, ARB_framebuffer_object, NV_geometry_program4 for layers).
//!
//! What is drawn lies in the framebuffer's own buffers. It goes into attached textures before anything reads these: draws
//! and dispatches whose programs have the texture, calls that ask for it, another framebuffer. What a texture has become
//! otherwise comes back when its framebuffer is bound, or at once where that is.

mod attachment;
mod blit;
mod create;
mod texels;

use std::sync::Arc;

use quadrille_base::Room;
use quadrille_pipeline::Framebuffer;
use quadrille_pipeline::state::MAX_DRAW_BUFFERS;
use quadrille_texture::{BoundTexture, Texture};

use super::memory::Shown;
use super::{Canvas, CanvasError, ImageLevel};

pub use attachment::{Attachment, AttachmentError, AttachmentPoint, Attachments, RenderbufferFormat};
pub use blit::BlitRegion;

/// A framebuffer of a canvas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FramebufferId(usize);

impl FramebufferId {
    /// The canvas's own, which no texture is part of.
    pub const OWN: FramebufferId = FramebufferId(0);
}

/// What a framebuffer is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FramebufferTarget {
    /// What draws, clears and blits write (DRAW_FRAMEBUFFER).
    Draw,
    /// What is read: by blits, pictures and probes (READ_FRAMEBUFFER).
    Read,
    /// Both (FRAMEBUFFER).
    Both,
}

/// A buffer of a framebuffer that a texture stands behind.
#[derive(Clone, Debug)]
struct Attached {
    buffer: AttachedBuffer,
    image: ImageLevel,
    texture: Arc<Texture>,
    /// Whether the texture has pixels that the buffer has not.
    is_stale: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AttachedBuffer {
    Color(usize),
    Depth,
    Stencil,
    DepthStencil,
}

/// A framebuffer and what stands behind it.
#[derive(Debug)]
struct Object {
    framebuffer: Framebuffer,
    attachments: Attachments,
    /// The buffer of each colour attachment.
    colors: Vec<Option<usize>>,
    attached: Vec<Attached>,
    /// Whether something was drawn that attached textures do not have yet.
    is_ahead: bool,
    /// The draw buffers, while it is not the one that is drawn into.
    draw_buffers: Vec<Option<usize>>,
    /// The colour buffer that is read.
    read_buffer: usize,
    /// What it takes of a budget.
    _room: Option<Room>,
}

impl Object {
    /// Whether an attachment is what an image unit shows, or a part of it.
    fn has(&self, shown: &Shown) -> bool {
        self.attached.iter().any(|attached| {
            // Without a layer it is all of them.
            let layers = attached.image.layer.zip(shown.layer);
            Arc::ptr_eq(&attached.texture, &shown.texture)
                && attached.image.level == shown.level
                && layers.is_none_or(|(own, other)| own == other)
        })
    }
}

/// The framebuffers of a canvas.
#[derive(Debug)]
pub(in crate::canvas) struct Framebuffers {
    objects: Vec<Option<Object>>,
    draw: usize,
    read: usize,
}

impl Framebuffers {
    /// The canvas's own alone.
    pub(in crate::canvas) fn new(framebuffer: Framebuffer) -> Framebuffers {
        let colors = (0..framebuffer.color_formats().len()).map(Some).collect();
        let own = Object {
            framebuffer,
            attachments: Attachments::default(),
            colors,
            attached: Vec::new(),
            is_ahead: false,
            draw_buffers: Vec::new(),
            read_buffer: 0,
            _room: None,
        };
        Framebuffers {
            objects: vec![Some(own)],
            draw: 0,
            read: 0,
        }
    }

    fn object(&self, number: usize) -> &Object {
        self.objects[number].as_ref().expect("what is bound is there")
    }

    /// What is drawn into.
    pub(in crate::canvas) fn drawn(&self) -> &Framebuffer {
        &self.object(self.draw).framebuffer
    }

    /// The same, to change.
    pub(in crate::canvas) fn drawn_mut(&mut self) -> &mut Framebuffer {
        let object = self.objects[self.draw].as_mut().expect("what is bound is there");
        object.is_ahead = !object.attached.is_empty();
        &mut object.framebuffer
    }

    /// What is read.
    pub(in crate::canvas) fn read(&self) -> &Framebuffer {
        &self.object(self.read).framebuffer
    }

    /// What is read, alone.
    pub(in crate::canvas) fn into_read(mut self) -> Framebuffer {
        let object = self.objects.swap_remove(self.read);
        object.expect("what is bound is there").framebuffer
    }

    /// A level that is drawn into of those that lookups in a texture can read.
    pub(in crate::canvas) fn level_drawn(&self, bound: &BoundTexture) -> Option<u32> {
        let sampler = bound.sampler();
        let last = match sampler.minification.uses_mipmap() {
            true => bound.last_level(),
            false => sampler.base_level,
        };
        let attached = self.object(self.draw).attached.iter();
        attached
            .filter(|attached| Arc::ptr_eq(&attached.texture, bound.texture()))
            .map(|attached| attached.image.level)
            .find(|level| (sampler.base_level..=last).contains(level))
    }

    /// Whether what an image unit shows is drawn into.
    pub(in crate::canvas) fn has_drawn(&self, shown: &Shown) -> bool {
        self.object(self.draw).has(shown)
    }

    /// Whether what an image unit shows is read.
    pub(in crate::canvas) fn has_read(&self, shown: &Shown) -> bool {
        self.object(self.read).has(shown)
    }

    /// Whether something was drawn that a texture for which `is_read` holds does not have yet.
    pub(in crate::canvas) fn are_ahead(&self, is_read: impl Fn(&Arc<Texture>) -> bool) -> bool {
        let objects = self.objects.iter().flatten().filter(|object| object.is_ahead);
        let mut attached = objects.flat_map(|object| &object.attached);
        attached.any(|attached| is_read(&attached.texture))
    }
}

impl Canvas {
    /// Binds a framebuffer. Draw buffers and the read buffer are its own; viewport and scissor rectangle stay as they are.
    ///
    /// # Errors
    ///
    /// There is no such framebuffer, or the budget is not enough.
    pub fn bind_framebuffer(
        &mut self,
        target: FramebufferTarget,
        FramebufferId(number): FramebufferId,
    ) -> Result<(), CanvasError> {
        if self.framebuffers.objects.get(number).is_none_or(Option::is_none) {
            return Err(AttachmentError::Framebuffer.into());
        }
        self.store_attachments()?;
        self.framebuffers.refresh(number);
        if target != FramebufferTarget::Read && number != self.framebuffers.draw {
            let old = self.framebuffers.draw;
            let objects = &mut self.framebuffers.objects;
            if let Some(object) = &mut objects[number] {
                let own = std::mem::take(&mut object.draw_buffers);
                let before = std::mem::replace(&mut self.state.draw_buffers, own);
                if let Some(object) = &mut objects[old] {
                    object.draw_buffers = before;
                }
            }
            self.framebuffers.draw = number;
        }
        if target != FramebufferTarget::Draw {
            self.framebuffers.read = number;
        }
        Ok(())
    }

    /// The framebuffers that are bound: what is drawn into, and what is read.
    pub fn bound_framebuffers(&self) -> [FramebufferId; 2] {
        [self.framebuffers.draw, self.framebuffers.read].map(FramebufferId)
    }

    /// Deletes a framebuffer; where it is bound the canvas's own is then. That one stays.
    ///
    /// # Errors
    ///
    /// The budget is not enough.
    pub fn delete_framebuffer(&mut self, FramebufferId(number): FramebufferId) -> Result<(), CanvasError> {
        if number == 0 || number >= self.framebuffers.objects.len() {
            return Ok(());
        }
        let is_bound = |bound| bound == number;
        if is_bound(self.framebuffers.draw) {
            self.bind_framebuffer(FramebufferTarget::Draw, FramebufferId::OWN)?;
        }
        if is_bound(self.framebuffers.read) {
            self.bind_framebuffer(FramebufferTarget::Read, FramebufferId::OWN)?;
        }
        self.framebuffers.objects[number] = None;
        Ok(())
    }

    /// The framebuffer that draws, clears and blits write.
    pub fn draw_framebuffer(&self) -> &Framebuffer {
        self.framebuffers.drawn()
    }

    /// Sets the colour attachment that each draw buffer writes (DrawBuffers).
    ///
    /// # Errors
    ///
    /// There is no such attachment.
    pub fn set_draw_buffers(&mut self, attachments: &[Option<usize>]) -> Result<(), CanvasError> {
        if attachments.len() > MAX_DRAW_BUFFERS {
            return Err(AttachmentError::DrawBuffers(attachments.len()).into());
        }
        let mut named = attachments.iter().enumerate();
        let twice = named.find_map(|(at, one)| one.filter(|_| attachments[..at].contains(one)));
        if let Some(number) = twice {
            return Err(AttachmentError::Twice(number).into());
        }
        let colors = &self.framebuffers.object(self.framebuffers.draw).colors;
        let buffer = |attachment: &Option<usize>| match attachment {
            None => Ok(None),
            Some(number) => match colors.get(*number) {
                Some(Some(buffer)) => Ok(Some(*buffer)),
                Some(None) | None => Err(AttachmentError::Color(*number)),
            },
        };
        self.state.draw_buffers = attachments.iter().map(buffer).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Sets the colour attachment that is read (ReadBuffer) of the framebuffer that is.
    ///
    /// # Errors
    ///
    /// There is no such attachment.
    pub fn set_read_buffer(&mut self, attachment: usize) -> Result<(), CanvasError> {
        let read = self.framebuffers.read;
        let object = self.framebuffers.objects[read].as_mut();
        let object = object.expect("what is bound is there");
        let buffer = object.colors.get(attachment).copied().flatten();
        object.read_buffer = buffer.ok_or(AttachmentError::Color(attachment))?;
        Ok(())
    }

    /// The colour buffer that is read.
    pub fn read_buffer(&self) -> usize {
        self.framebuffers.object(self.framebuffers.read).read_buffer
    }
}
