//! Triangles of few pixels: a primitive at a time has its pixels found and its planes anchored, and what lanes have of
//! them is computed for all quads of a batch at once. The values are those of [`super::places`], by the same operations.

mod append;
mod attribute;
mod fill;
mod find;

use std::ops::Range;

use super::stage::{EarlyDepth, FragmentStage, FragmentWorker};
use super::{SEARCH, early};
use crate::framebuffer::band::Band;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::fragments::LANES;
use crate::inter_stage::gradients::Perspective;
use crate::inter_stage::plane::AnchoredPlane;
use crate::inter_stage::primitives::Primitives;
use crate::inter_stage::varying_layout::{Input, VaryingLayout};
use crate::inter_stage::vertices::Vertices;
use crate::state::Context;
use append::Append;
use attribute::{Anchored, Attribute, Extremes};
use fill::{Chunk, FillQuads};
use find::{Find, Found};

/// Quads of a batch.
const QUADS: usize = LANES / 4;

/// Pixels of the bounds of a triangle that is packed, at most: of larger ones whole blocks are the larger part.
const MOST_PIXELS: u64 = 1024;

/// Windows whose pixels are found before they are appended.
const WINDOWS: usize = 64;

/// Whether what lanes take of their primitives is interpolated values and nothing else, at the centres of pixels.
pub(crate) fn is_possible(
    context: &Context,
    varyings: &VaryingLayout,
    early_depth: EarlyDepth,
    (samples, interpolates, smooth): (u32, bool, bool),
) -> bool {
    let are_varyings = varyings
        .inputs
        .iter()
        .all(|input| matches!(input, Input::Varying(_)));
    are_varyings
        && varyings.fog.is_none()
        && samples == 1
        && !interpolates
        && !smooth
        && (early_depth == EarlyDepth::Whole || !context.depth.enabled)
        && context.polygon.stipple.is_none()
}

/// What is kept of the packed quads of a batch.
pub(crate) struct Packed {
    windows: Vec<Found>,
    /// The attributes of the primitive of the window that was appended last.
    attributes: Vec<Attribute>,
    perspective: Option<Perspective>,
    /// For each attribute its planes in the blocks of primitives.
    anchored: Vec<[Anchored; QUADS]>,
    /// The planes of 1/w there, and how many blocks there are.
    divisors: [AnchoredPlane; QUADS],
    blocks: usize,
    /// The quads in chunks of a block, how many chunks there are, and where their pixels lie.
    chunks: [Chunk; QUADS],
    count: usize,
    places: Places,
    /// The quads whose lanes are to be filled.
    quads: Range<usize>,
    /// Whether some of them are of a primitive with perspective.
    has_perspective: bool,
    extremes: Extremes,
}

/// Where the pixels of each quad of a batch lie, from the centres of their blocks, and w there, where a primitive has
/// perspective; behind the last there is room for a chunk.
struct Places {
    right: [[f32; 4]; QUADS + fill::QUADS],
    up: [[f32; 4]; QUADS + fill::QUADS],
    w: [[f32; 4]; QUADS + fill::QUADS],
}

impl Default for Places {
    fn default() -> Places {
        let all = [[0.0; 4]; QUADS + fill::QUADS];
        Places {
            right: all,
            up: all,
            w: all,
        }
    }
}

impl Default for Packed {
    fn default() -> Packed {
        Packed {
            windows: Vec::new(),
            attributes: Vec::new(),
            perspective: None,
            anchored: Vec::new(),
            divisors: [AnchoredPlane::ONE; QUADS],
            blocks: 0,
            chunks: [Chunk::default(); QUADS],
            count: 0,
            places: Places::default(),
            quads: 0..0,
            has_perspective: false,
            extremes: Extremes::default(),
        }
    }
}

impl Packed {
    /// Forgets the quads.
    pub(super) fn clear(&mut self) {
        (self.blocks, self.count) = (0, 0);
        self.quads = 0..0;
        (self.has_perspective, self.extremes) = (false, Extremes::default());
    }
}

impl FragmentStage<'_> {
    /// Draws the first primitives of a list, which are some if the first can be packed; how many. As much work as is to be
    /// told is an end.
    pub(super) fn pack(
        &self,
        worker: &mut FragmentWorker,
        (number, band): (usize, &mut Band<'_>),
        (shaded, primitives): (&[Vertices], &Primitives),
        rows: Bounds,
        list: &[u32],
    ) -> usize {
        worker.packed.windows.clear();
        let attributes = self.inputs.len();
        if worker.packed.anchored.len() != attributes {
            worker.packed.attributes.resize(attributes, Attribute::default());
            worker
                .packed
                .anchored
                .resize(attributes, [Anchored::default(); QUADS]);
        }
        let (done, searched) = self.level.run(Find {
            primitives,
            rows,
            list,
            windows: &mut worker.packed.windows,
        });
        worker.searched += searched;
        if self.early_depth != EarlyDepth::No {
            self.test_early(worker, band, primitives);
        }
        let mut next = 0;
        let mut last = None;
        while next < worker.packed.windows.len() {
            let FragmentWorker {
                fragments, packed, ..
            } = &mut *worker;
            let before = fragments.pixels();
            next = self.level.run(Append {
                inputs: self.inputs,
                shaded,
                primitives,
                order: band.order(),
                pixels: band.color_bytes(),
                fragments,
                packed,
                next,
                last: &mut last,
            });
            worker.shaded += u64::from(worker.fragments.pixels() - before);
            if next < worker.packed.windows.len() {
                self.flush(worker, number, band);
            }
        }
        done
    }

    /// Leaves of the windows the pixels that pass the depth test before the program.
    fn test_early(&self, worker: &mut FragmentWorker, band: &mut Band<'_>, primitives: &Primitives) {
        let FragmentWorker { quads, packed, .. } = worker;
        for window in &mut packed.windows {
            quads.clear();
            window.covered.give(true, quads);
            let gradients = &primitives.list[window.primitive as usize].gradients;
            early::test(self.early_depth, self.level, self.context, gradients, band, quads);
            window.covered.take(quads);
        }
    }

    /// Fills the lanes of the packed quads.
    pub(super) fn fill_packed(&self, worker: &mut FragmentWorker) {
        if worker.packed.quads.is_empty() {
            return;
        }
        if !self.inputs.is_empty() {
            self.level.run(FillQuads {
                inputs: self.inputs,
                packed: &mut worker.packed,
                attributes: &mut worker.worker.batch.attributes,
            });
        }
        worker.packed.clear();
    }
}
