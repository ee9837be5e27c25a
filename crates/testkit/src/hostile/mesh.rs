//! Meshes: read from files of each kind, and the files that these name.

use quadrille::{FileError, Files, Mesh};

/// The same bytes under every name.
struct Everywhere<'a>(&'a [u8]);

impl Files for Everywhere<'_> {
    fn read(&self, _: &str, most: u64) -> Result<Vec<u8>, FileError> {
        match self.0.len() as u64 > most {
            true => Err(FileError::TooLarge(most)),
            false => Ok(self.0.to_vec()),
        }
    }
}

pub(super) fn obj(bytes: &[u8]) {
    read("a.obj", bytes);
}

/// As text or binary, which the bytes tell.
pub(super) fn gltf(bytes: &[u8]) {
    read("a.gltf", bytes);
}

/// There is a mesh of which all indices are vertices, or there is a reason.
fn read(path: &str, bytes: &[u8]) {
    match Mesh::read(path, &Everywhere(bytes)) {
        Ok(mesh) => {
            let vertices = mesh.vertices();
            let indices = mesh.indices().unwrap_or_default();
            assert!(indices.iter().all(|vertex| *vertex < vertices));
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
}
