//! A draw under way.
//!
//! Primitives go through in segments, so that memory does not grow with the mesh: the vertices of a segment
//! are shaded in blocks, its shapes are set up in runs, and then every band of the framebuffer draws its part
//! of all runs in order. Blocks, runs and bands are the units of work of threads; none depends on another of
//! its kind, so that the number of threads cannot show in the picture.

use quadrille_isa::gl::Stage;

use crate::band::BAND_ROWS;
use crate::bounds::Bounds;
use crate::draw::{Draw, Elements, Outcome};
use crate::fragment::{FragmentStage, FragmentWorker};
use crate::framebuffer::Framebuffer;
use crate::primitive::{Primitive, QuadCut};
use crate::primitives::Primitives;
use crate::segment::Segment;
use crate::setup::{Setup, SetupWorker};
use crate::stages::Stages;
use crate::state::Context;
use crate::threads::Threads;
use crate::vertex::{BLOCK, VertexStage, VertexWorker};
use crate::vertices::Vertices;

/// Shapes of a segment.
const SEGMENT_SHAPES: usize = 16384;
/// Shapes of a run.
const RUN_SHAPES: usize = 1024;

/// Draws with these programs.
pub(crate) fn draw(
    threads: &Threads,
    context: &Context,
    framebuffer: &mut Framebuffer,
    draw: &Draw<'_>,
    stages: &Stages,
) -> Outcome {
    let stream = match draw.elements {
        Elements::Range { count, .. } => count as usize,
        Elements::Indices(indices) => indices.len(),
    };
    let shapes = draw.primitive.shapes(stream);
    let link = stages.link(context);
    let vertex = stages.vertex(context, draw, &link);
    let fragment = stages.fragment(context, draw, &link, framebuffer);
    let bounds = Bounds::of(framebuffer.width(), framebuffer.height());
    let bands = framebuffer.height().div_ceil(BAND_ROWS) as usize;
    let setup = Setup::new(context, bounds, framebuffer.depth_format());
    let workers = 0..threads.count();
    let mut run = Run {
        threads,
        vertex: workers
            .clone()
            .map(|_| VertexWorker::new(vertex.kernel))
            .collect(),
        setup: workers.clone().map(|_| SetupWorker::default()).collect(),
        fragment: workers.map(|_| FragmentWorker::new(fragment.kernel)).collect(),
        shaded: Vec::new(),
        runs: (0..shapes.min(SEGMENT_SHAPES).div_ceil(RUN_SHAPES))
            .map(|_| Primitives::new(link.carried.len(), vertex.distances.len(), bands))
            .collect(),
        outcome: Outcome::default(),
    };
    let mut segment = Segment::default();
    for first in (0..shapes).step_by(SEGMENT_SHAPES) {
        let part = first..shapes.min(first + SEGMENT_SHAPES);
        segment.gather(draw, stream, part.clone(), QuadCut::Plain);
        run.shade(&vertex, &segment);
        if is_cut_otherwise(context, draw, || setup.clips(&run.shaded, segment.vertices.len())) {
            // The vertices are the same and keep their numbers.
            segment.gather(draw, stream, part, QuadCut::Clipped);
        }
        run.set_up(&setup, draw.primitive, &segment);
        run.rasterize(&fragment, framebuffer);
    }
    run.finish()
}

/// Whether quadrilaterals are cut as llvmpipe cuts them where its draw takes the long way, or, of QUADS, where
/// the fixed-function fragment stage has flat colours.
fn is_cut_otherwise(context: &Context, draw: &Draw<'_>, clips: impl Fn() -> bool) -> bool {
    match draw.primitive {
        Primitive::Quads => clips() || context.lighting.flat && draw.programs.fragment.is_none(),
        Primitive::QuadStrip => clips(),
        _ => false,
    }
}

/// What a draw keeps from segment to segment.
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
