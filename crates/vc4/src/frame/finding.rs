//! Findings about a frame: what a list, a record or a draw asked for that the chip, or this machine, cannot do.

use std::collections::HashMap;

use quadrille_base::Severity;

macro_rules! kinds {
    ($($variant:ident = $name:literal, $severity:ident, $what:literal, $then:literal;)*) => {
        /// A kind of finding about a frame.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum FrameFindingKind { $(#[doc = $what] $variant,)* }

        impl FrameFindingKind {
            /// Every kind.
            pub const ALL: &'static [FrameFindingKind] = &[$(FrameFindingKind::$variant),*];

            /// Stable name, lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(FrameFindingKind::$variant => $name,)* }
            }

            /// How bad it is.
            pub const fn severity(self) -> Severity {
                match self { $(FrameFindingKind::$variant => Severity::$severity,)* }
            }

            /// What happened.
            pub const fn what(self) -> &'static str {
                match self { $(FrameFindingKind::$variant => $what,)* }
            }

            /// What the machine did then.
            pub const fn then(self) -> &'static str {
                match self { $(FrameFindingKind::$variant => $then,)* }
            }
        }
    };
}

kinds! {
    UnknownPacket = "unknown-packet", Error, "a list has a byte that begins no packet", "the list ends here";
    ListOutside = "list-outside", Error, "a list goes on where there is no memory", "the list ends here";
    DeepSubList = "deep-sub-list", Error, "a sub-list is nested more than two deep", "the oldest return address is lost";
    WrongThread = "packet-of-other-thread", Warning, "a packet is for the other thread", "it is ignored";
    Deadlock = "lists-deadlock", Error, "a list waits for a semaphore that nobody increments", "the list ends here";
    TooManyPackets = "too-many-packets", Error, "the limit of packets is reached", "the frame ends here";
    TooManyVertices = "too-many-vertices", Error, "the limit of vertices is reached", "the frame ends here";
    TooManyInstructions = "too-many-instructions", Error, "the limit of instructions is reached", "the frame ends here";
    Stopped = "stopped", Error, "the run was stopped from outside", "the frame ends here";
    NoBinningMode = "binning-without-mode", Error, "something is binned before tile memory is set up", "it is not drawn";
    OutOfTileMemory = "out-of-tile-memory", Error, "the memory for tile lists is used up", "what follows is not drawn";
    TileMemoryOutside = "tile-memory-outside", Error, "the memory for tile lists is not there", "what follows is not drawn";
    IndicesOutside = "indices-outside", Error, "indices are read where there is no memory", "they are 0";
    RecordOutside = "record-outside", Error, "a shader record lies where there is no memory", "nothing is drawn with it";
    VertexOutside = "vertex-outside", Error, "a vertex or an attribute lies where there is no memory", "it is 0";
    CodeOutside = "code-outside", Error, "a shader lies where there is no memory", "nothing is drawn with it";
    NoShader = "draw-without-shader", Error, "something is drawn before a shader is set", "it is not drawn";
    ReservedMode = "reserved-mode", Error, "a draw has a reserved mode", "it is not drawn";
    StoreOutside = "store-outside", Error, "a tile is stored where there is no memory", "what lies outside is lost";
    LoadOutside = "load-outside", Error, "a tile is loaded where there is no memory", "what lies outside is 0";
    NoRenderingMode = "rendering-without-mode", Error, "a tile is stored before rendering is set up", "nothing is stored";
    NoEndOfFrame = "no-end-of-frame", Warning, "the rendering list ends without an end of frame", "the frame is what was stored";
    ProgramDeadlock = "shader-waits", Error, "a shader waits for something that never comes", "it ends here";
    ShaderOfOtherMode = "shader-of-other-mode", Error, "a draw names vertices otherwise than the mode of its shader does", "it is not drawn";
    UnpublishedCoding = "unpublished-coding", Error, "coordinates or vertices are coded in a way that nobody has published", "the list ends here";
    Overspill = "tile-memory-spilled", Note, "the memory for tile lists is used up and no overspill memory is given", "lists go on in memory of the machine's own";
}

/// Something found while a frame was made; repetitions at one address are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameFinding {
    /// The kind.
    pub kind: FrameFindingKind,
    /// Bus address: of the packet, or of what was looked for.
    pub address: u32,
    /// Column and row of the tile, where one was rendered.
    pub tile: Option<(u8, u8)>,
    /// The number of times it happened.
    pub count: u64,
}

impl std::fmt::Display for FrameFinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.kind.severity().name())?;
        if let Some((column, row)) = self.tile {
            write!(f, "tile {column},{row}: ")?;
        }
        write!(f, "{:08x}: {}", self.address, self.kind.what())?;
        if self.count > 1 {
            write!(f, ", {} times", self.count)?;
        }
        write!(f, "; {} [{}]", self.kind.then(), self.kind.name())
    }
}

/// The findings of a frame, at most a given number of places.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameFindings {
    list: Vec<FrameFinding>,
    /// Where each kind at an address stands in the list.
    places: HashMap<(FrameFindingKind, u32), usize>,
    limit: usize,
    dropped: u64,
}

impl FrameFindings {
    pub(super) fn new(limit: usize) -> FrameFindings {
        FrameFindings {
            list: Vec::new(),
            places: HashMap::new(),
            limit,
            dropped: 0,
        }
    }

    #[cold]
    pub(super) fn note(&mut self, kind: FrameFindingKind, address: u32, tile: Option<(u8, u8)>) {
        self.add(FrameFinding {
            kind,
            address,
            tile,
            count: 1,
        });
    }

    fn add(&mut self, finding: FrameFinding) {
        let key = (finding.kind, finding.address);
        if let Some(&place) = self.places.get(&key) {
            self.list[place].count += finding.count;
        } else if self.list.len() < self.limit {
            self.places.insert(key, self.list.len());
            self.list.push(finding);
        } else {
            self.dropped += finding.count;
        }
    }

    /// Adds those of another list, in their order.
    pub(super) fn extend(&mut self, other: FrameFindings) {
        self.dropped += other.dropped;
        for finding in other.list {
            self.add(finding);
        }
    }

    pub(super) fn into_parts(self) -> (Vec<FrameFinding>, u64) {
        (self.list, self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has this table, row by row.
    #[test]
    fn the_page_lists_every_kind() {
        let page = include_str!("../../../../docs/vc4-frames.md");
        for kind in FrameFindingKind::ALL {
            let row = format!(
                "| {} | {} | {} | {} |",
                kind.name(),
                kind.severity().name(),
                kind.what(),
                kind.then()
            );
            assert!(page.contains(&row), "{row}");
        }
    }
}
