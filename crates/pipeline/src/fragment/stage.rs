//! The fragment stage of a draw, and the working storage of one thread.

use quadrille_engine::Kernel;

use super::offset::ShadedPrimitives;
use super::places::Lanes;
use super::samples::Rate;
use crate::executable::{Executable, Worker};
use crate::framebuffer::samples::Position;
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::varying_layout::VaryingLayout;
use crate::inter_stage::vertices::Vertices;
use crate::output::Output;
use crate::raster::Quads;
use crate::state::Context;

/// The fragment stage of a draw: its program, and the state that it reads.
pub(crate) struct FragmentStage<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) context: &'a Context,
    pub(crate) varyings: &'a VaryingLayout,
    pub(crate) height: u32,
    /// The per-fragment operations on its fragments.
    pub(crate) output: Output<'a>,
    /// Whether the program evaluates attributes at other places than its own.
    pub(crate) interpolates: bool,
    /// Whether a depth test before the program decides as one after it.
    pub(crate) early_depth: bool,
    /// Samples of a pixel.
    pub(crate) samples: u32,
    /// The positions at which primitives cover pixels: the centre, or all samples.
    pub(crate) positions: &'static [Position],
    pub(crate) rate: Rate,
    /// Whether `fragment.samplemask` is what the early tests left (EXT_post_depth_coverage).
    pub(crate) late_coverage: bool,
}

/// The source of fragments: a primitive in a block of a band.
pub(crate) struct Part<'a> {
    pub(super) shaded: &'a [Vertices],
    pub(super) primitives: &'a Primitives,
    pub(super) primitive: usize,
    /// The sample that the fragments are for; without one they are for all.
    pub(super) sample: Option<usize>,
    /// The position at which they are shaded, from the centres of their pixels, in pixels.
    pub(super) place: [f32; 2],
}

/// Working storage of one thread.
pub(crate) struct FragmentWorker {
    /// Its batches have the numbers of their bands.
    pub(crate) worker: Worker,
    pub(super) fragments: Fragments,
    pub(super) quads: Quads,
    pub(super) places: Lanes,
    /// The primitives of the lanes, if the program evaluates attributes at other places.
    pub(super) primitives: ShadedPrimitives,
    /// Fragments that the program ran for, helpers not among them.
    pub(crate) shaded: u64,
    /// Pixels, or samples of them, that were searched for primitives and not counted as work yet.
    pub(super) searched: u64,
}

impl FragmentWorker {
    /// Forgets the fragments that were gathered.
    pub(super) fn drop_fragments(&mut self) {
        self.fragments.length = 0;
        self.primitives.clear();
    }

    pub(crate) fn new(kernel: &dyn Kernel, samples: u32) -> FragmentWorker {
        FragmentWorker {
            worker: Worker::new(kernel, LANES),
            fragments: Fragments::new(samples),
            quads: Quads::default(),
            places: Lanes::new(),
            primitives: ShadedPrimitives::default(),
            shaded: 0,
            searched: 0,
        }
    }
}
