//! A draw under way.
//!
//! Primitives go through in segments, so that memory does not grow with the mesh: the vertices of a segment are
//! shaded in blocks, then what they form is drawn. Where there are stages between the two, `staged` has the
//! segments.

use quadrille_isa::gl::Stage;

use crate::between::given::Given;
use crate::draw::executable::{Worker, first_trap};
use crate::draw::rasterizer::{Rasterizer, SEGMENT_SHAPES};
use crate::draw::segment::Segment;
use crate::draw::staged;
use crate::draw::stages::Stages;
use crate::draw::{Draw, Elements, Outcome};
use crate::framebuffer::Framebuffer;
use crate::primitive::{Primitive, QuadCut};
use crate::stage::vertex::{BLOCK, VertexStage};
use crate::state::Context;
use crate::threads::Threads;

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
    let link = stages.link(context);
    let fragment = stages.fragment(context, draw, &link, framebuffer);
    let outgoing = stages.outgoing(context, &link, framebuffer.extent().layers);
    let rasterizer = Rasterizer::new(threads, context, outgoing, fragment, framebuffer);
    let stage = stages.vertex(context, draw);
    let workers = 0..threads.count();
    let mut run = Run {
        threads,
        draw,
        context,
        workers: workers
            .map(|_| Worker::new(stage.executable.kernel, BLOCK))
            .collect(),
        vertex: stage,
        rasterizer,
        vertices: 0,
    };
    let mut traps = Vec::new();
    if let Some(between) = stages.between(context, draw, stream) {
        traps = staged::draw(&mut run, between);
    } else {
        for instance in 0..draw.instances {
            run.vertex.instance = instance;
            run.plain(stream);
        }
    }
    run.finish(traps)
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
pub(crate) struct Run<'a> {
    pub(crate) threads: &'a Threads,
    pub(crate) draw: &'a Draw<'a>,
    context: &'a Context,
    pub(crate) vertex: VertexStage<'a>,
    workers: Vec<Worker>,
    pub(crate) rasterizer: Rasterizer<'a>,
    /// Vertices that were shaded.
    vertices: u64,
}

impl Run<'_> {
    /// Draws one instance without stages behind the vertex stage.
    fn plain(&mut self, stream: usize) {
        let draw = self.draw;
        let shapes = draw.primitive.shapes(stream);
        let mut segment = Segment::default();
        for first in (0..shapes).step_by(SEGMENT_SHAPES) {
            let part = first..shapes.min(first + SEGMENT_SHAPES);
            segment.gather(draw, stream, part.clone(), QuadCut::Plain);
            self.shade(&segment.vertices);
            let rasterizer = &self.rasterizer;
            let clips = || rasterizer.setups[0].clips(&rasterizer.shaded, segment.vertices.len());
            if is_cut_otherwise(self.context, draw, clips) {
                // The vertices are the same and keep their numbers.
                segment.gather(draw, stream, part, QuadCut::Clipped);
            }
            self.rasterizer.draw(draw.primitive.shape(), &segment.items);
        }
    }

    /// Shades vertices for the rasterizer.
    fn shade(&mut self, ids: &[u32]) {
        self.rasterizer.make_room(ids.len());
        let (stage, outgoing) = (&self.vertex, &self.rasterizer.outgoing);
        let before = self.vertices as usize / BLOCK;
        let items = ids.chunks(BLOCK).zip(&mut self.rasterizer.shaded).enumerate();
        self.threads
            .for_each(&mut self.workers, items, |worker, (number, (ids, block))| {
                stage.run(worker, before + number, ids);
                block.resize(ids.len());
                outgoing.keep(&worker.batch.results, block, |vertex| stage.position(ids[vertex]));
            });
        self.vertices += ids.len() as u64;
    }

    /// Shades vertices for another stage; distances from clip `planes` follow the results of the program.
    pub(crate) fn shade_for(&mut self, ids: &[u32], planes: &[(u32, [f32; 4])]) -> Given {
        let stage = &self.vertex;
        let slots = stage.executable.program().results().len();
        let before = self.vertices as usize / BLOCK;
        let mut outputs = vec![Given::new(slots + planes.len()); ids.len().div_ceil(BLOCK)];
        let items = ids.chunks(BLOCK).zip(&mut outputs).enumerate();
        self.threads
            .for_each(&mut self.workers, items, |worker, (number, (ids, output))| {
                stage.run(worker, before + number, ids);
                for (lane, id) in ids.iter().enumerate() {
                    let distance = |(_, plane): &(u32, [f32; 4])| {
                        let distance = crate::state::matrix::dot4(*plane, stage.position(*id));
                        [distance.to_bits(), 0, 0, 0]
                    };
                    let results = (0..slots).map(|slot| worker.batch.results.get(slot, lane));
                    output.push(results.chain(planes.iter().map(distance)));
                }
            });
        self.vertices += ids.len() as u64;
        let mut given = Given::new(slots + planes.len());
        for mut output in outputs {
            given.append(&mut output);
        }
        given
    }

    fn finish(self, between: Vec<(Stage, quadrille_engine::Trap)>) -> Outcome {
        let shapes = self.rasterizer.shapes;
        let (fragments, fragment) = self.rasterizer.finish();
        let vertex = first_trap(self.workers).map(|trap| (Stage::Vertex, trap));
        let fragment = fragment.map(|trap| (Stage::Fragment, trap));
        Outcome {
            vertices: self.vertices,
            shapes,
            fragments,
            traps: vertex.into_iter().chain(between).chain(fragment).collect(),
        }
    }
}
