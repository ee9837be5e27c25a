//! The fragment stage of a draw, and the working storage of one thread.

use quadrille_numerics::level::Level;

use super::offset::ShadedPrimitives;
use super::packed::Packed;
use super::places::{Filled, Lanes};
use super::samples::Rate;
use crate::executable::{Executable, Worker};
use crate::framebuffer::samples::Positions;
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::inter_stage::gradients::Perspective;
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::varying_layout::{Input, VaryingLayout};
use crate::inter_stage::vertices::Vertices;
use crate::inter_stage::watched::{Watch, Watched};
use crate::output::{Output, UniformTexels};
use crate::raster::Quads;
use crate::state::Context;

/// The fragment stage of a draw: its program, and the state that it reads.
pub(crate) struct FragmentStage<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) context: &'a Context,
    pub(crate) varyings: &'a VaryingLayout,
    /// The sources of the attributes that the program depends on.
    pub(crate) inputs: &'a [Input],
    pub(crate) height: u32,
    /// The per-fragment operations on its fragments.
    pub(crate) output: Output<'a>,
    /// Whether the program evaluates attributes at other places than its own.
    pub(crate) interpolates: bool,
    /// The depth test before the program.
    pub(crate) early_depth: EarlyDepth,
    /// Whether blocks that a primitive covers as a whole may come before its other quads: nothing tells in which order
    /// fragments of a primitive are shaded, and a fragment is for all samples of its pixel.
    pub(crate) reorders_whole_blocks: bool,
    /// Whether triangles of few pixels are packed.
    pub(crate) packs_small_triangles: bool,
    /// Whether the program writes depth, which has limits of its own in each viewport.
    pub(crate) has_depth_limits: bool,
    /// Whether the program has no effect on the picture, so that it need not run.
    pub(crate) has_no_effect: bool,
    /// Whether the program is uniform: its results are found once for all fragments.
    pub(crate) is_uniform: bool,
    /// Whether nothing else decides about a fragment of it, so that blocks are filled.
    pub(crate) fills_whole_blocks: bool,
    pub(crate) level: Level,
    /// Samples of a pixel.
    pub(crate) samples: u32,
    /// The positions at which primitives cover pixels: the centre, or all samples.
    pub(crate) positions: Positions,
    /// The positions of all samples.
    pub(crate) sample_positions: Positions,
    pub(crate) rate: Rate,
    /// Whether `fragment.samplemask` is what the early tests left (EXT_post_depth_coverage).
    pub(crate) late_coverage: bool,
    /// The watch of a pixel, if there is one.
    pub(crate) watch: Option<Watch<'a>>,
    /// Whether the program writes no memory, so that it does not show which fragments are of one batch.
    pub(crate) is_order_free: bool,
}

/// The depth test before the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EarlyDepth {
    /// There is none.
    No,
    /// It drops fragments that would fail later, and stores nothing.
    Drop,
    /// It is the depth test: nothing between it and the one after the program could drop a fragment.
    Whole,
}

/// The source of fragments: a primitive in a block of a band.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(super) shaded: &'a [Vertices],
    pub(super) primitives: &'a Primitives,
    pub(super) primitive: usize,
    /// The sample that the fragments are for; without one they are for all.
    pub(super) sample: Option<usize>,
    /// The position at which they are shaded, from the centres of their pixels, in pixels.
    pub(super) place: [f32; 2],
}

impl<'a> Part<'a> {
    /// The primitive as setup left it.
    pub(super) fn setup(&self) -> &'a SetupPrimitive {
        &self.primitives.list[self.primitive]
    }
}

/// Working storage of one thread.
pub(crate) struct FragmentWorker {
    /// Its batches have the numbers of their bands.
    pub(crate) worker: Worker,
    samples: u32,
    pub(super) fragments: Fragments,
    pub(super) quads: Quads,
    /// Blocks of the primitive that is drawn, which come before its next quads: of draws that fill blocks.
    pub(super) waiting: Vec<[u16; 2]>,
    /// What a uniform program has the targets store.
    pub(super) texels: UniformTexels,
    pub(super) places: Lanes,
    /// The perspective of the primitive that is drawn, and its attributes.
    pub(super) perspective: Option<Perspective>,
    pub(super) filled: Vec<Filled>,
    pub(super) packed: Packed,
    /// The primitives of the lanes, if the program evaluates attributes at other places.
    pub(super) primitives: ShadedPrimitives,
    /// Fragments that the program ran for, helpers not among them.
    pub(crate) shaded: u64,
    /// Samples that passed the tests of depth and stencil.
    pub(crate) passed: u64,
    /// Pixels, or samples of them, that were searched for primitives and not counted as work yet.
    pub(super) searched: u64,
    /// The gathered fragments at the pixel that is watched.
    pub(super) watched: Watched,
}

/// A worker as it goes from draw to draw: it is large.
pub(crate) type BoxedWorker = Box<FragmentWorker>;

impl FragmentWorker {
    /// Forgets the fragments that were gathered.
    pub(super) fn drop_fragments(&mut self) {
        self.fragments.clear();
        self.primitives.clear();
        self.packed.clear();
        self.watched.clear();
    }

    /// Whether it is one for so many samples a pixel.
    pub(crate) fn fits(&self, samples: u32) -> bool {
        self.samples == samples
    }

    /// Makes it as a new one for another draw with the same kernel.
    pub(crate) fn restart(&mut self, executable: &Executable<'_>) {
        self.worker.restart(executable);
        self.forget();
    }

    /// Makes it as a new one for a draw with another kernel.
    pub(crate) fn change(&mut self, executable: &Executable<'_>) {
        self.worker = Worker::new(executable, LANES);
        self.forget();
    }

    fn forget(&mut self) {
        self.texels.clear();
        self.drop_fragments();
        (self.shaded, self.passed, self.searched) = (0, 0, 0);
    }

    pub(crate) fn new(executable: &Executable<'_>, samples: u32, level: Level) -> FragmentWorker {
        FragmentWorker {
            samples,
            worker: Worker::new(executable, LANES),
            fragments: Fragments::new(samples),
            quads: Quads::default(),
            waiting: Vec::new(),
            texels: UniformTexels::new(),
            places: Lanes::new(level),
            perspective: None,
            filled: Vec::new(),
            packed: Packed::default(),
            primitives: ShadedPrimitives::default(),
            shaded: 0,
            passed: 0,
            searched: 0,
            watched: Watched::default(),
        }
    }
}
