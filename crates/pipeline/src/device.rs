//! What draws in place of the pipeline's own stages: a graphics card, or its like. No such device is in here.

use crate::draw::Draw;
use crate::framebuffer::Framebuffer;
use crate::program::BoundProgram;
use crate::state::Context;

/// A draw for a device: it was checked, stages without a program have that of their fixed function, and tessellation
/// and geometry programs have run. The framebuffer has one layer, and one sample a pixel.
#[derive(Clone, Copy)]
pub struct DeviceDraw<'a> {
    /// The state.
    pub context: &'a Context,
    /// What is drawn: arrays that have all vertices, textures, and memory, of which devices read program parameter
    /// buffers and change storage buffers. Its programs are those below.
    pub call: Draw<'a>,
    /// Vertex program.
    pub vertex: &'a BoundProgram,
    /// Fragment program.
    pub fragment: &'a BoundProgram,
    /// Whether the vertex program is that of the fixed function.
    pub is_fixed: bool,
    /// Where pixels are covered: how far from their centre, to the right and upwards, in pixels. Elsewhere than there
    /// where the framebuffer is one sample of several.
    pub sample: [f32; 2],
    /// Whether attributes are those of the centre all the same.
    pub centered: bool,
}

impl DeviceDraw<'_> {
    /// How far attributes lie from where the pixel is covered, if they lie elsewhere.
    pub fn center_offset(&self) -> Option<[f32; 2]> {
        (self.centered && self.sample != [0.0; 2]).then(|| self.sample.map(|part| -part))
    }
}

/// Something that draws.
pub trait Device: Send + Sync {
    /// Draws into a framebuffer.
    ///
    /// # Errors
    ///
    /// Why it cannot draw that, in a sentence; the framebuffer is as it was.
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), String>;
}
