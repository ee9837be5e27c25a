//! A draw: vertices in, pixels out.
//!
//! Primitives go through in segments, so that memory does not grow with the mesh: the vertices of a segment
//! are shaded in blocks, its shapes are set up in runs, and then every band of the framebuffer draws its part
//! of all runs in order. Blocks, runs and bands are the units of work of threads; none depends on another of
//! its kind, so that the number of threads cannot show in the picture.

use std::collections::HashMap;
use std::sync::Arc;

use quadrille_engine::{Kernel, Textures, Trap};
use quadrille_isa::gl::{LanguageSet, ProgramOption, Stage};
use quadrille_program::Program;

use crate::band::BAND_ROWS;
use crate::bounds::Bounds;
use crate::fixed;
use crate::fragment::{FragmentStage, FragmentWorker, Outputs, early, fog};
use crate::framebuffer::Framebuffer;
use crate::link::Link;
use crate::mesh::Arrays;
use crate::primitive::Primitive;
use crate::primitives::Primitives;
use crate::program::{BoundProgram, Compiler, Programs};
use crate::segment::Segment;
use crate::setup::{Setup, SetupWorker};
use crate::state::{Context, parameter};
use crate::threads::Threads;
use crate::vertex::{BLOCK, Distance, VertexStage, VertexWorker};
use crate::vertices::Vertices;

/// Shapes of a segment.
const SEGMENT_SHAPES: usize = 16384;
/// Shapes of a run.
const RUN_SHAPES: usize = 1024;

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

/// A draw.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// Primitive type.
    pub primitive: Primitive,
    /// Vertex arrays.
    pub arrays: Arrays<'a>,
    /// Vertices.
    pub elements: Elements<'a>,
    /// Programs.
    pub programs: &'a Programs,
    /// Texture units.
    pub textures: &'a dyn Textures,
    /// Instructions that each invocation may execute.
    pub budget: u64,
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
    /// The first trap of the vertex program, then that of the fragment program.
    pub traps: Vec<(Stage, Trap)>,
}

/// The pipeline: threads, a compiler for fixed-function stages, and what it has compiled.
pub struct Pipeline {
    threads: Threads,
    compiler: Box<dyn Compiler>,
    fixed: HashMap<String, Arc<dyn Kernel>>,
}

impl Pipeline {
    /// A pipeline.
    pub fn new(threads: Threads, compiler: Box<dyn Compiler>) -> Pipeline {
        Pipeline {
            threads,
            compiler,
            fixed: HashMap::new(),
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
        let fragment = match &draw.programs.fragment {
            Some(bound) => expect_stage(bound, Stage::Fragment, "fragment")?,
            None => self.compile(&fixed::fragment::text(context))?,
        };
        let vertex = match &draw.programs.vertex {
            Some(bound) => expect_stage(bound, Stage::Vertex, "vertex")?,
            None => self.compile(&fixed::vertex::text(
                context,
                &fixed::vertex::Needs::of(fragment.kernel.program()),
            ))?,
        };
        let options = vertex.kernel.program().features().options;
        let position = if options.contains(ProgramOption::ArbPositionInvariant) {
            Some(self.compile(&fixed::vertex::position())?)
        } else {
            None
        };
        let stages = Stages {
            vertex,
            position,
            fragment,
            is_fixed: draw.programs.vertex.is_none(),
        };
        Ok(draw_with(&self.threads, context, framebuffer, draw, &stages))
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

/// The programs that are drawn with.
struct Stages {
    vertex: BoundProgram,
    /// What gives the position of a position-invariant program: the fixed-function instructions themselves.
    position: Option<BoundProgram>,
    fragment: BoundProgram,
    /// Whether the vertex program is the fixed-function one.
    is_fixed: bool,
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

/// Where the distances from the enabled clip planes come from: results of the program, or the planes
/// themselves where its position is the fixed-function one (ARB_vertex_program 2.14.4.5.1); other programs
/// have the planes disabled.
fn distances(context: &Context, vertex: &dyn Kernel, link: &Link, is_fixed: bool) -> Vec<Distance> {
    let transform = &context.transform;
    let enabled = |plane: u32| transform.clip_enabled >> plane & 1 != 0;
    let options = vertex.program().features().options;
    if is_fixed || options.contains(ProgramOption::ArbPositionInvariant) {
        let to_object = transform.modelview[0].transpose();
        return (0..transform.clip_planes.len())
            .filter(|plane| enabled(*plane as u32))
            .map(|plane| Distance::Plane(to_object.transform(transform.clip_planes[plane])))
            .collect();
    }
    link.clip_distances
        .iter()
        .filter(|(plane, _)| enabled(*plane))
        .map(|(_, slot)| Distance::Result(*slot))
        .collect()
}

fn draw_with(
    threads: &Threads,
    context: &Context,
    framebuffer: &mut Framebuffer,
    draw: &Draw<'_>,
    stages: &Stages,
) -> Outcome {
    let Stages {
        vertex,
        position,
        fragment,
        is_fixed,
    } = stages;
    let is_fixed = *is_fixed;
    let (vertex_program, fragment_program) = (vertex.kernel.program(), fragment.kernel.program());
    let two_side = if is_fixed {
        context.lighting.enabled && context.lighting.model.two_side
    } else {
        context.vertex_program_two_side
    };
    let link = Link::new(vertex_program, fragment_program, context, two_side);
    let vertex_stage = VertexStage {
        kernel: &*vertex.kernel,
        parameters: parameter::parameters(vertex_program, context, &vertex.locals),
        position: position.as_ref().map(|bound| {
            let parameters = parameter::parameters(bound.kernel.program(), context, &[]);
            (&*bound.kernel, parameters)
        }),
        textures: draw.textures,
        budget: draw.budget,
        arrays: &draw.arrays,
        context,
        link: &link,
        distances: distances(context, &*vertex.kernel, &link, is_fixed),
        unwritten_w: unwritten_w(vertex_program),
        sizes: is_fixed || context.vertex_program_point_size,
    };
    let outputs = Outputs::new(fragment_program, context.draw_buffers.len());
    let fragment_stage = FragmentStage {
        kernel: &*fragment.kernel,
        parameters: parameter::parameters(fragment_program, context, &fragment.locals),
        textures: draw.textures,
        budget: draw.budget,
        context,
        link: &link,
        height: framebuffer.height(),
        clamp: context.clamping.fragment.unwrap_or_else(|| {
            framebuffer
                .colors()
                .iter()
                .all(|pixels| pixels.format().is_fixed())
        }),
        fog: fog::of(fragment_program),
        early_depth: outputs.depth.is_none() && early::is_possible(context),
        outputs,
    };
    let bounds = Bounds::of(framebuffer.width(), framebuffer.height());
    let bands = framebuffer.height().div_ceil(BAND_ROWS) as usize;
    let setup = Setup::new(context, bounds, framebuffer.depth_format());
    let count = threads.count();
    let workers = |n: usize| 0..n;
    let mut run = Run {
        threads,
        vertex: workers(count).map(|_| VertexWorker::new(&vertex_stage)).collect(),
        setup: workers(count).map(|_| SetupWorker::default()).collect(),
        fragment: workers(count)
            .map(|_| FragmentWorker::new(&*fragment.kernel))
            .collect(),
        shaded: Vec::new(),
        runs: (0..SEGMENT_SHAPES / RUN_SHAPES)
            .map(|_| Primitives::new(link.carried.len(), vertex_stage.distances.len(), bands))
            .collect(),
        outcome: Outcome::default(),
    };
    let stream = match draw.elements {
        Elements::Range { count, .. } => count as usize,
        Elements::Indices(indices) => indices.len(),
    };
    let shapes = draw.primitive.shapes(stream);
    let mut segment = Segment::default();
    for first in (0..shapes).step_by(SEGMENT_SHAPES) {
        segment.gather(draw, stream, first..shapes.min(first + SEGMENT_SHAPES));
        run.shade(&vertex_stage, &segment);
        run.set_up(&setup, draw.primitive, &segment);
        run.rasterize(&fragment_stage, framebuffer);
    }
    run.finish()
}

/// Results start as (0, 0, 0, 1) in the languages before ARB (NV_vertex_program 2.14.1.7), and as 0 in others,
/// where they are undefined.
fn unwritten_w(program: &Program) -> u32 {
    let defined = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::V20);
    if program.profile().language.meets(defined) {
        1f32.to_bits()
    } else {
        0
    }
}

/// A draw under way.
struct Run<'a> {
    threads: &'a Threads,
    vertex: Vec<VertexWorker>,
    setup: Vec<SetupWorker>,
    fragment: Vec<FragmentWorker>,
    /// Blocks of shaded vertices.
    shaded: Vec<Vertices>,
    runs: Vec<Primitives>,
    outcome: Outcome,
}

impl Run<'_> {
    fn shade(&mut self, stage: &VertexStage<'_>, segment: &Segment) {
        let blocks = segment.vertices.len().div_ceil(BLOCK);
        if self.shaded.len() < blocks {
            let fresh = || Vertices::new(stage.link.carried.len(), stage.distances.len());
            self.shaded.resize_with(blocks, fresh);
        }
        let before = self.outcome.vertices as usize / BLOCK;
        let items = segment.vertices.chunks(BLOCK).zip(&mut self.shaded).enumerate();
        self.threads
            .for_each(&mut self.vertex, items, |worker, (number, (ids, block))| {
                stage.run(worker, before + number, ids, block);
            });
        self.outcome.vertices += segment.vertices.len() as u64;
    }

    fn set_up(&mut self, setup: &Setup<'_>, primitive: Primitive, segment: &Segment) {
        let shaded = &self.shaded;
        for unused in self
            .runs
            .iter_mut()
            .skip(segment.items.len().div_ceil(RUN_SHAPES))
        {
            unused.clear();
        }
        let items = segment.items.chunks(RUN_SHAPES).zip(&mut self.runs);
        self.threads
            .for_each(&mut self.setup, items, |worker, (items, run)| {
                run.clear();
                for item in items {
                    setup.run(primitive.shape(), *item, shaded, worker, run);
                }
            });
        let shapes = self.runs.iter().map(|run| run.outlines.len() as u64);
        self.outcome.shapes += shapes.sum::<u64>();
    }

    fn rasterize(&mut self, stage: &FragmentStage<'_>, framebuffer: &mut Framebuffer) {
        let (shaded, runs) = (&self.shaded, &self.runs);
        let mut bands = framebuffer.bands();
        let busy = bands
            .iter_mut()
            .enumerate()
            .filter(|(number, _)| runs.iter().any(|run| !run.bands[*number].is_empty()));
        self.threads
            .for_each(&mut self.fragment, busy, |worker, (number, band)| {
                stage.draw_band(worker, number, band, shaded, runs);
            });
    }

    fn finish(mut self) -> Outcome {
        self.outcome.fragments = self.fragment.iter().map(|worker| worker.shaded).sum();
        let vertex = self.vertex.into_iter().filter_map(|worker| worker.trap);
        let fragment = self.fragment.into_iter().filter_map(|worker| worker.trap);
        let first_vertex = vertex
            .min_by_key(|(at, _)| *at)
            .map(|(_, trap)| (Stage::Vertex, trap));
        let first_fragment = fragment
            .min_by_key(|(at, _)| *at)
            .map(|(_, trap)| (Stage::Fragment, trap));
        self.outcome.traps.extend(first_vertex);
        self.outcome.traps.extend(first_fragment);
        self.outcome
    }
}
