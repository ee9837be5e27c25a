//! The fragment stage: gathers pixel quads of many shapes into batches, interpolates, runs the fragment
//! program, and hands the batch to the per-fragment operations.

pub(crate) mod early;
pub(crate) mod fog;
pub(crate) mod interpolate;
pub(crate) mod offset;
pub(crate) mod samples;

use quadrille_engine::environment::Interpolator;
use quadrille_engine::{Environment, Kernel};

use crate::between::link::Link;
use crate::between::primitives::Primitives;
use crate::between::vertices::Vertices;
use crate::binding::{FragmentResult, fragment_result};
use crate::draw::executable::{Executable, Worker};
use crate::framebuffer::bounds::Bounds;
use crate::framebuffer::samples::{Position, in_pixels};
use crate::framebuffer::{
    self,
    band::{BAND_ROWS, Band},
};
use crate::output;
use crate::raster::Quads;
use crate::state::Context;
use fog::FogKind;
use offset::{Offsets, Shapes};
use samples::{Rate, Samples};

/// Lanes of a batch: 64 quads.
pub(crate) const LANES: usize = 256;
/// Columns of the blocks in which a band is drawn. Values are interpolated from a block's corner.
pub(crate) const BLOCK_COLUMNS: i32 = 64;

/// What the fragment stage of a draw reads.
pub(crate) struct FragmentStage<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) context: &'a Context,
    pub(crate) link: &'a Link,
    pub(crate) height: u32,
    /// Whether fragment colours are clamped.
    pub(crate) clamp: bool,
    pub(crate) fog: Option<FogKind>,
    pub(crate) outputs: Outputs,
    /// Whether the program evaluates attributes at other places than its own.
    pub(crate) interpolates: bool,
    /// Whether a depth test before the program decides as one after it.
    pub(crate) early_depth: bool,
    /// Whether stencil and depth are tested and stored before the program, not after it
    /// (NV_early_fragment_tests).
    pub(crate) early_tests: bool,
    /// Samples of a pixel.
    pub(crate) samples: u32,
    /// Where shapes cover pixels: at the centres, or at all samples.
    pub(crate) positions: &'static [Position],
    pub(crate) rate: Rate,
    /// Whether `result.samplemask` replaces coverage (NV_sample_mask_override_coverage).
    pub(crate) overrides: bool,
    /// Whether `fragment.samplemask` is what the early tests left (EXT_post_depth_coverage).
    pub(crate) late_coverage: bool,
}

/// The slots of a fragment program's results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outputs {
    /// For each draw buffer the slot of its colour.
    pub(crate) colors: Vec<Option<usize>>,
    /// The slot of depth.
    pub(crate) depth: Option<usize>,
    /// The slot of the samples that are written.
    pub(crate) sample_mask: Option<usize>,
}

impl Outputs {
    /// Finds the results. A program that writes one colour without the draw buffers option writes it to all.
    pub(crate) fn new(program: &quadrille_program::Program, draw_buffers: usize) -> Outputs {
        use quadrille_isa::gl::ProgramOption;
        let find = |wanted| {
            program
                .results()
                .iter()
                .position(|result| fragment_result(result.binding) == Some(wanted))
        };
        let options = program.features().options;
        let several = options.contains(ProgramOption::ArbDrawBuffers)
            || options.contains(ProgramOption::AtiDrawBuffers)
            || program.results().iter().any(
                |result| matches!(fragment_result(result.binding), Some(FragmentResult::Color(n)) if n > 0),
            );
        let colors = (0..draw_buffers as u32)
            .map(|buffer| find(FragmentResult::Color(if several { buffer } else { 0 })))
            .collect();
        Outputs {
            colors,
            depth: find(FragmentResult::Depth),
            sample_mask: find(FragmentResult::SampleMask),
        }
    }
}

/// Fragments of a batch besides what the program sees, as a structure of arrays.
#[derive(Default)]
pub(crate) struct Fragments {
    /// Lanes in use.
    pub(crate) length: usize,
    /// Number of the pixel's value in its band: of several samples, that of the first.
    pub(crate) pixel: Vec<u32>,
    /// Column and row.
    pub(crate) x: Vec<u16>,
    pub(crate) y: Vec<u16>,
    /// Depth in window coordinates, where the fragment is shaded.
    pub(crate) depth: Vec<f32>,
    /// Whether the fragment is drawn; helpers are not.
    pub(crate) drawn: Vec<bool>,
    pub(crate) front: Vec<bool>,
    pub(crate) fog: Vec<f32>,
    /// The colour that is being written.
    pub(crate) color: [Vec<f32>; 4],
    pub(crate) samples: Samples,
}

impl Fragments {
    fn new(samples: u32) -> Fragments {
        Fragments {
            length: 0,
            pixel: vec![0; LANES],
            x: vec![0; LANES],
            y: vec![0; LANES],
            depth: vec![0.0; LANES],
            drawn: vec![false; LANES],
            front: vec![true; LANES],
            fog: vec![0.0; LANES],
            color: std::array::from_fn(|_| vec![0.0; LANES]),
            samples: Samples::new(samples),
        }
    }
}

/// What fragments are made of: a shape in a block of a band.
pub(crate) struct Part<'a> {
    shaded: &'a [Vertices],
    primitives: &'a Primitives,
    shape: usize,
    /// The corner of the block.
    corner: [f64; 2],
    /// The sample that the fragments are for; without one they are for all.
    sample: Option<usize>,
    /// Where they are shaded, from the centres of their pixels, in pixels.
    place: [f32; 2],
}

/// Working storage of one thread.
pub(crate) struct FragmentWorker {
    /// Its batches have the numbers of their bands.
    pub(crate) worker: Worker,
    fragments: Fragments,
    quads: Quads,
    interpolation: interpolate::Scratch,
    /// The shapes of the lanes, if the program evaluates attributes at other places.
    shapes: Shapes,
    /// Fragments that the program ran for, helpers not among them.
    pub(crate) shaded: u64,
}

impl FragmentWorker {
    pub(crate) fn new(kernel: &dyn Kernel, samples: u32) -> FragmentWorker {
        FragmentWorker {
            worker: Worker::new(kernel, LANES),
            fragments: Fragments::new(samples),
            quads: Quads::default(),
            interpolation: interpolate::Scratch::new(),
            shapes: Shapes::default(),
            shaded: 0,
        }
    }
}

impl FragmentStage<'_> {
    /// Draws the shapes of all runs in band number `number`, in order.
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
            y1: (band.y + BAND_ROWS) as i32,
        };
        for primitives in runs {
            for shape in &primitives.bands[number] {
                let shape = *shape as usize;
                let bounds = primitives.bounds[shape].intersect(rows);
                let mut column = bounds.x0 / BLOCK_COLUMNS * BLOCK_COLUMNS;
                while column < bounds.x1 {
                    let block = Bounds {
                        x0: column,
                        x1: column + BLOCK_COLUMNS,
                        ..rows
                    };
                    self.draw_block(
                        worker,
                        number,
                        band,
                        shaded,
                        primitives,
                        shape,
                        block.intersect(bounds),
                    );
                    column += BLOCK_COLUMNS;
                }
            }
        }
        self.flush(worker, number, band);
    }

    #[expect(clippy::too_many_arguments, reason = "where to draw, what, and with what")]
    fn draw_block(
        &self,
        worker: &mut FragmentWorker,
        number: usize,
        band: &mut Band<'_>,
        shaded: &[Vertices],
        primitives: &Primitives,
        shape: usize,
        bounds: Bounds,
    ) {
        worker.quads.clear();
        let cuts = primitives.cuts(shape);
        primitives.outlines[shape].cover(bounds, cuts, self.positions, &mut worker.quads);
        let corner = [
            f64::from(bounds.x0 / BLOCK_COLUMNS * BLOCK_COLUMNS),
            f64::from(band.y),
        ];
        if self.early_depth {
            let gradients = &primitives.gradients[shape];
            early::test(self.context, gradients, corner, band, &mut worker.quads);
        }
        for sample in self.rate.passes(self.positions.len()) {
            let part = Part {
                shaded,
                primitives,
                shape,
                corner,
                sample,
                place: sample.map_or([0.0; 2], |sample| in_pixels(self.positions[sample])),
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
        }
    }

    fn append(
        &self,
        worker: &mut FragmentWorker,
        band: &Band<'_>,
        part: &Part<'_>,
        quads: std::ops::Range<usize>,
    ) {
        let fragments = &mut worker.fragments;
        let first = fragments.length;
        let front = part.primitives.front[part.shape];
        for quad in quads {
            let mask = match part.sample {
                Some(sample) => (worker.quads.samples[quad] >> (4 * sample)) as u8 & 0b1111,
                None => worker.quads.mask[quad],
            };
            if mask == 0 {
                continue;
            }
            let lane = fragments.length;
            let (x, y) = (worker.quads.x[quad], worker.quads.y[quad]);
            for pixel in 0..4usize {
                let drawn = mask >> pixel & 1 != 0;
                let at = lane + pixel;
                let (x, y) = (x + (pixel & 1) as u16, y + (pixel >> 1) as u16);
                fragments.x[at] = x;
                fragments.y[at] = y;
                let pixel = (u32::from(y) - band.y) * band.width + u32::from(x);
                fragments.pixel[at] = pixel * band.samples;
                fragments.drawn[at] = drawn;
                fragments.front[at] = front;
                worker.shaded += u64::from(drawn);
            }
            if fragments.samples.are_several() {
                self.cover(fragments, &worker.quads, quad, part.sample);
            }
            fragments.length += 4;
        }
        let lanes = first..fragments.length;
        self.interpolate(worker, part, lanes);
    }

    /// Runs the program over the gathered lanes and writes what is left of them.
    fn flush(&self, worker: &mut FragmentWorker, number: usize, band: &mut Band<'_>) {
        let fragments = &mut worker.fragments;
        if fragments.length == 0 {
            return;
        }
        let batch = &mut worker.worker.batch;
        if self.early_tests {
            fragments.for_each_sample(|fragments| output::test(self.context, fragments, band));
            if self.late_coverage {
                self.fill_coverage(&mut batch.attributes, fragments, 0..fragments.length);
            }
        }
        for word in 0..LANES / 64 {
            let lanes = word * 64..(word + 1) * 64;
            let used = fragments.length.saturating_sub(word * 64).min(64);
            let live = if used == 64 { u64::MAX } else { (1 << used) - 1 };
            let mut drawn = 0;
            for (bit, lane) in lanes.enumerate() {
                drawn |= u64::from(fragments.drawn[lane]) << bit;
            }
            batch.live.set_word(word, live);
            batch.helper.set_word(word, live & !drawn);
            batch.killed.set_word(word, 0);
        }
        let offsets = Offsets {
            inputs: &self.link.inputs,
            positions: framebuffer::samples::positions(self.samples).unwrap_or_default(),
            shapes: &worker.shapes,
        };
        let environment = Environment {
            interpolator: self.interpolates.then_some(&offsets as &dyn Interpolator),
            ..self.executable.environment()
        };
        worker.worker.run(&self.executable, &environment, number);
        let batch = &worker.worker.batch;
        for lane in batch.killed.iter() {
            fragments.drawn[lane] = false;
        }
        output::write(self, batch, fragments, band);
        fragments.length = 0;
        worker.shapes.clear();
    }
}
