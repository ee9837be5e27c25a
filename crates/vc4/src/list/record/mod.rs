//! Shader records: what packets 64 to 66 point to.

use super::field::{Address, Flag, Half, Small, SmallBits};
use super::layout::Layout;
use super::packet::number;

layout! {
    /// The record of the NV mode: a fragment shader and vertices that are shaded already.
    pub struct NvRecord, 16 bytes {
        /// the fragment shader runs with one thread
        single_threaded: Flag = 0, 1;
        /// vertices have a point size
        point_size: Flag = 1, 1;
        /// the clipper is on
        clip: Flag = 2, 1;
        /// vertices begin with clip coordinates
        clip_header: Flag = 3, 1;
        /// bytes from one vertex to the next
        stride: Small = 8, 8;
        /// how many uniforms; nothing uses it
        uniform_count: Small = 16, 8;
        /// how many varyings
        varyings: Small = 24, 8;
        /// where the fragment shader is
        code: Address = 32, 32;
        /// where its uniforms are
        uniforms: Address = 64, 32;
        /// where the vertices are
        vertices: Address = 96, 32;
    }
}

layout! {
    /// The record of the VG mode. Source: Broadcom's OpenVG driver (`vg_hw_4.c`), which writes and maps 12 bytes.
    pub struct VgRecord, 12 bytes {
        /// the fragment shader runs with one thread
        single_threaded: Flag = 0, 1;
        /// how many uniforms; nothing uses it
        uniform_count: Small = 16, 8;
        /// how many varyings
        varyings: Small = 24, 8;
        /// where the fragment shader is
        code: Address = 32, 32;
        /// where its uniforms are
        uniforms: Address = 64, 32;
    }
}

layout! {
    /// The first 12 bytes of a record of the GL mode.
    pub struct FragmentPart, 12 bytes {
        /// the fragment shader runs with one thread
        single_threaded: Flag = 0, 1;
        /// vertices have a point size
        point_size: Flag = 1, 1;
        /// the clipper is on
        clip: Flag = 2, 1;
        /// how many uniforms; nothing uses it
        uniform_count: Small = 16, 8;
        /// how many varyings
        varyings: Small = 24, 8;
        /// where the fragment shader is
        code: Address = 32, 32;
        /// where its uniforms are
        uniforms: Address = 64, 32;
    }
}

layout! {
    /// The vertex or the coordinate shader in a record of the GL mode.
    pub struct VertexPart, 12 bytes {
        /// how many uniforms; nothing uses it
        uniform_count: Half = 0, 16;
        /// a bit for each attribute array that is loaded
        arrays: SmallBits = 16, 8;
        /// bytes of all attributes of a vertex
        size: Small = 24, 8;
        /// where the shader is
        code: Address = 32, 32;
        /// where its uniforms are
        uniforms: Address = 64, 32;
    }
}

layout! {
    /// One attribute array in a record of the GL mode.
    pub struct Attribute, 8 bytes {
        /// where it begins
        address: Address = 0, 32;
        /// bytes of an attribute, less 1
        size_less_1: Small = 32, 8;
        /// the low byte of the bytes from one attribute to the next
        stride: Small = 40, 8;
        /// where the vertex shader finds it in its part of the VPM, in bytes
        vertex_offset: Small = 48, 8;
        /// where the coordinate shader finds it in its part of the VPM, in bytes
        coordinate_offset: Small = 56, 8;
    }
}

/// A record of the GL mode.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GlRecord {
    /// Fragment shader and flags.
    pub fragment: FragmentPart,
    /// Vertex shader.
    pub vertex: VertexPart,
    /// Coordinate shader.
    pub coordinate: VertexPart,
    /// Attribute arrays: as many as packet 64 says, in an extended record always 8.
    pub attributes: Vec<Attribute>,
    /// Words of an extended record, one an attribute array that packet 64 counts: the bits of strides above the
    /// low byte. Empty in a plain record.
    pub strides: Vec<u32>,
}

/// The record is longer than the memory that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shader record has {bytes} bytes, but only {given} are there")]
pub struct ShortRecord {
    /// How many bytes it has.
    pub bytes: usize,
    /// How many there are.
    pub given: usize,
}

/// A fixed run of bytes as its struct.
///
/// # Errors
///
/// [`ShortRecord`] if bytes are missing.
pub fn decode<L: Layout>(bytes: &[u8]) -> Result<L, ShortRecord> {
    let body = bytes.get(..L::BYTES).ok_or(ShortRecord {
        bytes: L::BYTES,
        given: bytes.len(),
    })?;
    Ok(L::from_bits(number(body)))
}

/// The bytes of a struct.
pub fn encode<L: Layout>(part: &L) -> Vec<u8> {
    part.to_bits().to_le_bytes()[..L::BYTES].to_vec()
}

impl GlRecord {
    /// Bytes before the attribute arrays.
    pub const HEADER: usize = 36;

    /// Bytes of a record with `arrays` attribute arrays, 1 to 8.
    pub fn size(arrays: usize, is_extended: bool) -> usize {
        match is_extended {
            false => GlRecord::HEADER + 8 * arrays,
            true => GlRecord::HEADER + 8 * 8 + 4 * arrays,
        }
    }

    /// The record at the front of `bytes`, with as many attribute arrays as packet 64 says.
    ///
    /// # Errors
    ///
    /// [`ShortRecord`] if bytes are missing.
    pub fn decode(bytes: &[u8], arrays: usize, is_extended: bool) -> Result<GlRecord, ShortRecord> {
        let size = GlRecord::size(arrays, is_extended);
        let short = ShortRecord {
            bytes: size,
            given: bytes.len(),
        };
        let bytes = bytes.get(..size).ok_or(short)?;
        let entries = if is_extended { 8 } else { arrays };
        let (header, rest) = bytes.split_at(GlRecord::HEADER);
        let (attributes, strides) = rest.split_at(8 * entries);
        Ok(GlRecord {
            fragment: decode(header)?,
            vertex: decode(&header[12..])?,
            coordinate: decode(&header[24..])?,
            attributes: attributes.chunks_exact(8).map(decode).collect::<Result<_, _>>()?,
            strides: strides.chunks_exact(4).map(|word| number(word) as u32).collect(),
        })
    }

    /// The bytes of the record.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = encode(&self.fragment);
        bytes.extend(encode(&self.vertex));
        bytes.extend(encode(&self.coordinate));
        bytes.extend(self.attributes.iter().flat_map(encode));
        bytes.extend(self.strides.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }

    /// Bytes from one attribute to the next in an array.
    pub fn stride(&self, array: usize) -> u32 {
        let low = self
            .attributes
            .get(array)
            .map_or(0, |attribute| u32::from(attribute.stride));
        low | self.strides.get(array).map_or(0, |word| word & !0xff)
    }
}

impl Attribute {
    /// Bytes of an attribute.
    pub fn size(&self) -> u32 {
        u32::from(self.size_less_1) + 1
    }
}
