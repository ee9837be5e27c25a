//! glTF 2.0 files, as text or binary.

mod accessor;
mod document;
mod error;

use std::borrow::Cow;

use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::{MeshError, Room, Surface};
use crate::files::{Files, MOST_BYTES};
use accessor::Data;
use document::{Buffer, Document, Primitive};
pub use error::GltfError;

/// The mode of primitives that are lists of triangles.
const TRIANGLES: u32 = 4;

/// Base64 with or without `=` at its end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Reads the triangles of all meshes as one surface; nodes do not move them.
pub(super) fn read(bytes: &[u8], path: &str, files: &dyn Files) -> Result<Surface, MeshError> {
    let (text, binary) = document::parts(bytes)?;
    let document: Document<'_> = serde_json::from_slice(text).map_err(GltfError::from)?;
    if document.asset.version.split('.').next() != Some("2") {
        return Err(GltfError::Version.into());
    }
    if let Some(extension) = document.extensions_required.first() {
        return Err(GltfError::Extension(extension.to_string()).into());
    }
    let data = Data {
        buffers: buffers(&document.buffers, binary, path, files)?,
        document,
    };
    let mut whole = Surface::default();
    let mut texcoords = Vec::new();
    let (mut all_have, mut all_normals) = (true, true);
    let mut room = Room::default();
    let meshes = &data.document.meshes;
    for primitive in meshes.iter().flat_map(|mesh| &mesh.primitives) {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        if mode != TRIANGLES {
            return Err(GltfError::Mode(mode).into());
        }
        let count = reserve(primitive, &data, &mut room)?;
        let attributes = &primitive.attributes;
        let base = (whole.positions.len() / 3) as u32;
        let positions = attributes.position.ok_or(GltfError::NoPositions)?;
        whole.positions.extend(data.vectors(positions, "positions")?);
        match attributes.normal {
            Some(normals) => whole.normals.extend(data.vectors(normals, "normals")?),
            None => all_normals = false,
        }
        match attributes.texcoord {
            Some(own) => texcoords.extend(data.texcoords(own)?),
            None => all_have = false,
        }
        let vertices = count as u32;
        match primitive.indices {
            None => whole.indices.extend(base..base + vertices),
            Some(indices) => {
                let indices = data.indices(indices)?;
                if let Some(&vertex) = indices.iter().find(|vertex| **vertex >= vertices) {
                    return Err(MeshError::Index { vertex, vertices });
                }
                whole.indices.extend(indices.iter().map(|index| base + index));
            }
        }
    }
    whole.texcoords = all_have.then_some(texcoords);
    if !all_normals {
        whole.normals.clear();
    }
    Ok(whole)
}

/// Takes the memory that a primitive needs; how many vertices it has, of which all attributes have as many.
fn reserve(primitive: &Primitive, data: &Data<'_>, room: &mut Room) -> Result<usize, MeshError> {
    let attributes = &primitive.attributes;
    let positions = data.count(attributes.position.ok_or(GltfError::NoPositions)?)?;
    for (accessor, what) in [
        (attributes.normal, "normals"),
        (attributes.texcoord, "texture coordinates"),
    ] {
        let others = accessor.map_or(Ok(positions), |accessor| data.count(accessor))?;
        if others != positions {
            return Err(GltfError::Lengths {
                positions,
                others,
                what,
            }
            .into());
        }
    }
    room.vertices(positions)?;
    let indices = primitive.indices.map(|accessor| data.count(accessor));
    room.indices(indices.unwrap_or(Ok(positions))?)?;
    Ok(positions)
}

/// The bytes of the buffers, which have together no more than a file may.
fn buffers<'a>(
    buffers: &[Buffer<'_>],
    binary: Option<&'a [u8]>,
    path: &str,
    files: &dyn Files,
) -> Result<Vec<Cow<'a, [u8]>>, MeshError> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut room = MOST_BYTES;
    let mut all = Vec::new();
    for (number, buffer) in buffers.iter().enumerate() {
        let data = match &buffer.uri {
            // Only the first buffer may be the binary part (3.6.1.2).
            None => Cow::Borrowed(binary.filter(|_| number == 0).ok_or(GltfError::NoData(number))?),
            Some(uri) => match uri.strip_prefix("data:") {
                Some(inside) => Cow::Owned(inline(inside).ok_or(GltfError::Data(number))?),
                None => {
                    let path = beside(folder, uri);
                    let read = files.read(&path, room);
                    Cow::Owned(read.map_err(|error| MeshError::Named { path, error })?)
                }
            },
        };
        if data.len() < buffer.byte_length {
            return Err(GltfError::Short(number).into());
        }
        room = room.saturating_sub(data.len() as u64);
        all.push(data);
    }
    Ok(all)
}

/// The bytes of a `data:` address after that word: a media type, `;base64`, a comma, the characters (RFC 2397).
fn inline(uri: &str) -> Option<Vec<u8>> {
    let (kind, characters) = uri.split_once(',')?;
    BASE64
        .decode(characters)
        .ok()
        .filter(|_| kind.ends_with(";base64"))
}

/// A path that is written relative to the mesh's folder, with the `%20` of a blank resolved.
fn beside(folder: &str, uri: &str) -> String {
    let name = uri.replace("%20", " ");
    if folder.is_empty() {
        name
    } else {
        format!("{folder}/{name}")
    }
}
