//! A draw, as a caller asks for it: what it takes, what can be wrong with it, what comes of it.

pub(crate) mod finished;
pub(crate) mod front;
pub(crate) mod mode;
pub(crate) mod rasterizer;
pub(crate) mod run;
pub(crate) mod segment;
pub(crate) mod staged;
pub(crate) mod stages;

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_engine::{Kernel, Trap};
use quadrille_isa::gl::Stage;

use crate::compute::{self, Dispatch, DispatchError};
use crate::device::{Device, DeviceDraw};
use crate::draw::finished::Finished;
use crate::draw::stages::Stages;
use crate::fixed;
use crate::framebuffer::Framebuffer;
use crate::memory::Bindings;
use crate::mesh::Arrays;
use crate::primitive::{Primitive, Shape};
use crate::program::{BoundProgram, Compiler, Programs};
use crate::state::Context;
use crate::textures::TextureUnits;
use crate::threads::Threads;

/// A draw that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DrawError {
    /// A vertex array has vectors of no or more than four components.
    #[error("the array of vertex attribute {attribute} has vectors of {size} components, not of 1 to 4")]
    ArraySize {
        /// The attribute.
        attribute: usize,
        /// Components of its vectors.
        size: usize,
    },
    /// A vertex is asked for that the arrays do not have.
    #[error("vertex {vertex} is not among the {vertices} vertices of the arrays")]
    Vertex {
        /// The vertex.
        vertex: u64,
        /// Vertices of the shortest array.
        vertices: usize,
    },
    /// A program is bound to a stage that it is not for.
    #[error("a program for {header} is bound to the {stage} stage")]
    Stage {
        /// The program's header.
        header: &'static str,
        /// The stage.
        stage: &'static str,
    },
    /// The primitive type does not suit the programs.
    #[error("primitives of this type cannot be drawn: {0}")]
    Mode(&'static str),
    /// A patch has no vertices, or too many.
    #[error("a patch of {vertices} vertices is not one of 1 to {most}")]
    PatchVertices {
        /// Vertices of the patch.
        vertices: u32,
        /// How many there may be.
        most: u32,
    },
    /// The device that draws cannot draw this.
    #[error("{0}")]
    Device(String),
    /// A fixed-function stage could not be made.
    #[error("the fixed-function stage does not compile: {0}")]
    FixedFunction(String),
}

/// Which vertices a draw takes.
#[derive(Clone, Copy, Debug)]
pub enum Elements<'a> {
    /// A run of vertices (DrawArrays).
    Range {
        /// The first.
        first: u32,
        /// How many.
        count: u32,
    },
    /// Vertices by number (DrawElements).
    Indices(&'a [u32]),
}

impl Elements<'_> {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        match self {
            Elements::Range { count, .. } => *count as usize,
            Elements::Indices(indices) => indices.len(),
        }
    }
}

/// A draw.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// Primitive type.
    pub primitive: Primitive,
    /// Vertex arrays.
    pub arrays: Arrays<'a>,
    /// Vertices.
    pub elements: Elements<'a>,
    /// How often they are drawn, each time with another instance number.
    pub instances: u32,
    /// Programs.
    pub programs: &'a Programs,
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory.
    pub bindings: &'a Bindings,
    /// Instructions that each invocation may execute.
    pub budget: u64,
    /// Whether invocations of programs that write memory may run in any order, on all threads. Otherwise they
    /// run one batch after another.
    pub unordered: bool,
}

/// What came of a draw.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Vertices that were shaded.
    pub vertices: u64,
    /// Points, lines and triangles that were left after clipping and culling.
    pub shapes: u64,
    /// Fragments that were shaded, helpers not among them.
    pub fragments: u64,
    /// The first trap of each program, in the order of the stages.
    pub traps: Vec<(Stage, Trap)>,
}

/// The pipeline: threads, a compiler for fixed-function stages, and what it has compiled.
pub struct Pipeline {
    threads: Threads,
    /// For draws whose invocations have an order.
    one: Threads,
    compiler: Box<dyn Compiler>,
    fixed: HashMap<String, Arc<dyn Kernel>>,
    /// What draws in place of the stages here.
    pub device: Option<Arc<dyn Device>>,
}

impl Pipeline {
    /// A pipeline.
    pub fn new(threads: Threads, compiler: Box<dyn Compiler>) -> Pipeline {
        Pipeline {
            threads,
            one: Threads::one(),
            compiler,
            fixed: HashMap::new(),
            device: None,
        }
    }

    /// Draws into a framebuffer.
    pub fn draw(
        &mut self,
        context: &Context,
        framebuffer: &mut Framebuffer,
        draw: &Draw<'_>,
    ) -> Result<Outcome, DrawError> {
        draw.arrays.check()?;
        check_elements(draw)?;
        let programs = draw.programs;
        let optional = |bound: &Option<BoundProgram>, stage: Stage, name: &'static str| {
            bound
                .as_ref()
                .map(|bound| expect_stage(bound, stage, name))
                .transpose()
        };
        let control = optional(
            &programs.control,
            Stage::TessellationControl,
            "tessellation control",
        )?;
        let evaluation = optional(
            &programs.evaluation,
            Stage::TessellationEvaluation,
            "tessellation evaluation",
        )?;
        let geometry = optional(&programs.geometry, Stage::Geometry, "geometry")?;
        mode::check(context, draw)?;
        let fragment = match optional(&programs.fragment, Stage::Fragment, "fragment")? {
            Some(bound) => bound,
            None => self.compile(&fixed::fragment::text(context))?,
        };
        let vertex = match optional(&programs.vertex, Stage::Vertex, "vertex")? {
            Some(bound) => bound,
            None => {
                let between = control.as_ref().or(evaluation.as_ref()).or(geometry.as_ref());
                let reader = between.unwrap_or(&fragment).kernel.program();
                let needs = fixed::vertex::Needs::of(reader);
                self.compile(&fixed::vertex::text(context, &needs))?
            }
        };
        let stages = Stages {
            vertex,
            control,
            evaluation,
            geometry,
            fragment,
            is_fixed: programs.vertex.is_none(),
        };
        match self.device.clone() {
            Some(device) => self.draw_on(&*device, context, framebuffer, draw, &stages),
            None => {
                let threads = self.threads_for(draw, &stages);
                Ok(run::draw(threads, context, framebuffer, draw, &stages))
            }
        }
    }

    /// Draws on a device. What programs between the vertex stage and the rasterizer make is made here, and goes to the
    /// device as vertices that are finished.
    fn draw_on(
        &mut self,
        device: &dyn Device,
        context: &Context,
        framebuffer: &mut Framebuffer,
        draw: &Draw<'_>,
        stages: &Stages,
    ) -> Result<Outcome, DrawError> {
        let on_device = DeviceDraw {
            context,
            primitive: draw.primitive,
            arrays: draw.arrays,
            elements: draw.elements,
            instances: draw.instances,
            textures: draw.textures,
            bindings: draw.bindings,
            vertex: &stages.vertex,
            fragment: &stages.fragment,
            is_fixed: stages.is_fixed,
        };
        let refused = |reason: String| DrawError::Device(reason);
        if (framebuffer.extent().samples, framebuffer.extent().layers) != (1, 1) {
            return Err(refused(
                "devices draw one sample a pixel and one layer".to_owned(),
            ));
        }
        let is_cut = draw.primitive.shape() == Shape::Triangle && draw.primitive.number(1) != 1;
        if is_cut && stages.reads_primitive_number() {
            let message = "devices number the triangles of quadrilaterals and polygons";
            return Err(refused(message.to_owned()));
        }
        let threads = self.threads_for(draw, stages);
        let Some(finished) = Finished::of(threads, context, draw, stages).map_err(refused)? else {
            device.draw(framebuffer, &on_device).map_err(refused)?;
            return Ok(Outcome::default());
        };
        let vertex = self.compile(&finished.program())?;
        let on_device = DeviceDraw {
            primitive: finished.primitive(),
            arrays: finished.arrays(),
            elements: Elements::Indices(&finished.corners),
            instances: 1,
            vertex: &vertex,
            is_fixed: false,
            ..on_device
        };
        device.draw(framebuffer, &on_device).map_err(refused)?;
        Ok(Outcome {
            traps: finished.traps,
            ..Outcome::default()
        })
    }

    /// The threads that a draw may use.
    fn threads_for(&self, draw: &Draw<'_>, stages: &Stages) -> &Threads {
        if draw.unordered || stages.are_order_free() {
            &self.threads
        } else {
            &self.one
        }
    }

    /// Runs a compute program; the trap that ended it, if one did.
    ///
    /// # Errors
    ///
    /// Numbers or sizes of groups are not within the limits, or the program is no compute program.
    pub fn dispatch(
        &self,
        context: &Context,
        dispatch: &Dispatch<'_>,
    ) -> Result<Option<Trap>, DispatchError> {
        compute::dispatch(&self.threads, context, dispatch)
    }

    fn compile(&mut self, text: &str) -> Result<BoundProgram, DrawError> {
        if let Some(kernel) = self.fixed.get(text) {
            return Ok(BoundProgram::new(kernel.clone()));
        }
        let kernel = self.compiler.compile(text).map_err(DrawError::FixedFunction)?;
        self.fixed.insert(text.to_owned(), kernel.clone());
        Ok(BoundProgram::new(kernel))
    }
}

fn expect_stage(bound: &BoundProgram, stage: Stage, name: &'static str) -> Result<BoundProgram, DrawError> {
    let profile = bound.kernel.program().profile();
    if profile.stage != stage {
        return Err(DrawError::Stage {
            header: profile.header,
            stage: name,
        });
    }
    Ok(bound.clone())
}

fn check_elements(draw: &Draw<'_>) -> Result<(), DrawError> {
    let vertices = if draw.arrays.0.iter().all(Option::is_none) {
        // Every vertex has the current values.
        usize::MAX
    } else {
        draw.arrays.vertices()
    };
    let last = match draw.elements {
        Elements::Range { count: 0, .. } | Elements::Indices([]) => return Ok(()),
        Elements::Range { first, count } => u64::from(first) + u64::from(count) - 1,
        Elements::Indices(indices) => u64::from(indices.iter().copied().max().unwrap_or(0)),
    };
    if last >= vertices as u64 || last > u64::from(u32::MAX) {
        return Err(DrawError::Vertex {
            vertex: last,
            vertices,
        });
    }
    Ok(())
}
