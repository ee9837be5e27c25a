//! Blits between the framebuffers that are bound.

use quadrille_pipeline::Blit;

use super::Object;
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
