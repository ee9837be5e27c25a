//! The buffers that a list may use, and what is asked of them.

use std::fmt;

/// A buffer, at the canonical address ([`Source::canonical`](super::super::Source::canonical)) of its first byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// Its name in messages.
    pub name: String,
    /// Its first byte.
    pub address: u32,
    /// Its length in bytes.
    pub bytes: u64,
}

impl Buffer {
    fn end(&self) -> u64 {
        u64::from(self.address) + self.bytes
    }
}

/// What an access is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    /// A packet, or an entry of a compressed list.
    Packet,
    /// A shader record.
    Record,
    /// Instructions.
    Code,
    /// Uniforms.
    Uniforms,
    /// Shaded vertices.
    Vertices,
    /// An attribute array of a GL record.
    Attribute(u8),
    /// Indices of a draw.
    Indices,
    /// Coordinates of the VG mode.
    Coordinates,
    /// All pixels of the frame that a packet stores or loads.
    Frame,
    /// The raw contents of one tile.
    Tile,
    /// Where the binner allocates tile lists.
    Bins,
    /// The binner's state of tiles.
    BinState,
    /// All levels of a texture.
    Texture,
    /// Words that a shader reads through the TMU.
    Words,
    /// What a shader loads into the VPM.
    Load,
    /// What a shader stores from the VPM.
    Store,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Use::Packet => "the packet",
            Use::Record => "the shader record",
            Use::Code => "the shader's code",
            Use::Uniforms => "the shader's uniforms",
            Use::Vertices => "the vertices of the draw",
            Use::Attribute(array) => return write!(f, "attribute array {array}"),
            Use::Indices => "the indices of the draw",
            Use::Coordinates => "the coordinates of the draw",
            Use::Frame => "the pixels",
            Use::Tile => "the tile",
            Use::Bins => "the memory of tile lists",
            Use::BinState => "the state of tiles",
            Use::Texture => "the texture",
            Use::Words => "what the shader reads",
            Use::Load => "what the shader loads",
            Use::Store => "what the shader stores",
        })
    }
}

/// Bytes that are read or written, at a canonical address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// What for.
    pub what: Use,
    /// The first byte.
    pub first: i64,
    /// How many bytes.
    pub bytes: u64,
}

impl Access {
    /// An access of `bytes` bytes.
    pub fn new(what: Use, address: u32, bytes: u64) -> Access {
        Access {
            what,
            first: i64::from(address),
            bytes,
        }
    }

    /// The byte behind the last.
    pub fn end(&self) -> i64 {
        self.first.saturating_add_unsigned(self.bytes)
    }

    pub(super) fn overlaps(&self, other: &Access) -> bool {
        self.bytes > 0 && other.bytes > 0 && self.first < other.end() && other.first < self.end()
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = (self.end() - 1).max(self.first);
        write!(
            f,
            "the bytes of {} from {:08x} to {last:08x}",
            self.what, self.first
        )
    }
}

/// An access that is not proven to stay inside one buffer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Outside {
    /// It begins in no buffer.
    #[error("{0} lie in no buffer")]
    NoBuffer(Access),
    /// It ends beyond its buffer.
    #[error("{access} end beyond the buffer {buffer}, whose last byte is {:08x}", end - 1)]
    Beyond {
        /// What.
        access: Access,
        /// The buffer that it begins in.
        buffer: String,
        /// The byte behind the buffer's last.
        end: u64,
    },
}

/// Buffers by address.
#[derive(Clone, Default, Debug)]
pub(super) struct Buffers(Vec<Buffer>);

impl Buffers {
    pub(super) fn new(mut buffers: Vec<Buffer>) -> Buffers {
        buffers.sort_by_key(|buffer| (buffer.address, buffer.bytes));
        Buffers(buffers)
    }

    /// Whether an access stays inside one of the buffers.
    pub(super) fn hold(&self, access: Access) -> Result<(), Outside> {
        if access.bytes == 0 {
            return Ok(());
        }
        let covers = |buffer: &&Buffer| {
            i64::from(buffer.address) <= access.first && access.first < buffer.end() as i64
        };
        // Of buffers that overlap, the one that reaches farthest.
        let Some(buffer) = self.0.iter().filter(covers).max_by_key(|buffer| buffer.end()) else {
            return Err(Outside::NoBuffer(access));
        };
        if access.end() > buffer.end() as i64 {
            return Err(Outside::Beyond {
                access,
                buffer: buffer.name.clone(),
                end: buffer.end(),
            });
        }
        Ok(())
    }
}
