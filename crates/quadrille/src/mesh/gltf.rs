//! glTF 2.0 files, as text or binary.

use super::Surface;
use crate::files::Files;

/// Reads the triangles of all meshes as one surface; nodes do not move them.
pub(super) fn read(bytes: &[u8], path: &str, files: &dyn Files) -> Result<Surface, String> {
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(bytes).map_err(|error| error.to_string())?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut blob = blob;
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    for buffer in document.buffers() {
        let data = match buffer.source() {
            gltf::buffer::Source::Bin => blob.take().ok_or("the file has no binary part")?,
            gltf::buffer::Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(inside) => inline(inside)?,
                None => files
                    .read(&beside(folder, uri), 1 << 30)
                    .map_err(|error| error.to_string())?,
            },
        };
        if data.len() < buffer.length() {
            return Err("a buffer is shorter than the file says".to_owned());
        }
        buffers.push(data);
    }
    let mut whole = Surface::default();
    let mut texcoords = Vec::new();
    let (mut all_have, mut all_normals) = (true, true);
    for primitive in document
        .meshes()
        .flat_map(|mesh| mesh.primitives().collect::<Vec<_>>())
    {
        if primitive.mode() != gltf::mesh::Mode::Triangles {
            return Err("only triangles are read from glTF files".to_owned());
        }
        let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(Vec::as_slice));
        let base = (whole.positions.len() / 3) as u32;
        let positions = reader.read_positions().ok_or("a primitive has no positions")?;
        whole.positions.extend(positions.flatten());
        let count = (whole.positions.len() / 3) as u32 - base;
        match reader.read_normals() {
            Some(normals) => whole.normals.extend(normals.flatten()),
            None => all_normals = false,
        }
        match reader.read_tex_coords(0) {
            Some(own) => texcoords.extend(own.into_f32().flatten()),
            None => all_have = false,
        }
        match reader.read_indices() {
            Some(indices) => whole
                .indices
                .extend(indices.into_u32().map(|index| base.saturating_add(index))),
            None => whole.indices.extend(base..base + count),
        }
    }
    whole.texcoords = all_have.then_some(texcoords);
    if !all_normals {
        whole.normals.clear();
    }
    Ok(whole)
}

/// The bytes of a `data:` address after that word: a media type, `;base64`, a comma, the characters (RFC 2397).
fn inline(uri: &str) -> Result<Vec<u8>, String> {
    let (kind, characters) = uri.split_once(',').ok_or("a `data:` buffer has no comma")?;
    if !kind.ends_with(";base64") {
        return Err("a `data:` buffer is not in base64".to_owned());
    }
    base64::decode(characters).map_err(|error| format!("a `data:` buffer: {error}"))
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
