//! Wavefront OBJ files.

use std::io::BufReader;

use super::Surface;

/// Reads all objects of a file as one surface; polygons are cut into triangles.
pub(super) fn read(bytes: &[u8]) -> Result<Surface, String> {
    let options = tobj::LoadOptions {
        triangulate: true,
        single_index: true,
        ..tobj::LoadOptions::default()
    };
    // Materials are state of the scene, not of the mesh.
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut BufReader::new(bytes), &options, no_materials)
        .map_err(|error| error.to_string())?;
    let mut whole = Surface::default();
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
