//! What draws in place of the pipeline's own stages: a graphics card, or its like. No such device is in here.

use crate::draw::Elements;
use crate::framebuffer::Framebuffer;
use crate::memory::Bindings;
use crate::mesh::Arrays;
use crate::primitive::Primitive;
use crate::program::BoundProgram;
use crate::state::Context;
use crate::textures::TextureUnits;

/// A draw for a device: it was checked, stages without a program have that of their fixed function, and tessellation
/// and geometry programs have run.
#[derive(Clone, Copy)]
pub struct DeviceDraw<'a> {
    /// The state.
    pub context: &'a Context,
    /// Primitive type.
    pub primitive: Primitive,
    /// Vertex arrays.
    pub arrays: Arrays<'a>,
    /// Vertices; the arrays have them all.
    pub elements: Elements<'a>,
    /// How often they are drawn, each time with another instance number.
    pub instances: u32,
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory; of it devices read program parameter buffers.
    pub bindings: &'a Bindings,
    /// Vertex program.
    pub vertex: &'a BoundProgram,
    /// Fragment program.
    pub fragment: &'a BoundProgram,
    /// Whether the vertex program is that of the fixed function.
    pub is_fixed: bool,
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
