//! The contents of a glTF file, as far as triangles need them; and the two forms in which it states them.
//!
//! Read here and not by a library, since those there panic where a file contradicts itself.
//!
//! Source: glTF 2.0, chapters 3.6, 3.7 and 4.4, and the properties of chapter 5.

use std::borrow::Cow;

use serde::Deserialize;

use super::GltfError;

/// The first word of a binary file, and the types of its chunks (4.4.1, 4.4.3).
const MAGIC: &[u8] = b"glTF";
const JSON: &[u8; 4] = b"JSON";
const BINARY: &[u8; 4] = b"BIN\0";

/// The text of a file, and its binary part if it has one.
pub(super) fn parts(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), GltfError> {
    if !bytes.starts_with(MAGIC) {
        return Ok((bytes, None));
    }
    let [version, length] = words(&bytes[MAGIC.len()..]).ok_or(GltfError::Container)?;
    if version != 2 {
        return Err(GltfError::Version);
    }
    let rest = bytes.get(12..length as usize).ok_or(GltfError::Container)?;
    let text = Chunk::first(rest)?;
    if text.kind != JSON {
        return Err(GltfError::Container);
    }
    if text.rest.is_empty() {
        return Ok((text.data, None));
    }
    let binary = Chunk::first(text.rest)?;
    Ok((text.data, (binary.kind == BINARY).then_some(binary.data)))
}

/// A part of a binary file, and what follows it.
struct Chunk<'a> {
    kind: &'a [u8; 4],
    data: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn first(bytes: &'a [u8]) -> Result<Chunk<'a>, GltfError> {
        let [length] = words(bytes).ok_or(GltfError::Container)?;
        let (kind, rest) = bytes[4..].split_first_chunk().ok_or(GltfError::Container)?;
        let (data, rest) = rest
            .split_at_checked(length as usize)
            .ok_or(GltfError::Container)?;
        Ok(Chunk { kind, data, rest })
    }
}

/// The numbers at the start.
fn words<const N: usize>(bytes: &[u8]) -> Option<[u32; N]> {
    let (words, _) = bytes.as_chunks();
    let words = words.first_chunk::<N>()?;
    Some(words.map(u32::from_le_bytes))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(borrow)]
    pub(super) asset: Asset<'a>,
    #[serde(borrow, default)]
    pub(super) extensions_required: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) buffers: Vec<Buffer<'a>>,
    #[serde(default)]
    pub(super) buffer_views: Vec<View>,
    #[serde(default)]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(super) meshes: Vec<Mesh>,
}

#[derive(Deserialize)]
pub(super) struct Asset<'a> {
    #[serde(borrow)]
    pub(super) version: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer<'a> {
    /// Nothing for the binary part of the file.
    #[serde(borrow)]
    pub(super) uri: Option<Cow<'a, str>>,
    pub(super) byte_length: usize,
}

/// A part of a buffer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: u32,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    /// Nothing for zeros.
    pub(super) buffer_view: Option<u32>,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) shape: Shape,
    pub(super) sparse: Option<Box<Sparse>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

/// Elements that replace others (3.6.2.3).
#[derive(Deserialize)]
pub(super) struct Sparse {
    pub(super) count: usize,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: u32,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: u32,
    #[serde(default)]
    pub(super) byte_offset: usize,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<u32>,
    /// 4, triangles, where nothing is said.
    pub(super) mode: Option<u32>,
}

/// Accessors of the attributes that are read.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Attributes {
    pub(super) position: Option<u32>,
    pub(super) normal: Option<u32>,
    #[serde(rename = "TEXCOORD_0")]
    pub(super) texcoord: Option<u32>,
}
