//! What happened when: draws of the binning list, tiles, runs of shaders, loads and stores, for timelines.
//!
//! Times are clocks of one QPU that runs all programs one after the other, first those of the binning list. So the
//! length of a span is what it costs; a chip shares the runs of a tile between its QPUs.

use quadrille_timeline::{Argument, Timeline, Track};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameEventKind {
    /// The draw of the binning list at an address.
    Draw {
        /// The packet.
        address: u32,
        /// How many vertices it names.
        vertices: u32,
    },
    /// The work between two clears of the tile buffer.
    Tile {
        /// Column of its last tile.
        column: u8,
        /// Row of its last tile.
        row: u8,
        /// Primitives.
        primitives: u64,
        /// Pixels with a covered sample.
        pixels: u64,
    },
    /// Runs of the vertex shader of a tile's draw.
    Vertices {
        /// The vertex shader.
        address: u32,
        /// How many vertices it shaded.
        count: u64,
    },
    /// Runs of a fragment shader on a primitive.
    Fragments {
        /// The fragment shader.
        address: u32,
        /// Runs, each on up to four quads.
        runs: u64,
        /// Pixels with a covered sample.
        pixels: u64,
    },
    /// A buffer of the tile was loaded.
    Load,
    /// A buffer of the tile was stored.
    Store,
}

/// Something that happened, with its time in clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameEvent {
    /// What it was.
    pub kind: FrameEventKind,
    /// When it began.
    pub start: u64,
    /// When it was over.
    pub end: u64,
}

/// Events up to a limit.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameEvents {
    list: Vec<FrameEvent>,
    limit: usize,
}

impl FrameEvents {
    pub(super) fn new(limit: usize) -> FrameEvents {
        FrameEvents {
            list: Vec::new(),
            limit,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, kind: FrameEventKind, start: u64, end: u64) {
        if self.list.len() < self.limit {
            self.list.push(FrameEvent { kind, start, end });
        }
    }

    /// Adds others, `clocks` later.
    pub(super) fn extend(&mut self, others: &FrameEvents, clocks: u64) {
        for event in &others.list {
            self.add(event.kind, event.start + clocks, event.end + clocks);
        }
    }

    pub(super) fn into_list(self) -> Vec<FrameEvent> {
        self.list
    }
}

const BINNING: Track = Track {
    process: 1,
    thread: 1,
};
const RENDERING: Track = Track {
    process: 1,
    thread: 2,
};

/// Writes the events of a frame, `later` clocks later than they say.
pub fn write(trace: &mut Timeline, events: &[FrameEvent], later: u64) {
    trace.name_process(1, "frame");
    trace.name_track(BINNING, "binning list");
    trace.name_track(RENDERING, "rendering list");
    for event in events {
        let (start, end) = (event.start + later, event.end + later);
        let number = |number: u64| Argument::Number(number);
        match event.kind {
            FrameEventKind::Draw { address, vertices } => trace.span(
                BINNING,
                &format!("draw at {address:08x}"),
                start,
                end,
                &[("vertices", number(u64::from(vertices)))],
            ),
            FrameEventKind::Tile {
                column,
                row,
                primitives,
                pixels,
            } => trace.span(
                RENDERING,
                &format!("tile {column},{row}"),
                start,
                end,
                &[("primitives", number(primitives)), ("pixels", number(pixels))],
            ),
            FrameEventKind::Vertices { address, count } => trace.span(
                RENDERING,
                &format!("vertices {address:08x}"),
                start,
                end,
                &[("vertices", number(count))],
            ),
            FrameEventKind::Fragments {
                address,
                runs,
                pixels,
            } => trace.span(
                RENDERING,
                &format!("fragments {address:08x}"),
                start,
                end,
                &[("runs", number(runs)), ("pixels", number(pixels))],
            ),
            FrameEventKind::Load => trace.instant(RENDERING, "load", start, &[]),
            FrameEventKind::Store => trace.instant(RENDERING, "store", start, &[]),
        }
    }
}
