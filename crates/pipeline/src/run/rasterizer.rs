//! The second half of a draw: vertices that are ready, and what they form, become pixels.
//!
//! Primitives are set up in runs, and then every band of the framebuffer draws its part of all runs in order. Runs
//! and bands are the units of work of threads; none depends on another of its kind, so that the number of
//! threads cannot show in the picture.

use std::mem::take;

use quadrille_engine::{Planes, Trap};
use quadrille_numerics::level::Level;

use crate::executable::first_trap;
use crate::fragment::{BoxedWorker, FragmentStage};
use crate::framebuffer::Framebuffer;
use crate::inter_stage::primitive_ref::PrimitiveRef;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::stage_outputs::StageOutputs;
use crate::inter_stage::vertex_export::VertexExport;
use crate::inter_stage::vertices::BLOCK;
use crate::inter_stage::vertices::Vertices;
use crate::primitive::Primitive;
use crate::run::staged::PrimitiveSink;
use crate::run::stipple::{PatternPlace, Stipples};
use crate::run::storage::Storage;
use crate::setup::{Setup, SetupWorker};
use crate::state::Context;
use crate::threads::Threads;

/// Primitives that are drawn together, so that memory does not grow with the mesh.
pub(crate) const SEGMENT_PRIMITIVES: usize = 4096;
/// Units of work of the setup of a primitive.
pub(super) const SHAPE_WORK: u64 = 32;
/// Pixels of the bounds of primitives that one thread draws before another is awake.
const FEW_PIXELS: u64 = 2048;
/// Primitives of a run.
pub(super) const RUN_SHAPES: usize = 512;

impl PrimitiveSink for Rasterizer<'_> {
    fn take(&mut self, outputs: &StageOutputs, primitive: Primitive, items: &[PrimitiveRef]) {
        self.keep(outputs);
        self.draw(primitive, items);
    }
}

/// Keeps clip coordinates of the vertices of a block, and projects them where they have one viewport.
pub(crate) fn project(setups: &[Setup<'_>], level: Level, positions: [&[f32]; 4], block: &mut Vertices) {
    block.keep_positions(positions);
    match setups {
        [setup] => setup.project(level, positions, &mut block.projected),
        _ => block.projected = None,
    }
}

/// Makes them so many. A function of its own, as they are large and go through its stack, which no draw behind the first needs.
#[cold]
#[inline(never)]
fn make_setup_workers(workers: &mut Vec<SetupWorker>, count: usize) {
    workers.resize_with(count, SetupWorker::default);
}

/// The rasterizer of a draw: setup, fragment stage and framebuffer, and storage kept from one call to the next.
pub(crate) struct Rasterizer<'a> {
    threads: &'a Threads,
    pub(crate) export: VertexExport<'a>,
    /// Setup for each viewport.
    pub(crate) setups: Vec<Setup<'a>>,
    pub(super) stage: FragmentStage<'a>,
    pub(super) framebuffer: &'a mut Framebuffer,
    pub(super) setup_workers: Vec<SetupWorker>,
    pub(super) fragment_workers: Vec<BoxedWorker>,
    /// Blocks of vertices.
    pub(crate) shaded: Vec<Vertices>,
    pub(super) runs: Vec<Primitives>,
    /// Runs of segments that are under way together, as the last draw of such left them.
    pub(super) runs_in_flight: Vec<Primitives>,
    /// Where lines are in their pattern.
    pub(crate) pattern: PatternPlace,
    /// Primitives that came to be clipped.
    pub(crate) taken: u64,
    /// Primitives that were left after clipping and culling.
    pub(crate) primitives: u64,
}

impl<'a> Rasterizer<'a> {
    pub(crate) fn new(
        threads: &'a Threads,
        storage: &mut Storage,
        context: &'a Context,
        export: VertexExport<'a>,
        stage: FragmentStage<'a>,
        framebuffer: &'a mut Framebuffer,
    ) -> Rasterizer<'a> {
        let mut setup_workers = take(&mut storage.setups);
        if setup_workers.len() != threads.count() {
            make_setup_workers(&mut setup_workers, threads.count());
        }
        let (varyings, distances) = (export.varyings.sources.len(), export.distances.len());
        let mut shaded = take(&mut storage.shaded);
        let kept = setup_workers.iter_mut().flat_map(|worker| &mut worker.blocks);
        shaded
            .iter_mut()
            .chain(kept)
            .for_each(|block| block.reshape(varyings, distances));
        let mut runs = take(&mut storage.runs);
        let (extent, rows) = (framebuffer.extent(), threads.band_rows());
        runs.iter_mut()
            .for_each(|run| run.reshape(varyings, distances, extent, rows));
        let cuts_depth = !context.transform.depth_clamp && !stage.output.drops_depths;
        // Where nothing chooses, there is one viewport.
        let viewports = if export.chooser.is_some() { usize::MAX } else { 1 };
        Rasterizer {
            threads,
            setups: context
                .transform
                .viewports()
                .into_iter()
                .enumerate()
                .take(viewports)
                .map(|viewport| Setup::new(context, viewport, framebuffer, cuts_depth))
                .collect(),
            setup_workers,
            fragment_workers: storage.fragment_workers(&stage, threads),
            export,
            stage,
            framebuffer,
            shaded,
            runs,
            runs_in_flight: take(&mut storage.runs_in_flight),
            pattern: PatternPlace::default(),
            taken: 0,
            primitives: 0,
        }
    }

    /// What is drawn from now on is of an instance.
    pub(crate) fn begin_instance(&mut self, instance: u32) {
        if let Some(watch) = &mut self.stage.watch {
            watch.instance = instance;
        }
    }

    /// Makes room for a number of vertices.
    pub(crate) fn make_room(&mut self, vertices: usize) {
        let blocks = vertices.div_ceil(BLOCK);
        if self.shaded.len() < blocks {
            let (varyings, distances) = (self.export.varyings.sources.len(), self.export.distances.len());
            let fresh = || Vertices::new(varyings, distances);
            self.shaded.resize_with(blocks, fresh);
        }
    }

    /// Keeps vertices as the last program gave them.
    fn keep(&mut self, outputs: &StageOutputs) {
        self.make_room(outputs.len());
        let mut planes = Planes::new(BLOCK, (0..outputs.slots()).map(|_| false));
        let starts = (0..outputs.len()).step_by(BLOCK);
        for (start, block) in starts.zip(&mut self.shaded) {
            outputs.copy_to(start, &mut planes);
            let count = (outputs.len() - start).min(BLOCK);
            block.resize(count);
            let level = self.threads.level();
            self.export.keep(level, &planes, block, |_| [0.0; 4]);
            let positions = self.export.positions(&planes, count);
            project(&self.setups, level, positions, block);
        }
    }

    /// Draws primitives of the vertices that are there, where those choose.
    pub(crate) fn draw(&mut self, primitive: Primitive, items: &[PrimitiveRef]) {
        let spread = self
            .export
            .chooser
            .map(|chooser| chooser.spread(items, &self.shaded));
        let items = spread.as_deref().unwrap_or(items);
        for items in items.chunks(SEGMENT_PRIMITIVES) {
            if !self.begin(items.len()) {
                return;
            }
            self.set_up(primitive, items);
            self.rasterize();
        }
    }

    /// Counts primitives that come to be clipped, and the work of their set-up; false if nothing is left of the budget.
    pub(crate) fn begin(&mut self, primitives: usize) -> bool {
        let work = SHAPE_WORK * primitives as u64;
        let begins = self.stage.executable.meter.work(work).is_ok();
        self.taken += if begins { primitives as u64 } else { 0 };
        begins
    }

    fn set_up(&mut self, primitive: Primitive, items: &[PrimitiveRef]) {
        self.begin_runs(items.len());
        let stipples = match (primitive, self.stage.context.line_stipple) {
            (Primitive::Line, Some(_)) => self.line_stipples(items),
            (Primitive::Triangle, Some(_)) => self.outline_stipples(items),
            (Primitive::Point | Primitive::Line | Primitive::Triangle, _) => Stipples::default(),
        };
        let has_patterns = self.stage.context.line_stipple.is_some();
        let (shaded, setups) = (&self.shaded, &self.setups);
        let level = self.threads.level();
        let items = items.chunks(RUN_SHAPES).enumerate().zip(&mut self.runs);
        self.threads.for_each(
            &mut self.setup_workers,
            items,
            |worker, ((number, items), run)| {
                run.clear();
                if let ([setup], Primitive::Triangle, false) = (&setups[..], primitive, has_patterns) {
                    return setup.triangles(level, items, shaded, worker, run);
                }
                for (at, item) in (number * RUN_SHAPES..).zip(items) {
                    worker.stipples.clear();
                    worker.stipples.extend_from_slice(stipples.of(at));
                    setups[usize::from(item.viewport)].run(primitive, *item, shaded, worker, run);
                }
            },
        );
        self.count_primitives();
    }

    /// Makes room for the runs of so many primitives, and forgets what others have.
    pub(super) fn begin_runs(&mut self, items: usize) {
        let runs = items.div_ceil(RUN_SHAPES);
        if self.runs.len() < runs {
            let (varyings, distances) = (self.export.varyings.sources.len(), self.export.distances.len());
            let (extent, rows) = (self.framebuffer.extent(), self.threads.band_rows());
            let fresh = || Primitives::new(varyings, distances, extent, rows);
            self.runs.resize_with(runs, fresh);
        }
        for unused in self.runs.iter_mut().skip(runs) {
            unused.clear();
        }
    }

    pub(super) fn count_primitives(&mut self) {
        let primitives = self.runs.iter().map(|run| run.list.len() as u64);
        self.primitives += primitives.sum::<u64>();
    }

    /// Draws what was set up.
    pub(crate) fn rasterize(&mut self) {
        let (shaded, runs, stage) = (&self.shaded, &self.runs, &self.stage);
        let is_busy = |number: usize| runs.iter().any(|run| !run.bands[number].is_empty());
        let mut bands = self.framebuffer.bands(self.threads.band_rows(), is_busy);
        let primitives = runs.iter().flat_map(|run| &run.list);
        let pixels = primitives.map(|primitive| primitive.bounds.pixels());
        let is_much = pixels
            .scan(0, |sum, pixels| {
                *sum += pixels;
                Some(*sum)
            })
            .any(|sum| sum > FEW_PIXELS);
        self.threads.for_each_if(
            is_much,
            &mut self.fragment_workers,
            bands.iter_mut(),
            |worker, (number, band)| {
                stage.draw_band(worker, *number, band, shaded, runs);
            },
        );
    }

    /// The fragments that were shaded, the samples that passed, and the first trap of the fragment program.
    /// The working storage goes back.
    pub(crate) fn finish(&mut self, storage: &mut Storage) -> (u64, u64, Option<Trap>) {
        let shaded = self.fragment_workers.iter().map(|worker| worker.shaded).sum();
        let passed = self.fragment_workers.iter().map(|worker| worker.passed).sum();
        let trap = first_trap(self.fragment_workers.iter_mut().map(|worker| &mut worker.worker));
        storage.keep_fragment_workers(self.stage.executable.kernel, take(&mut self.fragment_workers));
        storage.setups = take(&mut self.setup_workers);
        storage.shaded = take(&mut self.shaded);
        storage.runs = take(&mut self.runs);
        storage.runs_in_flight = take(&mut self.runs_in_flight);
        (shaded, passed, trap)
    }
}
