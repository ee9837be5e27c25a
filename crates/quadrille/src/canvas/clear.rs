//! Clears of the framebuffer that is drawn into.

use quadrille_memory::AccessKind;

use super::{Canvas, FramebufferTarget};

/// The values of [`Canvas::clear`]; buffers without a value stay as they are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clear {
    /// Colour of all draw buffers.
    pub color: Option<[f32; 4]>,
    /// Depth, clamped to [0, 1].
    pub depth: Option<f32>,
    /// Stencil value.
    pub stencil: Option<u8>,
}

impl Canvas {
    /// Clears buffers, inside the scissor rectangle and where the masks of the state let it.
    pub fn clear(&mut self, clear: &Clear) {
        if self.queries.discards() || self.state.rasterizer_discard {
            return;
        }
        self.watch_attachments(FramebufferTarget::Draw, AccessKind::Store);
        let scissor = self.state.scissor;
        if let Some(color) = clear.color {
            for number in 0..self.state.draw_buffers.len() {
                self.clear_color(number, color.map(f64::from));
            }
        }
        let framebuffer = self.framebuffers.drawn_mut();
        if let Some(depth) = clear.depth.filter(|_| self.state.depth.write) {
            framebuffer.clear_depth(depth, scissor);
        }
        if let Some(value) = clear.stencil {
            let mask = self.state.stencil.faces[0].write_mask;
            framebuffer.clear_stencil(value, mask, scissor);
        }
    }

    /// Clears the colour buffer of a draw buffer (ClearBuffer), inside the scissor rectangle and where its mask lets it.
    /// Integer buffers take the numbers as they are.
    pub fn clear_draw_buffer(&mut self, number: usize, color: [f64; 4]) {
        if !self.queries.discards() && !self.state.rasterizer_discard {
            self.watch_attachments(FramebufferTarget::Draw, AccessKind::Store);
            self.clear_color(number, color);
        }
    }

    fn clear_color(&mut self, number: usize, color: [f64; 4]) {
        let buffer = self.state.draw_buffers.get(number).copied().flatten();
        let framebuffer = self.framebuffers.drawn_mut();
        if let Some(buffer) = buffer.filter(|buffer| *buffer < framebuffer.color_formats().len()) {
            let (mask, srgb) = (self.state.color_mask_of(number), self.state.framebuffer_srgb);
            framebuffer.clear_color(buffer, color, mask, srgb, self.state.scissor);
        }
    }
}
