//! Why a list is rejected.

use super::buffers::{Access, Outside};
use super::texture::TextureProblem;
use crate::list::packet::DecodeError;
use crate::list::record::ShortRecord;
use crate::list::walk::Place;

/// Why something in a shader is not proven.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShaderReason {
    /// An access leaves its buffer.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// A word is no instruction.
    #[error("the word {0:016x} is no instruction")]
    Reserved(u64),
    /// A branch leaves the buffer.
    #[error("the branch goes to {0:08x}, where no instruction of the shader's buffer begins")]
    Target(u32),
    /// A branch whose target a register says.
    #[error("the branch goes where a register says")]
    Register,
    /// A branch in the delay slots of another, or of the thread end.
    #[error("the branch stands in a delay slot")]
    DelaySlot,
    /// A loop without a way out.
    #[error("no path leads out of this loop to the thread's end")]
    Endless,
    /// A uniform is read when paths have read different numbers of them.
    #[error("a uniform is read where its address is not known")]
    Uniforms,
    /// A look-up with more than four coordinates.
    #[error("a look-up has more than four parameters")]
    Parameters,
    /// A write to a unit under a condition, or by a `nop` of the ADD ALU.
    #[error("{0} is written under a condition: whether the write takes place is not known")]
    Perhaps(&'static str),
    /// A uniform is read beside the write of a coordinate, which takes one too.
    #[error("a uniform is read in the instruction that writes a texture coordinate")]
    TwoUniforms,
    /// The parameters of a look-up depend on the path, or were rejected.
    #[error("the parameters of the look-up are not known")]
    Set,
    /// A coordinate is pending on one path and not on another.
    #[error("paths meet in the middle of a texture's set-up")]
    Pending,
    /// A texture's extent is not known.
    #[error(transparent)]
    Texture(#[from] TextureProblem),
    /// An address that may be anything.
    #[error("{0} has an address that is not bounded")]
    Unbounded(super::buffers::Use),
    /// A transfer whose size is not known.
    #[error("{0} has a size that is not known: its set-up words are no constants")]
    Size(super::buffers::Use),
    /// A breakpoint, at which the QPU waits for ever.
    #[error("the shader stops at a breakpoint")]
    Breakpoint,
    /// Threads are switched where the record says that there is one.
    #[error("the shader switches threads, but its record says that it has one")]
    Threads,
    /// It has more paths than are followed.
    #[error("the shaders need more than {0} steps to prove")]
    Steps(usize),
}

/// Why something in a list is not proven.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// An access leaves its buffer.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// The bytes are no packet.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A record is not all there.
    #[error(transparent)]
    Record(#[from] ShortRecord),
    /// A packet for the other thread.
    #[error("{name} is no packet of a {thread} list")]
    Thread {
        /// The packet.
        name: &'static str,
        /// The list.
        thread: &'static str,
    },
    /// The list goes round.
    #[error("the list comes to {0:08x} again and again, without an end")]
    Endless(u32),
    /// A third level of sub-lists.
    #[error("sub-lists nest deeper than two levels")]
    Depth,
    /// There are more packets than the check takes.
    #[error("the list has more than {0} packets")]
    Packets(usize),
    /// A draw without shaders.
    #[error("the draw has no shader record before it")]
    NoShader,
    /// Vertices are counted beyond 32 bits.
    #[error("the draw ends with vertex {0}, beyond 32 bits")]
    Vertex(u64),
    /// A code that has no meaning.
    #[error("{0} has a reserved code")]
    Code(&'static str),
    /// A tile outside the frame.
    #[error("tile {column}, {row} is outside the frame of {columns} by {rows} tiles")]
    Tile {
        /// Its column.
        column: u8,
        /// Its row.
        row: u8,
        /// Columns of the frame.
        columns: u32,
        /// Rows of the frame.
        rows: u32,
    },
    /// A store without a frame or a tile.
    #[error("{0} needs {1} before it")]
    Before(&'static str, &'static str),
    /// A branch into the binner's memory, past the beginnings of lists.
    #[error("no tile list begins at {0:08x}")]
    TileList(u32),
    /// A binning list without a flush behind what it bins, which ends tile lists.
    #[error("the binning list ends without a flush, so that tile lists have no end")]
    NoFlush,
    /// The binner would go on with whatever the state of tiles holds; `vc4_validate.c` sets the flag itself.
    #[error("the mode has no auto_init, and nothing shows what the state of tiles holds")]
    TileState,
    /// The binner gets no tiles.
    #[error("the frame has no tiles")]
    NoTiles,
    /// A wait that does not end.
    #[error("the list waits for the semaphore more often than the other thread increments it")]
    Semaphore,
    /// A packet that only the Linux driver takes.
    #[error("{0} is for the Linux driver, not for the chip")]
    Driver(&'static str),
    /// Something that no public source describes.
    #[error("{0} has a coding that is not public")]
    Coding(&'static str),
    /// What was checked could be changed before it is used.
    #[error("{written} lie over what was checked: {checked}")]
    Overwrites {
        /// What is written.
        written: Access,
        /// What is read.
        checked: Access,
    },
    /// Something in a shader.
    #[error("{} at {code:08x}, instruction {instruction:08x}: {reason}", place.name().replace('_', " "))]
    Shader {
        /// Which shader.
        place: Place,
        /// Where it begins.
        code: u32,
        /// The address of the instruction.
        instruction: u32,
        /// What is wrong there.
        reason: ShaderReason,
    },
}

/// A packet that is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{address:08x}: packet {packet} of the {thread} list at {list:08x}: {reason}")]
pub struct Rejection {
    /// Where the packet is.
    pub address: u32,
    /// Where its list begins.
    pub list: u32,
    /// `binning` or `rendering`.
    pub thread: &'static str,
    /// How many packets and entries of the list come before.
    pub packet: u32,
    /// Why.
    pub reason: Reason,
}
