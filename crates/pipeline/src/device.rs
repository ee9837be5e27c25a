//! Devices that draw and compute in place of the pipeline's own stages: a graphics card, or its like. No such device is in
//! here.

use crate::draw::Draw;
use crate::framebuffer::Framebuffer;
pub use crate::framebuffer::samples::Positions;
use crate::framebuffer::samples::in_pixels;
use crate::memory::Bindings;
use crate::program::BoundProgram;
use crate::state::Context;
use crate::textures::TextureUnits;

/// A draw for a device: it was checked, stages without a program have that of their fixed function, and tessellation
/// and geometry programs have run. The framebuffer has one layer, and one sample a pixel.
#[derive(Clone, Copy)]
pub struct DeviceDraw<'a> {
    /// The state.
    pub context: &'a Context,
    /// The draw: arrays that have all vertices, textures, and memory, of which devices read program parameter
    /// buffers and change storage buffers and images. Its programs are those below.
    pub call: Draw<'a>,
    /// Vertex program.
    pub vertex: &'a BoundProgram,
    /// Fragment program.
    pub fragment: &'a BoundProgram,
    /// Whether the vertex program is that of the fixed function.
    pub is_fixed: bool,
    /// The sample of all pixels that is drawn.
    pub sample: DeviceSample,
    /// The number that fragment programs read as that of the layer.
    pub layer: u32,
    /// The number of the viewport.
    pub viewport: u32,
}

impl DeviceDraw<'_> {
    /// The size of points, in pixels, where the vertex program gives none.
    pub fn point_size(&self) -> f32 {
        let point = &self.context.point;
        if self.is_fixed {
            point.derived(point.size)
        } else {
            point.size
        }
    }
}

/// A dispatch for a device: numbers and sizes of work groups are within the limits.
#[derive(Clone, Copy)]
pub struct DeviceDispatch<'a> {
    /// The state, of which compute programs read parameters.
    pub context: &'a Context,
    /// The compute program.
    pub program: &'a BoundProgram,
    /// Work groups along x, y and z.
    pub groups: [u32; 3],
    /// Invocations of a group along x, y and z.
    pub size: [u32; 3],
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory, of which devices read program parameter buffers and change storage buffers and images.
    pub bindings: &'a Bindings,
}

/// A sample of all pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceSample {
    /// Its number among those that are told apart: 0 where multisampling is off.
    pub number: u32,
    /// The positions of these samples, in sixteenths of a pixel from its centre, to the right and upwards.
    pub places: Positions,
    /// Whether the fragment program runs once for all of them, with attributes of the centre.
    pub centered: bool,
}

impl DeviceSample {
    /// The sample's position: its distance from the centre of the pixel, to the right and upwards, in pixels.
    pub fn place(&self) -> [f32; 2] {
        in_pixels(self.places[self.number as usize])
    }
}

/// Why a device does not draw. The payload is the sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeviceError {
    /// Devices, or this one, have no way to draw it: state, a format, a program that does not translate.
    #[error("{0}")]
    Unsupported(String),
    /// The driver knows the extension that a shader asks for, and does not have it: the shader is not judged.
    #[error("{0}")]
    Extension(String),
    /// The driver does not take a shader, or fails with it.
    #[error("{0}")]
    Failed(String),
}

impl DeviceError {
    /// There is no way to draw it, for this reason.
    pub fn unsupported(reason: impl Into<String>) -> DeviceError {
        DeviceError::Unsupported(reason.into())
    }
}

/// Something that draws and computes.
pub trait Device: Send + Sync {
    /// Draws into a framebuffer.
    ///
    /// # Errors
    ///
    /// Why it cannot draw that; the framebuffer is as it was.
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError>;

    /// Runs a compute program; groups go in any order.
    ///
    /// # Errors
    ///
    /// Why it cannot run that; memory is as it was.
    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DeviceError>;
}
