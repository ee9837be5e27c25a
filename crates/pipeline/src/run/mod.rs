//! A draw under way.
//!
//! Primitives go through in segments, so that memory does not grow with the mesh: the vertices of a segment are
//! shaded in blocks, then what they form is drawn. Where there are stages between the two, `staged` has the
//! segments; `following` has those of triangles whose vertices follow each other, and `in_flight` on several threads.

pub(crate) mod finished;
pub(crate) mod mode;
pub(crate) mod stages;

mod following;
mod front;
mod in_flight;
mod rasterizer;
mod recorder;
mod segment;
mod staged;
mod stipple;
pub(crate) mod storage;
mod tap;

use quadrille_engine::Trap;
use quadrille_isa::gl::Stage;

use crate::counts::Counts;
use crate::draw::{Draw, Outcome};
use crate::framebuffer::Framebuffer;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::inter_stage::vertices::BLOCK;
use crate::primitive::{QuadCut, Streams, Topology};
use crate::run::front::Front;
use crate::run::rasterizer::{Rasterizer, SEGMENT_PRIMITIVES};
use crate::run::recorder::Recorder;
use crate::run::segment::Segment;
use crate::run::stages::Stages;
use crate::run::stipple::PatternPlace;
use crate::run::storage::Storage;
use crate::run::tap::{Tap, Tapped};
use crate::state::Context;
use crate::threads::Threads;

/// Draws the streams of a draw with these programs.
pub(crate) fn draw(
    threads: &Threads,
    storage: &mut Storage,
    context: &Context,
    framebuffer: &mut Framebuffer,
    (draw, streams): (&Draw<'_>, &Streams),
    stages: &Stages<'_>,
) -> Outcome {
    let results = stages.results();
    let varyings = stages.varyings(context, &results);
    let fragment = stages.fragment(context, draw, &varyings, framebuffer, threads.level());
    let export = stages.export(context, &varyings, &results, framebuffer.extent().layers);
    let mut rasterizer = Rasterizer::new(threads, storage, context, export, fragment, framebuffer);
    rasterizer.pattern = PatternPlace::new(draw.topology, stages.between.geometry.is_some());
    let inputs = storage.inputs(&stages.vertex.kernel);
    let vertex = stages.vertex(context, draw, threads.level(), inputs);
    let mut front = Front::new(threads, storage, draw, vertex);
    let mut tap = Tap {
        recorder: draw
            .feedback
            .map(|feedback| Recorder::new(&feedback, &results, context.clamping.vertex)),
        discards: context.rasterizer_discard,
        counts: submitted(draw, streams),
    };
    let mut run = DrawRun {
        front: &mut front,
        context,
        rasterizer: &mut rasterizer,
        tap: &mut tap,
    };
    let mut traps = Vec::new();
    if let Some(optional) = stages.optional(context, draw) {
        let mut sink = Tapped {
            tap: run.tap,
            rasterizer: run.rasterizer,
        };
        let staged = staged::draw(run.front, optional, &mut sink);
        run.tap.counts += staged.counts;
        traps = staged.traps;
    } else {
        run.plain(streams, &mut storage.segment);
    }
    run.finish(traps, storage)
}

/// The counts of what a draw submits.
fn submitted(draw: &Draw<'_>, streams: &Streams) -> Counts {
    let instances = u64::from(draw.instances);
    Counts {
        submitted_vertices: instances.saturating_mul(streams.vertices as u64),
        submitted_primitives: instances.saturating_mul(streams.undivided(0..streams.count)),
        ..Counts::default()
    }
}

/// Whether quadrilaterals are cut as llvmpipe cuts them where its draw takes the long way, or, of QUADS, where
/// the fixed-function fragment stage has flat colours.
fn is_cut_otherwise(context: &Context, draw: &Draw<'_>, clips: impl Fn() -> bool) -> bool {
    match draw.topology {
        Topology::Quads => clips() || context.lighting.flat && draw.programs.fragment.is_none(),
        Topology::QuadStrip => clips(),
        Topology::Points
        | Topology::Lines
        | Topology::LineLoop
        | Topology::LineStrip
        | Topology::Triangles
        | Topology::TriangleStrip
        | Topology::TriangleFan
        | Topology::Polygon
        | Topology::LinesAdjacency
        | Topology::LineStripAdjacency
        | Topology::TrianglesAdjacency
        | Topology::TriangleStripAdjacency
        | Topology::Patches => false,
    }
}

/// The state of a draw that is kept from segment to segment.
struct DrawRun<'r, 'a> {
    front: &'r mut Front<'a>,
    context: &'a Context,
    rasterizer: &'r mut Rasterizer<'a>,
    tap: &'r mut Tap<'a>,
}

impl DrawRun<'_, '_> {
    /// Draws all instances without stages behind the vertex stage.
    fn plain(&mut self, streams: &Streams, segment: &mut Segment) {
        let draw = self.front.draw;
        let convention = self.context.provoking_vertex;
        let is_alike = self.rasterizer.export.chooser.is_none()
            && self.rasterizer.setups.len() == 1
            && self.tap.recorder.is_none()
            && !self.tap.discards;
        let follow = is_alike.then(|| segment::following(draw, convention, streams.count));
        if let Some(triangles) = follow.flatten() {
            return self.draw_following(triangles);
        }
        for (instance, part) in segment::parts(draw.instances, streams.count, SEGMENT_PRIMITIVES) {
            self.begin_instance(instance);
            segment.gather(draw, streams, part.clone(), (QuadCut::Plain, convention));
            let outputs = self.shade(&segment.vertices);
            if self.front.is_over() {
                return;
            }
            match outputs {
                Some(outputs) => self.tap.pass(&outputs, &segment.items),
                None => self.tap.counts.generated[0] += streams.undivided(part.clone()),
            }
            if self.tap.discards {
                continue;
            }
            let rasterizer = &self.rasterizer;
            let clips = || rasterizer.setups[0].clips(&rasterizer.shaded, segment.vertices.len());
            if is_cut_otherwise(self.context, draw, clips) {
                // The vertices are the same and keep their numbers.
                segment.gather(draw, streams, part, (QuadCut::Clipped, convention));
            }
            self.rasterizer.draw(draw.topology.primitive(), &segment.items);
        }
    }

    /// What is drawn from now on is of an instance.
    fn begin_instance(&mut self, instance: u32) {
        self.front.vertex.instance = instance;
        self.rasterizer.begin_instance(instance);
    }

    /// Shades vertices for the rasterizer; while transform feedback is active, they are given as the program left them.
    fn shade(&mut self, ids: &[u32]) -> Option<StageOutputs> {
        self.rasterizer.make_room(ids.len());
        let front = &mut *self.front;
        let (stage, export) = (&front.vertex, &self.rasterizer.export);
        let setups = &self.rasterizer.setups[..];
        let level = front.threads.level();
        let before = front.vertices as usize / BLOCK;
        let slots = stage.executable.program().results().len();
        let is_kept = self.tap.recorder.is_some();
        let mut kept = vec![StageOutputs::new(slots); if is_kept { ids.len().div_ceil(BLOCK) } else { 0 }];
        let blocks = self.rasterizer.shaded.iter_mut();
        let blocks = blocks.zip(kept.iter_mut().map(Some).chain(std::iter::repeat_with(|| None)));
        let items = ids.chunks(BLOCK).zip(blocks).enumerate();
        front.threads.for_each(
            &mut front.workers,
            items,
            |worker, (number, (ids, (block, kept)))| {
                stage.run_listed(worker, before + number, ids);
                if let Some(kept) = kept {
                    kept.extend(&worker.batch.results, ids.len());
                }
                block.resize(ids.len());
                let position = |vertex: usize| stage.position(ids[vertex]);
                export.keep(level, &worker.batch.results, block, position);
                let positions = export.positions(&worker.batch.results, ids.len());
                rasterizer::project(setups, level, positions, block);
            },
        );
        front.vertices += ids.len() as u64;
        is_kept.then(|| StageOutputs::of(kept))
    }

    fn finish(self, optional: Vec<(Stage, Trap)>, storage: &mut Storage) -> Outcome {
        let primitives = self.rasterizer.primitives;
        let mut counts = self.tap.counts();
        counts.clipped = self.rasterizer.taken;
        let (spent, vertices) = (self.front.draw.meter.check().err(), self.front.vertices);
        let (fragments, samples, fragment) = self.rasterizer.finish(storage);
        counts.samples = samples;
        let vertex = self.front.finish(storage);
        let fragment = fragment.map(|trap| (Stage::Fragment, trap));
        Outcome {
            spent,
            vertices,
            primitives,
            fragments,
            counts,
            traps: vertex.into_iter().chain(optional).chain(fragment).collect(),
            ..Outcome::default()
        }
    }
}
