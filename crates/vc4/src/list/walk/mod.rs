//! All that can be reached from where lists begin: packets, sub-lists, records, and where shaders, uniforms and
//! images are.

mod reader;

use std::collections::BTreeMap;

use super::compressed::Entry;
use super::packet::{DecodeError, Packet, Thread};
use super::record::{GlRecord, NvRecord, ShortRecord, VgRecord};

pub use reader::walk;

/// Where a list begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Its first byte.
    pub address: u32,
    /// The byte behind its last; without, it goes on to a packet that ends it.
    pub end: Option<u32>,
    /// Which thread executes it.
    pub thread: Thread,
}

/// What lies at an address.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A packet.
    Packet(Packet),
    /// An entry of a compressed list.
    Entry(Entry),
    /// A record.
    Nv(NvRecord),
    /// A record.
    Vg(VgRecord),
    /// A record.
    Gl(GlRecord),
}

/// What an address that a packet or record holds points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A binning list.
    Binning,
    /// A rendering list.
    Rendering,
    /// A list that another branches to.
    List,
    /// A shader record.
    Record,
    /// A fragment shader.
    Fragment,
    /// A vertex shader.
    Vertex,
    /// A coordinate shader.
    Coordinate,
    /// Uniforms.
    Uniforms,
    /// Vertices or attributes.
    Vertices,
    /// Indices.
    Indices,
    /// A frame, or a tile of one.
    Frame,
    /// Memory of the binner.
    Bins,
}

impl Place {
    /// The word that names of such places begin with.
    pub fn name(self) -> &'static str {
        match self {
            Place::Binning => "binning",
            Place::Rendering => "rendering",
            Place::List => "list",
            Place::Record => "record",
            Place::Fragment => "fragment_shader",
            Place::Vertex => "vertex_shader",
            Place::Coordinate => "coordinate_shader",
            Place::Uniforms => "uniforms",
            Place::Vertices => "vertices",
            Place::Indices => "indices",
            Place::Frame => "frame",
            Place::Bins => "bins",
        }
    }
}

/// One decoded part of memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Its length.
    pub bytes: usize,
    /// What it is.
    pub part: Part,
    /// Which thread reads it.
    pub thread: Thread,
}

/// Why a list was not followed further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The bytes are no packet or no entry.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A list is where no memory is.
    #[error("there is no memory here")]
    NoMemory,
    /// A record is not all there.
    #[error(transparent)]
    Record(#[from] ShortRecord),
    /// Two readings of the same bytes.
    #[error("these bytes were already read as part of what begins at {0:08x}")]
    Overlap(u32),
    /// A compressed list that no public source describes.
    #[error("the coding of compressed lists of other than triangles is not public")]
    Coding,
    /// A list of coordinates that no public source describes.
    #[error("the code that ends inline coordinates is not public")]
    Inline,
    /// There are more parts than the walk takes.
    #[error("more than {0} packets and records can be reached")]
    Limit(usize),
}

/// A problem and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{address:08x}: packet {packet} of the list at {list:08x}: {problem}")]
pub struct Finding {
    /// Where the bytes are.
    pub address: u32,
    /// Where the list begins.
    pub list: u32,
    /// How many packets and entries of it come before.
    pub packet: u32,
    /// What is wrong.
    pub problem: Problem,
}

/// All that was reached.
#[derive(Clone, Default, Debug)]
pub struct Walk {
    /// By canonical address ([`Source::canonical`](super::source::Source::canonical)); parts do not overlap.
    pub items: BTreeMap<u32, Item>,
    /// What addresses point to, by canonical address.
    pub places: BTreeMap<u32, Place>,
    /// What is wrong, in the order in which it was met.
    pub findings: Vec<Finding>,
}
