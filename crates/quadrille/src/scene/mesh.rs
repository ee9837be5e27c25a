//! Meshes of scenes: OBJ and glTF.

use std::io::BufReader;

use super::Files;

/// Triangles with positions, normals and texture coordinates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mesh {
    /// x, y, z of each vertex.
    pub positions: Vec<f32>,
    /// x, y, z of each vertex; made from the faces where the file has none.
    pub normals: Vec<f32>,
    /// s, t of each vertex, if the file has them.
    pub texcoords: Option<Vec<f32>>,
    /// Three vertices a triangle.
    pub indices: Vec<u32>,
}

/// Reads a mesh; the extension says its form.
///
/// # Errors
///
/// The file cannot be read, is damaged, or is neither OBJ nor glTF; in a sentence.
pub fn read(path: &str, files: &dyn Files) -> Result<Mesh, String> {
    let bytes = files.read(path)?;
    let mut mesh = match path.rsplit('.').next() {
        Some("obj" | "OBJ") => obj(&bytes)?,
        Some("gltf" | "glb") => gltf(&bytes, path, files)?,
        _ => return Err("a mesh is an OBJ or glTF file".to_owned()),
    };
    let vertices = mesh.positions.len() / 3;
    if let Some(index) = mesh.indices.iter().find(|index| **index as usize >= vertices) {
        return Err(format!("the mesh names vertex {index} and has {vertices}"));
    }
    if mesh.normals.len() != mesh.positions.len() {
        mesh.normals = normals(&mesh);
    }
    Ok(mesh)
}

fn obj(bytes: &[u8]) -> Result<Mesh, String> {
    let options = tobj::LoadOptions {
        triangulate: true,
        single_index: true,
        ..tobj::LoadOptions::default()
    };
    // Materials are state of the scene, not of the mesh.
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(bytes), &options, no_materials)
        .map_err(|error| error.to_string())?;
    let mut whole = Mesh::default();
    let mut texcoords = Vec::new();
    let mut all_have = true;
    let mut all_normals = true;
    for model in models {
        let mesh = model.mesh;
        let base = (whole.positions.len() / 3) as u32;
        all_have &= !mesh.texcoords.is_empty();
        all_normals &= mesh.normals.len() == mesh.positions.len();
        whole.positions.extend(mesh.positions);
        whole.normals.extend(mesh.normals);
        texcoords.extend(mesh.texcoords);
        whole
            .indices
            .extend(mesh.indices.into_iter().map(|index| base + index));
    }
    whole.texcoords = all_have.then_some(texcoords);
    if !all_normals {
        whole.normals.clear();
    }
    Ok(whole)
}

fn gltf(bytes: &[u8], path: &str, files: &dyn Files) -> Result<Mesh, String> {
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(bytes).map_err(|error| error.to_string())?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut blob = blob;
    let mut buffers: Vec<Vec<u8>> = Vec::new();
    for buffer in document.buffers() {
        let data = match buffer.source() {
            gltf::buffer::Source::Bin => blob.take().ok_or("the file has no binary part")?,
            gltf::buffer::Source::Uri(uri) if uri.starts_with("data:") => {
                return Err(
                    "buffers inside the text of a glTF file are not read; use .glb or a .bin beside it"
                        .to_owned(),
                );
            }
            gltf::buffer::Source::Uri(uri) => files.read(&if folder.is_empty() {
                uri.to_owned()
            } else {
                format!("{folder}/{uri}")
            })?,
        };
        if data.len() < buffer.length() {
            return Err("a buffer is shorter than the file says".to_owned());
        }
        buffers.push(data);
    }
    let mut whole = Mesh::default();
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

/// Normals from the faces, weighted by their areas.
fn normals(mesh: &Mesh) -> Vec<f32> {
    let mut sums = vec![0.0f32; mesh.positions.len()];
    let position = |index: u32| -> [f32; 3] {
        let at = index as usize * 3;
        [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]]
    };
    for corners in mesh.indices.chunks_exact(3) {
        let [a, b, c] = [position(corners[0]), position(corners[1]), position(corners[2])];
        let u: [f32; 3] = std::array::from_fn(|at| b[at] - a[at]);
        let v: [f32; 3] = std::array::from_fn(|at| c[at] - a[at]);
        let face = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        for corner in corners {
            for (at, part) in face.iter().enumerate() {
                sums[*corner as usize * 3 + at] += part;
            }
        }
    }
    for normal in sums.chunks_exact_mut(3) {
        let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
        if length > 0.0 {
            normal.iter_mut().for_each(|part| *part /= length);
        }
    }
    sums
}
