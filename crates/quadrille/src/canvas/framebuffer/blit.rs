//! Blits between the framebuffers that are bound.

use std::sync::Arc;

use quadrille_memory::AccessKind;
use quadrille_pipeline::Blit;

use super::{Attached, AttachedBuffer, FramebufferTarget, Object};
use crate::canvas::{Canvas, CanvasError};

/// A blit between the framebuffers that are bound (BlitFramebuffer).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlitRegion {
    /// x0, y0, x1, y1 of what is read.
    pub source: [i32; 4],
    /// The same of what is written.
    pub destination: [i32; 4],
    /// Whether the read buffer goes to all draw buffers.
    pub color: bool,
    /// Whether depths are copied.
    pub depth: bool,
    /// Whether stencil values are copied.
    pub stencil: bool,
    /// Whether the filter is LINEAR, not NEAREST.
    pub linear: bool,
}

/// The pixels that both rectangles of a blit have, as x0, y0, x1, y1.
fn common(region: &BlitRegion) -> Option<[i32; 4]> {
    let sides = |[x0, y0, x1, y1]: [i32; 4]| [x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)];
    let [a, b] = [region.source, region.destination].map(sides);
    let pixels = [
        a[0].max(b[0]).max(0),
        a[1].max(b[1]).max(0),
        a[2].min(b[2]),
        a[3].min(b[3]),
    ];
    (pixels[0] < pixels[2] && pixels[1] < pixels[3]).then_some(pixels)
}

impl Object {
    /// Whether a blit from it to itself reads a buffer that it writes.
    fn copies_own(&self, blit: &Blit) -> bool {
        let is_written = |(read, written): &(usize, Vec<usize>)| written.contains(read);
        blit.colors.as_ref().is_some_and(is_written)
            || blit.depth && self.framebuffer.depth_format().is_some()
            || blit.stencil && self.framebuffer.has_stencil()
    }

    /// Whether a blit from it to another reads an image that it writes.
    fn shares(&self, to: &Object, blit: &Blit) -> bool {
        let is_same = |own: &Attached, other: &Attached| {
            let layers = own.image.layer.zip(other.image.layer);
            Arc::ptr_eq(&own.texture, &other.texture)
                && own.image.level == other.image.level
                && layers.is_none_or(|(own, other)| own == other)
        };
        let goes = |own: &Attached, other: &Attached| match (own.buffer, other.buffer) {
            (AttachedBuffer::Color(read), AttachedBuffer::Color(written)) => {
                let colors = blit.colors.as_ref();
                colors.is_some_and(|(from, to)| *from == read && to.contains(&written))
            }
            (AttachedBuffer::Color(_), _) | (_, AttachedBuffer::Color(_)) => false,
            (AttachedBuffer::Depth, AttachedBuffer::Depth) => blit.depth,
            (AttachedBuffer::Stencil, AttachedBuffer::Stencil) => blit.stencil,
            (AttachedBuffer::Depth, AttachedBuffer::Stencil)
            | (AttachedBuffer::Stencil, AttachedBuffer::Depth) => false,
            (AttachedBuffer::DepthStencil, _) | (_, AttachedBuffer::DepthStencil) => {
                blit.depth || blit.stencil
            }
        };
        let others = || to.attached.iter();
        self.attached
            .iter()
            .any(|own| others().any(|other| goes(own, other) && is_same(own, other)))
    }
}

impl Canvas {
    /// Copies a rectangle from the framebuffer that is read to the one that is drawn into.
    ///
    /// # Errors
    ///
    /// GL has no such blit, or the budget is not enough.
    pub fn blit(&mut self, region: &BlitRegion) -> Result<(), CanvasError> {
        if self.queries.discards() {
            return Ok(());
        }
        self.settle()?;
        let (draw, read) = (self.framebuffers.draw, self.framebuffers.read);
        let from = self.framebuffers.object(read);
        let to = self.framebuffers.object(draw);
        let has = |buffer: usize, of: &Object| buffer < of.framebuffer.color_formats().len();
        let written = self.state.draw_buffers.iter().flatten().copied();
        let written: Vec<usize> = written.filter(|buffer| has(*buffer, to)).collect();
        let blit = Blit {
            source: region.source,
            destination: region.destination,
            linear: region.linear,
            colors: (region.color && has(from.read_buffer, from)).then_some((from.read_buffer, written)),
            depth: region.depth,
            stencil: region.stencil,
            srgb: self.state.framebuffer_srgb,
            scissor: self.state.scissor,
        };
        let has_common = match draw == read {
            true => from.copies_own(&blit),
            false => from.shares(to, &blit),
        };
        if let Some(pixels) = common(region).filter(|_| has_common) {
            self.watch_blit(pixels);
        }
        self.watch_attachments(FramebufferTarget::Read, AccessKind::Load);
        self.watch_attachments(FramebufferTarget::Draw, AccessKind::Store);
        let (from, to) = (self.framebuffers.object(read), self.framebuffers.object(draw));
        let meter = self.meter();
        meter.work(blit.pixels(to.framebuffer.extent()))?;
        if draw == read {
            let _room = meter.room(from.framebuffer.bytes())?;
            let copy = from.framebuffer.clone();
            return Ok(self.framebuffers.drawn_mut().blit(&copy, &blit)?);
        }
        let from = self.framebuffers.objects[read].take();
        let from = from.expect("what is bound is there");
        let blitted = self.framebuffers.drawn_mut().blit(&from.framebuffer, &blit);
        self.framebuffers.objects[read] = Some(from);
        Ok(blitted?)
    }
}
