//! The fragment stage: gathers pixel quads of many primitives into batches, interpolates, runs the fragment
//! program, and hands the batch to the per-fragment operations.

pub(crate) mod early;
pub(crate) mod offset;
pub(crate) mod samples;

mod coverage;
mod formula;
mod interpolate;
pub(crate) mod packed;
mod places;
mod stage;
mod uniform;
mod values;

use std::ops::Range;

use quadrille_engine::Environment;
use quadrille_engine::environment::Interpolator;

use crate::framebuffer::band::Band;
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::in_pixels;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::blocks::push_blocks;
use crate::inter_stage::fragments::LANES;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::vertices::Vertices;
use crate::output;
use crate::raster::{Cover, Outline};
use offset::Offsets;
use stage::Part;

pub(crate) use stage::{BoxedWorker, EarlyDepth, FragmentStage, FragmentWorker};

/// Pixels that are searched for a primitive before they are counted as work.
const SEARCH: u64 = 1 << 14;

/// Columns of the parts in which a band is drawn, so that the quads of a primitive do not take much memory.
const PART_COLUMNS: i32 = 64;

impl FragmentStage<'_> {
    /// Draws the primitives of all runs in band number `number`, in order.
    pub(crate) fn draw_band(
        &self,
        worker: &mut FragmentWorker,
        number: usize,
        band: &mut Band<'_>,
        shaded: &[Vertices],
        runs: &[Primitives],
    ) {
        let rows = Bounds {
            x0: 0,
            y0: band.y as i32,
            x1: band.width as i32,
            y1: (band.y + band.rows) as i32,
        };
        let meter = self.executable.meter;
        worker.fragments.depth_limits = self.written_depth_limits(0);
        for primitives in runs {
            let mut list = &primitives.bands[number][..];
            while let Some((first, rest)) = list.split_first() {
                let packed = match self.packs_small_triangles {
                    true => self.pack(worker, (number, band), (shaded, primitives), rows, list),
                    false => 0,
                };
                if packed == 0 {
                    self.draw_alone(
                        worker,
                        (number, band),
                        (shaded, primitives),
                        rows,
                        *first as usize,
                    );
                }
                list = if packed == 0 { rest } else { &list[packed..] };
                if worker.searched >= SEARCH {
                    let work = std::mem::take(&mut worker.searched);
                    if meter.work(work).is_err() {
                        return worker.drop_fragments();
                    }
                }
            }
        }
        // Without this the sum would depend on how bands are spread over threads.
        if meter.work(std::mem::take(&mut worker.searched)).is_err() {
            return worker.drop_fragments();
        }
        self.flush(worker, number, band);
    }

    /// Draws a primitive of a run in parts.
    fn draw_alone(
        &self,
        worker: &mut FragmentWorker,
        (number, band): (usize, &mut Band<'_>),
        (shaded, primitives): (&[Vertices], &Primitives),
        rows: Bounds,
        primitive: usize,
    ) {
        let outline = primitives.outline(primitive);
        let bounds = primitives.list[primitive].bounds.intersect(rows);
        worker.searched += bounds.pixels() * outline.work(self.positions.len());
        let part = Part {
            shaded,
            primitives,
            primitive,
            sample: None,
            place: [0.0; 2],
        };
        let mut is_prepared = false;
        let mut column = bounds.x0 / PART_COLUMNS * PART_COLUMNS;
        while column < bounds.x1 {
            let within = Bounds {
                x0: column,
                x1: column + PART_COLUMNS,
                ..rows
            };
            self.cover_part(worker, band, (&part, &outline), within.intersect(bounds));
            if !worker.quads.is_empty() && !self.wait(worker) {
                self.draw_waiting(worker, number, band, &part);
                self.fill_packed(worker);
                if !is_prepared {
                    self.prepare(worker, &part);
                    is_prepared = true;
                }
                self.draw_part(worker, number, band, &part);
            }
            column += PART_COLUMNS;
        }
        self.draw_waiting(worker, number, band, &part);
    }

    /// Finds the quads of a part that the program runs for.
    fn cover_part(
        &self,
        worker: &mut FragmentWorker,
        band: &mut Band<'_>,
        (part, outline): (&Part<'_>, &Outline),
        bounds: Bounds,
    ) {
        worker.quads.clear();
        let cuts = part.primitives.cuts(part.primitive);
        let cover = Cover {
            positions: &self.positions,
            apart: self.reorders_whole_blocks,
            stipple: self.context.polygon.stipple.as_ref(),
        };
        outline.cover(self.level, bounds, cuts, cover, &mut worker.quads);
        if self.early_depth != EarlyDepth::No {
            let (early, level) = (self.early_depth, self.level);
            let gradients = &part.setup().gradients;
            early::test(early, level, self.context, gradients, band, &mut worker.quads);
        }
        if self.has_no_effect {
            worker.shaded += worker.quads.pixels();
            worker.passed += worker.quads.pixels();
            worker.quads.clear();
        }
    }

    /// Draws the quads of a part of a primitive, for which attributes are prepared.
    fn draw_part(&self, worker: &mut FragmentWorker, number: usize, band: &mut Band<'_>, part: &Part<'_>) {
        if self.has_depth_limits {
            let limits = self.written_depth_limits(part.setup().origin.viewport.into());
            if worker.fragments.depth_limits != limits {
                self.flush(worker, number, band);
                worker.fragments.depth_limits = limits;
            }
        }
        let blocks = std::mem::take(&mut worker.quads.blocks);
        if blocks.len() == 1 && !worker.fragments.length.is_multiple_of(WINDOW) {
            // It would leave lanes without a pixel before it.
            let [x, y] = blocks[0].map(i32::from);
            worker.quads.push_block(x, y, self.positions.len());
        } else {
            self.append_blocks(worker, (number, band), part, &blocks);
        }
        worker.quads.blocks = blocks;
        for sample in self.rate.passes(self.positions.len()) {
            let part = Part {
                sample,
                place: sample.map_or([0.0; 2], |sample| in_pixels(self.positions[sample])),
                ..*part
            };
            let mut next = 0;
            while next < worker.quads.len() {
                let room = (LANES - worker.fragments.length) / 4;
                if room == 0 {
                    self.flush(worker, number, band);
                    continue;
                }
                let count = room.min(worker.quads.len() - next);
                self.append(worker, band, &part, next..next + count);
                next += count;
            }
            self.flush_watched(worker, number, band);
        }
    }

    /// Appends blocks that are covered as a whole, each as a window.
    fn append_blocks(
        &self,
        worker: &mut FragmentWorker,
        (number, band): (usize, &mut Band<'_>),
        part: &Part<'_>,
        blocks: &[[u16; 2]],
    ) {
        let mut next = 0;
        while next < blocks.len() {
            worker.fragments.align();
            let first = worker.fragments.length;
            let room = (LANES - first) / WINDOW;
            if room == 0 {
                self.flush(worker, number, band);
                continue;
            }
            if first == 0 {
                next += self.fill_blocks(worker, (number, band), &blocks[next..]);
            }
            let some = &blocks[next..blocks.len().min(next + room)];
            let front = part.setup().origin.front;
            push_blocks(self.level, &mut worker.fragments, some, front, band.order());
            let lanes = first..worker.fragments.length;
            band.prefetch_blocks(worker.fragments.blocks(&lanes));
            self.find_watched(worker, part, lanes.clone(), band);
            if self.output.smooth {
                worker.fragments.set_coverage(lanes.clone(), None);
            }
            worker.shaded += lanes.len() as u64;
            if self.has_values() {
                worker.places.locate_blocks(first, some);
                self.interpolate(worker, part, lanes);
            }
            next += some.len();
        }
    }

    fn append(&self, worker: &mut FragmentWorker, band: &Band<'_>, part: &Part<'_>, quads: Range<usize>) {
        let FragmentWorker {
            fragments,
            quads: covered,
            ..
        } = &mut *worker;
        let first = fragments.length;
        let before = fragments.pixels();
        let front = part.setup().origin.front;
        if let Some(sample) = part.sample {
            for quad in quads {
                let mask = (covered.samples[quad] >> (4 * sample)) as u8 & 0b1111;
                if mask != 0 {
                    let corner = [&covered.x[quad..=quad], &covered.y[quad..=quad]];
                    let lanes = fragments.push_quads(corner, &[mask], front, band);
                    fragments.set_full(lanes.start, covered.full.get(quad).copied().unwrap_or(0));
                    self.cover(fragments, lanes.start, covered, quad, part.sample);
                }
            }
        } else {
            let corners = [&covered.x[quads.clone()], &covered.y[quads.clone()]];
            let lanes = fragments.push_quads(corners, &covered.mask[quads.clone()], front, band);
            for (full, first) in covered
                .full
                .iter()
                .skip(quads.start)
                .zip(lanes.clone().step_by(4))
            {
                fragments.set_full(first, *full);
            }
            if self.output.smooth {
                fragments.set_coverage(lanes.clone(), covered.coverage.get(quads.clone()));
            }
            if fragments.samples.are_several() {
                for (quad, lane) in quads.zip(lanes.step_by(4)) {
                    self.cover(fragments, lane, covered, quad, None);
                }
            }
        }
        let lanes = first..fragments.length;
        worker.shaded += u64::from(fragments.pixels() - before);
        self.find_watched(worker, part, lanes.clone(), band);
        if self.has_values() {
            worker.places.locate(&lanes, &worker.fragments, part.place);
            self.interpolate(worker, part, lanes);
        }
    }

    /// Finds the pixel that is watched among fragments that were gathered.
    fn find_watched(
        &self,
        worker: &mut FragmentWorker,
        part: &Part<'_>,
        lanes: Range<usize>,
        band: &Band<'_>,
    ) {
        if let Some(watch) = &self.watch {
            let primitive = part.setup().origin.number;
            watch.find(&mut worker.watched, primitive, &worker.fragments, lanes, band);
        }
    }

    /// Lets the fragment at the pixel that is watched be the only one there of its batch.
    fn flush_watched(&self, worker: &mut FragmentWorker, number: usize, band: &mut Band<'_>) {
        if self.is_order_free && !worker.watched.is_empty() {
            self.flush(worker, number, band);
        }
    }

    /// Runs the program over the gathered lanes and writes what is left of them.
    fn flush(&self, worker: &mut FragmentWorker, number: usize, band: &mut Band<'_>) {
        let fragments = &mut worker.fragments;
        if fragments.length == 0 {
            return;
        }
        self.fill_packed(worker);
        let fragments = &mut worker.fragments;
        let watched = &mut worker.watched;
        if let Some(watch) = &self.watch {
            watch.begin(watched, fragments, band);
        }
        let batch = &mut worker.worker.batch;
        // Early tests are before what the program drops, and so is what they count.
        let mut passed = None;
        if self.output.early_tests {
            fragments.for_each_sample(|fragments| output::test(self.level, self.context, fragments, band));
            passed = Some(fragments.covered_samples());
            watched.note_tests(&self.context.stencil, fragments);
            if self.late_coverage {
                self.fill_coverage(&mut batch.attributes, fragments, 0..fragments.length);
            }
        }
        let live = fragments.live.iter().map(|live| live.count_ones()).sum::<u32>();
        let ran = match self.uniform_work(live as usize) {
            Some(work) => self.run_uniform(worker, number, work),
            None => self.run(worker, number),
        };
        if !ran {
            return worker.drop_fragments();
        }
        let fragments = &mut worker.fragments;
        let watched = &mut worker.watched;
        let batch = &worker.worker.batch;
        for (drawn, killed) in fragments.drawn.iter_mut().zip(batch.killed.words()) {
            *drawn &= !killed;
        }
        watched.note_killed(&batch.killed);
        output::write(&self.output, (batch, &worker.texels), fragments, band, watched);
        if let Some(watch) = &self.watch {
            let program = self.executable.kernel.program();
            let state = (&*fragments, self.context, &self.output.targets[..]);
            watch.tell(watched, program, batch, state, band);
        }
        watched.clear();
        worker.passed += passed.unwrap_or_else(|| fragments.covered_samples());
        fragments.clear();
        worker.primitives.clear();
    }

    /// Runs the program over the gathered lanes; whether anything is left of the budget.
    fn run(&self, worker: &mut FragmentWorker, number: usize) -> bool {
        let fragments = &worker.fragments;
        let batch = &mut worker.worker.batch;
        for (word, (live, drawn)) in fragments.live.into_iter().zip(fragments.drawn).enumerate() {
            batch.live.set_word(word, live);
            batch.helper.set_word(word, live & !drawn);
            batch.killed.set_word(word, 0);
        }
        let offsets = Offsets {
            inputs: self.inputs,
            positions: &self.sample_positions,
            primitives: &worker.primitives,
        };
        let environment = Environment {
            interpolator: self.interpolates.then_some(&offsets as &dyn Interpolator),
            ..self.executable.environment()
        };
        worker.worker.run(&self.executable, &environment, number)
    }
}
