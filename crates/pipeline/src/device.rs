//! Devices that draw and compute in place of the pipeline's own stages: a graphics card, or its like. No such device is in
//! here.

use quadrille_isa::gl::{Family, Stage};
use quadrille_program::Layout;
use quadrille_program::layout::{OutputPrimitive, TessellationMode};

use crate::draw::Draw;
use crate::framebuffer::Framebuffer;
pub use crate::framebuffer::samples::Positions;
use crate::framebuffer::samples::in_pixels;
use crate::memory::Bindings;
use crate::primitive::Primitive;
use crate::program::BoundProgram;
use crate::state::Context;
use crate::textures::TextureUnits;

/// A draw for a device: it was checked, stages without a program have that of their fixed function, and tessellation
/// and geometry programs have run, unless the device runs them. The framebuffer has one layer, and one sample a pixel.
#[derive(Clone, Copy)]
pub struct DeviceDraw<'a> {
    /// The state.
    pub context: &'a Context,
    /// The draw: arrays that have all vertices, textures, and memory, of which devices read program parameter
    /// buffers and change storage buffers and images. Its programs are those below.
    pub call: Draw<'a>,
    /// Vertex program.
    pub vertex: &'a BoundProgram,
    /// The programs between the two, where the device runs them.
    pub between: Between<'a>,
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

/// Tessellation and geometry programs.
#[derive(Clone, Copy, Default)]
pub struct Between<'a> {
    /// Tessellation control program.
    pub control: Option<&'a BoundProgram>,
    /// Tessellation evaluation program.
    pub evaluation: Option<&'a BoundProgram>,
    /// Geometry program.
    pub geometry: Option<&'a BoundProgram>,
}

impl<'a> Between<'a> {
    /// The programs, in the order of their stages.
    pub fn programs(&self) -> impl Iterator<Item = &'a BoundProgram> + use<'a> {
        [self.control, self.evaluation, self.geometry]
            .into_iter()
            .flatten()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.programs().next().is_none()
    }

    /// The last of them.
    pub fn last(&self) -> Option<&'a BoundProgram> {
        self.geometry.or(self.evaluation)
    }
}

/// Why tessellation and geometry programs of a draw run here, and what they make goes to the device as finished vertices.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeftHere {
    /// Layers and viewports are drawn one at a time.
    #[error("its programs choose layers or viewports")]
    Chooses,
    /// The order of invocations would show.
    #[error("its programs write memory")]
    Memory,
    /// A quadrilateral or polygon has one number, and its triangles on the device have several.
    #[error("its quadrilaterals or polygons are cut")]
    Cut,
    /// The device, or the language of its shaders, has no such stage.
    #[error("the device has no stage for a {0}")]
    Stage(Stage),
    /// The device takes vertices of one stream.
    #[error("its geometry program gives vertices of streams that are not drawn")]
    Streams,
    /// The device tessellates only by a control program.
    #[error("the device tessellates no patches without a control program")]
    Control,
    /// Flat values would be those of another vertex.
    #[error("the device takes flat values of another vertex")]
    Provoking,
    /// A program does not translate.
    #[error("a {stage} is not translated: {message}")]
    Untranslated {
        /// The stage.
        stage: Stage,
        /// The first problem of its translation.
        message: String,
    },
}

impl<'a> DeviceDraw<'a> {
    /// The last program before the rasterizer.
    pub fn last(&self) -> &'a BoundProgram {
        self.between.last().unwrap_or(self.vertex)
    }

    /// The kind of primitive that is rasterized.
    pub fn primitive(&self) -> Primitive {
        match self.last().kernel.program().layout() {
            Layout::Geometry(geometry) => match geometry.output {
                OutputPrimitive::Points => Primitive::Point,
                OutputPrimitive::LineStrip => Primitive::Line,
                OutputPrimitive::TriangleStrip => Primitive::Triangle,
            },
            Layout::TessellationEvaluation(tessellation) => match tessellation.mode {
                _ if tessellation.points => Primitive::Point,
                TessellationMode::Isolines => Primitive::Line,
                TessellationMode::Triangles | TessellationMode::Quads => Primitive::Triangle,
            },
            Layout::None | Layout::TessellationControl { .. } | Layout::Compute { .. } => {
                self.call.topology.primitive()
            }
        }
    }

    /// Whether its fragments get values of one vertex of the primitive.
    pub fn has_flat_values(&self) -> bool {
        let program = self.fragment.kernel.program();
        let mut attributes = program.attributes().iter();
        self.context.lighting.flat
            || attributes
                .any(|variable| variable.interpolation.flat || variable.binding.family == Family::PrimitiveId)
    }

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

    /// Why it does not run the tessellation and geometry programs of a draw, which has them; nothing where it does.
    fn leaves(&self, draw: &DeviceDraw<'_>) -> Option<LeftHere>;

    /// Runs a compute program; groups go in any order.
    ///
    /// # Errors
    ///
    /// Why it cannot run that; memory is as it was.
    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DeviceError>;
}
