//! Draws of triangles whose vertices follow each other, as those of most arrays do: the vertices of a run are shaded and
//! the run is set up at once, while they are still in the caches. A segment's runs are set up, then the bands draw them;
//! where there are several threads and segments, [`InFlight`] has them go on with the next segment meanwhile.

use quadrille_numerics::level::Level;

use crate::executable::Worker;
use crate::inter_stage::primitive_ref::Following;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertex_export::VertexExport;
use crate::inter_stage::vertices::{BLOCK, Vertices};
use crate::primitive::Primitive;
use crate::run::DrawRun;
use crate::run::in_flight::InFlight;
use crate::run::rasterizer::{RUN_SHAPES, Rasterizer, SEGMENT_PRIMITIVES, SHAPE_WORK};
use crate::setup::{Setup, SetupWorker, TRIANGLES};
use crate::stage::vertex::VertexStage;
use crate::stage::vertex_numbers::VertexNumbers;

impl DrawRun<'_, '_> {
    /// Draws triangles in all instances.
    pub(super) fn draw_following(&mut self, triangles: Following) {
        let instances = match triangles.count {
            0 => 0,
            _ => self.front.draw.instances,
        };
        for instance in 0..instances {
            self.begin_instance(instance);
            let batch = self.front.vertices as usize / BLOCK;
            let goes_on = if self.front.threads.count() > 1 && triangles.count > SEGMENT_PRIMITIVES {
                self.draw_overlapped(triangles, batch)
            } else {
                let mut segments = triangles.parts(SEGMENT_PRIMITIVES);
                segments.all(|segment| self.draw_segment(segment, batch))
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Draws a segment of an instance whose first batch of vertices has a number; false if nothing more need be drawn.
    fn draw_segment(&mut self, segment: Following, batch: usize) -> bool {
        let DrawRun {
            front, rasterizer, ..
        } = self;
        if !rasterizer.begin(segment.count) {
            return false;
        }
        rasterizer.begin_runs(segment.count);
        let Rasterizer {
            export,
            setups,
            setup_workers,
            runs,
            ..
        } = rasterizer;
        let set_up = SetUp {
            vertex: &front.vertex,
            export,
            setup: &setups[0],
            level: front.threads.level(),
            batch,
        };
        let workers = front.workers.iter_mut().map(|worker| &mut **worker);
        let mut workers = workers.zip(setup_workers);
        let items = segment.parts(RUN_SHAPES).zip(runs);
        let work = |(program, worker): &mut (&mut Worker, &mut SetupWorker), (triangles, run)| {
            set_up.run((program, worker), triangles, run);
        };
        if front.threads.count() == 1 {
            let mut one: Option<(&mut Worker, &mut SetupWorker)> = workers.next();
            front.threads.for_each(one.as_mut_slice(), items, work);
        } else {
            let mut all: Vec<_> = workers.collect();
            front.threads.for_each(&mut all, items, work);
        }
        front.vertices += segment.vertices().len() as u64;
        if front.is_over() {
            return false;
        }
        rasterizer.count_primitives();
        rasterizer.rasterize();
        self.tap.counts.generated[0] += segment.count as u64;
        true
    }

    /// Draws the segments of an instance on all threads; false if nothing more need be drawn.
    fn draw_overlapped(&mut self, triangles: Following, batch: usize) -> bool {
        let DrawRun {
            front,
            rasterizer,
            tap,
            ..
        } = self;
        let Rasterizer {
            export,
            setups,
            stage,
            framebuffer,
            setup_workers,
            fragment_workers,
            runs_in_flight,
            ..
        } = rasterizer;
        let (extent, rows) = (framebuffer.extent(), front.threads.band_rows());
        let set_up = SetUp {
            vertex: &front.vertex,
            export,
            setup: &setups[0],
            level: front.threads.level(),
            batch,
        };
        let meter = front.draw.meter;
        let begins = |segment: &Following| meter.work(SHAPE_WORK * segment.count as u64).is_ok();
        let is_over = |segment: &Following| {
            let end = set_up.batch_of(segment) + segment.vertices().len().div_ceil(BLOCK);
            front.vertex.executable.is_stopped_before(end) || meter.check().is_err()
        };
        // No vertex chooses a layer.
        let bands = framebuffer.bands(rows, |number| number < extent.layer_bands(rows));
        let (varyings, distances) = (export.varyings.sources.len(), export.distances.len());
        let mut runs = std::mem::take(runs_in_flight);
        for run in &mut runs {
            run.reshape(varyings, distances, extent, rows);
        }
        let fresh = || Primitives::new(varyings, distances, extent, rows);
        let in_flight = InFlight::new(
            triangles.parts(SEGMENT_PRIMITIVES),
            front.threads.count() + 1,
            (runs, &fresh),
            bands,
            (&begins, &is_over),
        );
        let programs = front.workers.iter_mut().zip(setup_workers);
        let mut workers: Vec<_> = programs.zip(fragment_workers).collect();
        let threads = 0..workers.len();
        front
            .threads
            .for_each(&mut workers, threads, |((program, worker), fragments), _| {
                in_flight.work(
                    &mut (program, worker, fragments),
                    |(program, worker, _), triangles, run| set_up.run((program, worker), triangles, run),
                    |(.., fragments), (number, band), runs| {
                        // Runs have the vertices of their own.
                        stage.draw_band(fragments, *number, band, &[], runs);
                    },
                );
            });
        let ended = in_flight.end();
        *runs_in_flight = ended.runs;
        rasterizer.taken += ended.shaded;
        rasterizer.primitives += ended.primitives;
        front.vertices += 3 * ended.shaded;
        tap.counts.generated[0] += ended.drawn;
        ended.drawn == triangles.count as u64
    }
}

/// How a run is made.
struct SetUp<'r, 'a> {
    vertex: &'r VertexStage<'a>,
    export: &'r VertexExport<'a>,
    setup: &'r Setup<'a>,
    level: Level,
    /// The number of the first batch of vertices of the instance.
    batch: usize,
}

impl SetUp<'_, '_> {
    /// The number of the first batch of the vertices of a part.
    fn batch_of(&self, part: &Following) -> usize {
        self.batch + 3 * part.number as usize / BLOCK
    }

    /// Shades the vertices of triangles and sets these up, those of a pass as soon as their vertices are there.
    fn run(
        &self,
        (program, worker): (&mut Worker, &mut SetupWorker),
        triangles: Following,
        run: &mut Primitives,
    ) {
        // Each is a polygon of its own.
        worker.stipples.clear();
        let mut blocks = std::mem::take(&mut worker.blocks);
        let count = triangles.vertices().len().div_ceil(BLOCK);
        if blocks.len() < count {
            let (varyings, distances) = (self.export.varyings.sources.len(), self.export.distances.len());
            blocks.resize_with(count, || Vertices::new(varyings, distances));
        }
        run.clear();
        let (setup, level) = (self.setup, self.level);
        if setup.takes_many(triangles.count) {
            let mut first = 0;
            for (part, start) in triangles.parts(TRIANGLES).zip((0..).step_by(TRIANGLES)) {
                let count = part.vertices().len().div_ceil(BLOCK);
                let own = &mut blocks[first..first + count];
                self.shade(program, &part, own, |at, positions, block| {
                    setup.project_following(level, positions, worker, at, block);
                });
                setup.following(level, (triangles, start), &blocks, worker, run);
                first += count;
            }
            setup.end_passes(level, worker, run);
        } else {
            self.shade(program, &triangles, &mut blocks, |_, positions, block| {
                block.keep_positions(positions);
                setup.project(level, positions, &mut block.projected);
            });
            for at in 0..triangles.count {
                setup.run(Primitive::Triangle, triangles.get(at), &blocks, worker, run);
            }
        }
        worker.blocks = if run.list.is_empty() {
            blocks
        } else {
            run.own(blocks)
        };
    }

    /// Shades the vertices of triangles block by block; `project` takes the number of the block, its clip coordinates and what is
    /// kept of it.
    fn shade(
        &self,
        program: &mut Worker,
        triangles: &Following,
        blocks: &mut [Vertices],
        mut project: impl FnMut(usize, [&[f32]; 4], &mut Vertices),
    ) {
        let vertices = triangles.vertices();
        let starts = vertices.clone().step_by(BLOCK);
        let number = self.batch_of(triangles);
        let prefetches = self.vertex.prefetches();
        let issue = || prefetches.borrow_mut().issue();
        let environment = self.vertex.environment(&issue);
        for ((at, start), block) in starts.enumerate().zip(blocks) {
            let end = vertices.end.min(start.saturating_add(BLOCK as u32));
            let numbers = VertexNumbers::Run(start..end);
            let surroundings = (&environment, &prefetches);
            self.vertex.run(program, number + at, &numbers, surroundings);
            block.resize(numbers.len());
            let position = |vertex: usize| self.vertex.position(numbers.get(vertex));
            let results = &program.batch.results;
            self.export.keep(self.level, results, block, position);
            issue();
            project(at, self.export.positions(results, numbers.len()), block);
            prefetches.borrow_mut().issue_rest();
        }
    }
}
