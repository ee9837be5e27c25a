//! A canvas: a framebuffer, the state under which is drawn into it, and what is bound.
//!
//! It is the one road to the pipeline. Scenes go along it too: their commands are calls of this interface.

mod clear;
mod error;
mod feedback;
mod framebuffer;
mod handle;
mod hazard;
mod memory;
mod options;
mod parameter;
mod query;
mod stage;
mod stored;
mod subroutine;
mod texture;

use std::sync::Arc;

use quadrille_base::{Budget, Meter};
use quadrille_isa::gl::Stage;
use quadrille_memory::AccessKind;
use quadrille_pipeline::state::Context;
use quadrille_pipeline::state::texture::SampledTexture;
use quadrille_pipeline::{
    Arrays, Bindings, BoundProgram, Device, Draw, DrawWatch, Elements, Framebuffer, Outcome, Pipeline,
    Programs, TextureUnits, Threads, Topology,
};
use quadrille_texture::{Access, BoundTexture};
use texture::base_format;

pub use clear::Clear;
pub use error::{CanvasError, PartError};
pub use feedback::FeedbackStateError;
pub use framebuffer::{
    Attachment, AttachmentError, AttachmentPoint, Attachments, BlitRegion, FramebufferId, FramebufferTarget,
    RenderbufferFormat,
};
#[cfg(feature = "scenes")]
pub(crate) use handle::Changed;
#[cfg(feature = "scenes")]
pub(crate) use hazard::{Hazard, LoopedBy};
pub use memory::ImageLevel;
pub use options::CanvasOptions;
pub use query::{QueryError, QueryTarget};
use stored::DrawNumbers;
pub use stored::{DrawCall, ElementBuffer, IndirectBuffer, Instances, VertexArray, VertexArrays};

use crate::compare::Refused;
use crate::compile::{Refusals, SessionCompiler};
use crate::mesh::Mesh;
use crate::picture::Picture;
use crate::session::Session;

/// A framebuffer, the state that draws into it, and what is bound.
///
/// ```
/// use quadrille::{Clear, Mesh, Session, Stage, Topology, attribute};
///
/// let session = Session::new();
/// let mut canvas = session.canvas(8, 8)?;
/// canvas.clear(&Clear { color: Some([0.0, 0.0, 0.0, 1.0]), ..Clear::default() });
/// canvas.bind(&session.load("tint.fp", "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND")?)?;
/// canvas.set_local(Stage::Fragment, 0, [0.0, 0.0, 1.0, 1.0])?;
/// // State is plain data with GL's defaults: what is drawn is added to what is there.
/// canvas.state.blend.enabled = true;
/// canvas.state.blend.destination = [quadrille::state::BlendFactor::One; 2];
/// let all = vec![-1.0, -1.0, 3.0, -1.0, -1.0, 3.0];
/// let mesh = Mesh::new(Topology::Triangles).with(attribute::POSITION, 2, all)?;
/// canvas.draw(&mesh)?;
/// canvas.set_local(Stage::Fragment, 0, [1.0, 0.0, 0.0, 1.0])?;
/// canvas.draw(&mesh)?;
/// assert_eq!(canvas.framebuffer().color(0, 3, 3), [1.0, 0.0, 1.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Canvas {
    /// GL state: matrices, lights, tests, blending, … with the defaults of GL.
    pub state: Context,
    /// The budget of each draw, each dispatch and each run of a vertex state program.
    pub budget: Budget,
    /// The meter of one budget for all of them together, in place of that.
    meter: Option<Meter>,
    /// Buffers by GPU address, and what is bound. The bindings have methods that check their numbers.
    pub memory: Bindings,
    /// Whether invocations of programs that write memory may run in any order, on all threads, or in one.
    pub unordered: bool,
    /// The vertex arrays in buffers that [`Canvas::draw_call`] draws.
    pub vertex_arrays: VertexArrays,
    framebuffers: framebuffer::Framebuffers,
    pipeline: Pipeline,
    refusals: Refusals,
    programs: Programs,
    /// Stages whose program was switched on or off; a program that is bound is on otherwise.
    switched: Vec<(Stage, bool)>,
    compute: Option<BoundProgram>,
    textures: TextureUnits,
    /// Textures that have handles, by their numbers.
    handles: Vec<BoundTexture>,
    /// The images that are bound to image units, by the units' numbers.
    shown: Vec<Option<memory::Shown>>,
    feedback: feedback::FeedbackObjects,
    queries: query::Queries,
    /// What looks for missing barriers.
    watch: hazard::Watch,
    /// What watches draws and dispatches.
    draw_watch: Option<Arc<dyn DrawWatch>>,
}

impl Session {
    /// A canvas of these many pixels with an RGBA buffer of 8 bits, depth and stencil.
    ///
    /// # Errors
    ///
    /// Width or height is 0 or above 16384.
    pub fn canvas(&self, width: u32, height: u32) -> Result<Canvas, CanvasError> {
        self.canvas_with(&CanvasOptions::new(width, height))
    }

    /// A canvas with other buffers or more threads.
    ///
    /// # Errors
    ///
    /// The buffers exceed a limit or the budget, or the system gives no threads.
    pub fn canvas_with(&self, options: &CanvasOptions) -> Result<Canvas, CanvasError> {
        options.room(&Meter::new(options.budget.clone()))?;
        self.canvas_on(options, None)
    }

    /// The same with a meter for all that the canvas does; the room of its buffers is the caller's to take.
    pub(crate) fn canvas_on(
        &self,
        options: &CanvasOptions,
        meter: Option<Meter>,
    ) -> Result<Canvas, CanvasError> {
        let CanvasOptions { width, height, .. } = *options;
        let framebuffer = Framebuffer::of(options.extent(), &options.colors, options.depth, options.stencil)?;
        let threads = self.on_level(Threads::new(options.threads)?);
        let refusals = Refusals::default();
        let compiler = SessionCompiler {
            session: self.clone(),
            refusals: refusals.clone(),
        };
        Ok(Canvas {
            state: Context::new(width, height),
            budget: options.budget.clone(),
            meter,
            memory: Bindings::new(self.options().limits),
            unordered: false,
            vertex_arrays: VertexArrays::default(),
            framebuffers: framebuffer::Framebuffers::new(framebuffer),
            pipeline: Pipeline::new(threads, Box::new(compiler)),
            refusals,
            programs: Programs::default(),
            switched: Vec::new(),
            compute: None,
            shown: Vec::new(),
            feedback: feedback::FeedbackObjects::default(),
            queries: query::Queries::default(),
            watch: hazard::Watch::default(),
            draw_watch: None,
            handles: Vec::new(),
            textures: TextureUnits::default(),
        })
    }
}

impl Canvas {
    /// The buffers of the framebuffer that is read: pixels are asked for by their place from the lower left.
    pub fn framebuffer(&self) -> &Framebuffer {
        self.framebuffers.read()
    }

    /// Replaces the first colour buffer by what something else drew, rows from the lowest up; whether it takes these pixels.
    #[cfg(feature = "scenes")]
    pub(crate) fn take_pixels(&mut self, pixels: Vec<[u8; 4]>) -> bool {
        let own = self.draw_framebuffer().color_formats().next();
        let takes = own == Some(quadrille_pipeline::ColorFormat::Rgba8)
            && self.draw_framebuffer().extent().values() == pixels.len() as u64;
        if takes {
            let pixels = quadrille_pipeline::Pixels::rgba8(pixels);
            self.framebuffers.drawn_mut().set_color(0, &pixels);
        }
        takes
    }

    /// Replaces the depths by others of 24 bits, rows from the lowest up; whether the buffer takes as many.
    #[cfg(feature = "scenes")]
    pub(crate) fn take_depths(&mut self, depths: Vec<u32>) -> bool {
        use quadrille_pipeline::{DepthFormat, Depths};
        const ONE: f32 = 16_777_215.0;
        let takes = self.draw_framebuffer().extent().values() == depths.len() as u64;
        let depths = match self.draw_framebuffer().depth_format() {
            Some(DepthFormat::Depth24) if takes => Depths::Fixed(depths),
            Some(DepthFormat::Depth32F) if takes => {
                Depths::Float(depths.into_iter().map(|depth| depth as f32 / ONE).collect())
            }
            Some(_) | None => return false,
        };
        self.framebuffers.drawn_mut().set_depths(&depths);
        true
    }

    /// The buffers, when nothing more is drawn.
    pub fn into_framebuffer(self) -> Framebuffer {
        self.framebuffers.into_read()
    }

    /// The first colour buffer as a picture, or an empty one without it.
    pub fn picture(&self) -> Picture {
        self.picture_of(0)
    }

    /// A colour buffer as a picture, 8 bits a component; empty if there is no such buffer.
    pub fn picture_of(&self, buffer: usize) -> Picture {
        Picture::of(self.framebuffer(), buffer)
    }

    /// The fixed-function stages that the engine refused and the reference engine ran, since this was asked last.
    pub fn take_refusals(&mut self) -> Vec<Refused> {
        self.refusals.take()
    }

    /// Lets a device draw and compute in place of the stages here; clears and textures stay as they are.
    pub fn set_device(&mut self, device: Option<Arc<dyn Device>>) {
        self.pipeline.device = device;
    }

    /// Has draws and dispatches watched from here on, or not any more. While they are, they take one thread.
    pub fn watch_draws(&mut self, watch: Option<Arc<dyn DrawWatch>>) {
        self.draw_watch = watch;
    }

    /// Draws a mesh.
    ///
    /// # Errors
    ///
    /// The mesh names vertices that it does not have, or a program was stopped; what was drawn before stays.
    pub fn draw(&mut self, mesh: &Mesh) -> Result<Outcome, CanvasError> {
        let all = Elements::Range {
            first: 0,
            count: mesh.vertices(),
        };
        let elements = mesh.indices().map_or(all, Elements::Indices);
        self.draw_arrays(mesh.topology(), mesh.arrays(), elements)
    }

    /// Draws vertex arrays that the caller keeps.
    ///
    /// # Errors
    ///
    /// As [`Canvas::draw`].
    pub fn draw_arrays(
        &mut self,
        topology: Topology,
        arrays: Arrays<'_>,
        elements: Elements<'_>,
    ) -> Result<Outcome, CanvasError> {
        self.draw_instances(topology, arrays, elements, 1)
    }

    /// The same several times over, with `vertex.instance` counting (EXT_draw_instanced).
    ///
    /// # Errors
    ///
    /// As [`Canvas::draw`].
    pub fn draw_instances(
        &mut self,
        topology: Topology,
        arrays: Arrays<'_>,
        elements: Elements<'_>,
        instances: u32,
    ) -> Result<Outcome, CanvasError> {
        let numbers = DrawNumbers::of(Instances::new(instances));
        self.draw_elements(topology, arrays, elements, numbers)
    }

    /// Draws elements of arrays, of which both are the caller's.
    fn draw_elements(
        &mut self,
        topology: Topology,
        arrays: Arrays<'_>,
        elements: Elements<'_>,
        DrawNumbers {
            instances,
            base_vertex,
            number,
        }: DrawNumbers,
    ) -> Result<Outcome, CanvasError> {
        if self.queries.discards() {
            return Ok(Outcome::default());
        }
        for (number, unit) in self.state.textures.iter_mut().enumerate() {
            let bound = unit.chosen().and_then(|target| {
                let point = Access::of(target.target(false)).target;
                Some((target, self.textures.0.get(number as u32, point)?))
            });
            // A texture that is incomplete is as one that is not enabled (GL 2.1, 3.8.10).
            let complete = bound.filter(|(_, bound)| bound.incomplete().is_none());
            unit.sampled = complete.map(|(target, bound)| SampledTexture {
                target,
                compare: bound.sampler().compare && bound.format().is_depth(),
                format: base_format(bound),
            });
        }
        let programs = self.enabled_programs()?;
        let images = self.images_of(programs.all());
        self.judge_images();
        self.store_read(programs.all(), &images)?;
        self.watch_draw(&arrays, &elements, instances);
        self.watch_lookups(programs.all());
        self.watch_loops(&programs, &images);
        self.watch_attachments(FramebufferTarget::Draw, AccessKind::Store);
        let meter = self.meter();
        let before = meter.done();
        let draw = Draw {
            topology,
            arrays,
            elements,
            instances: instances.count,
            base_instance: instances.base,
            base_vertex,
            number,
            programs: &programs,
            textures: &self.textures,
            bindings: &self.memory,
            feedback: self.feedback.current(),
            counted: self.queries.are_counted(),
            watch: self.draw_watch.as_deref(),
            meter: &meter,
            unordered: self.unordered,
        };
        let outcome = self
            .pipeline
            .draw(&self.state, self.framebuffers.drawn_mut(), &draw)?;
        self.watch_recorded(&outcome.counts);
        self.count(&outcome, meter.done() - before);
        self.take_images(&images, &meter)?;
        match (outcome.traps.first(), outcome.spent) {
            (Some((stage, trap)), _) => Err(CanvasError::Trap {
                stage: *stage,
                trap: trap.clone(),
            }),
            (None, Some(spent)) => Err(CanvasError::Spent(spent)),
            (None, None) => Ok(outcome),
        }
    }

    /// The meter of the next call.
    pub(crate) fn meter(&self) -> Meter {
        let own = || Meter::new(self.budget.clone());
        self.meter.clone().unwrap_or_else(own)
    }
}
