//! The chip's performance counters, and what tiles cost.

use super::binning::BinCounts;
use super::worker::WorkCounts;

macro_rules! counters {
    ($($variant:ident = $number:literal, $name:literal;)*) => {
        /// A performance counter of the chip, by its number in the registers V3D_PCTRS.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Counter { $(#[doc = $name] $variant = $number,)* }

        impl Counter {
            /// Those that this machine counts.
            pub const ALL: &'static [Counter] = &[$(Counter::$variant),*];

            /// What it counts.
            pub const fn name(self) -> &'static str {
                match self { $(Counter::$variant => $name,)* }
            }

            /// The chip's number.
            pub const fn number(self) -> u8 {
                self as u8
            }
        }
    };
}

// Source: VideoCore IV guide, table of counters, as PeterLemon's V3D.INC lists them.
counters! {
    RenderedPrimitives = 1, "primitives of all rendered tiles";
    EarlyPixels = 2, "pixels that early Z dropped";
    Quads = 3, "quads shaded";
    FailedPixels = 5, "pixels that failed the depth or the stencil test";
    WrittenPixels = 9, "pixels written to the colour buffer";
    OutsidePrimitives = 10, "primitives outside the viewport";
    ClippedPrimitives = 11, "primitives that needed clipping";
    ReversedPrimitives = 12, "primitives that face the wrong way or have no area";
    Instructions = 16, "instructions of all shaders";
    InstructionHits = 20, "hits of the instruction caches";
    InstructionMisses = 21, "misses of the instruction caches";
    UniformHits = 22, "hits of the uniform caches";
    UniformMisses = 23, "misses of the uniform caches";
    TextureHits = 24, "hits of the TMU caches";
    TextureMisses = 25, "misses of the TMU caches";
    Level2Hits = 28, "hits of the level 2 cache";
    Level2Misses = 29, "misses of the level 2 cache";
}

/// Counts of a frame: the chip's counters, and some that it does not have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// By [`Counter::number`].
    values: [u64; 30],
    /// Runs of fragment shaders, on up to four quads each.
    pub fragment_programs: u64,
    /// Pixels with a covered sample.
    pub pixels: u64,
    /// Vertices that the binner read.
    pub binned_vertices: u64,
    /// Vertices that the renderer read, tile by tile.
    pub rendered_vertices: u64,
    /// Primitives that the binner got.
    pub primitives: u64,
    /// Entries of tile lists.
    pub entries: u64,
    /// Blocks of tile memory taken from the pool.
    pub blocks: u64,
    /// Buffers stored.
    pub stores: u64,
    /// Buffers loaded.
    pub loads: u64,
}

impl Counters {
    /// The value of a counter.
    pub fn get(&self, counter: Counter) -> u64 {
        self.values[usize::from(counter.number())]
    }

    fn add(&mut self, counter: Counter, count: u64) {
        self.values[usize::from(counter.number())] += count;
    }

    pub(super) fn worked(&mut self, counts: &WorkCounts) {
        use Counter as C;
        let (quads, caches) = (&counts.quads, &counts.caches);
        for (counter, count) in [
            (C::RenderedPrimitives, counts.primitives),
            (C::EarlyPixels, quads.early),
            (C::Quads, quads.quads),
            (C::FailedPixels, counts.pixels.failed),
            (C::WrittenPixels, counts.pixels.written),
            (C::Instructions, counts.instructions),
            (C::InstructionHits, caches.instruction.0),
            (C::InstructionMisses, caches.instruction.1),
            (C::UniformHits, caches.uniform.0),
            (C::UniformMisses, caches.uniform.1),
            (C::TextureHits, caches.tmu.0),
            (C::TextureMisses, caches.tmu.1),
            (C::Level2Hits, caches.level2.0),
            (C::Level2Misses, caches.level2.1),
        ] {
            self.add(counter, count);
        }
        self.fragment_programs += quads.groups;
        self.pixels += quads.pixels;
        self.rendered_vertices += counts.vertices;
        self.stores += counts.stores;
        self.loads += counts.loads;
    }

    pub(super) fn binned(&mut self, counts: &BinCounts, blocks: u64, instructions: u64) {
        self.add(Counter::OutsidePrimitives, counts.outside);
        self.add(Counter::ClippedPrimitives, counts.clipped);
        self.add(Counter::ReversedPrimitives, counts.reversed);
        self.add(Counter::Instructions, instructions);
        self.binned_vertices += counts.vertices;
        self.primitives += counts.primitives;
        self.entries += counts.entries;
        self.blocks += blocks;
    }
}

/// What the work between two clears of the tile buffer cost: as a rule a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileCost {
    /// Column of its last tile.
    pub column: u8,
    /// Row of its last tile.
    pub row: u8,
    /// Instructions of its shaders.
    pub instructions: u64,
    /// Runs of fragment shaders.
    pub fragment_programs: u64,
    /// Primitives.
    pub primitives: u64,
    /// Pixels with a covered sample.
    pub pixels: u64,
}

impl TileCost {
    pub(super) fn of(column: u8, row: u8, counts: &WorkCounts) -> TileCost {
        TileCost {
            column,
            row,
            instructions: counts.instructions,
            fragment_programs: counts.quads.groups,
            primitives: counts.primitives,
            pixels: counts.quads.pixels,
        }
    }
}
