//! Meshes of OBJ and glTF files.

mod gltf;
mod normals;
mod obj;

use quadrille_pipeline::{Topology, attribute};

use super::{Mesh, MeshError};
use crate::files::{Files, MOST_BYTES};
pub use gltf::GltfError;
pub use obj::ObjError;

/// Bytes that a mesh from a file may have, with what reading it takes beside them: 512 MiB, in which five million
/// vertices of ten million triangles find room.
pub(super) const MOST_MEMORY: usize = 1 << 29;

impl Mesh {
    /// Reads an OBJ or glTF file: triangles with positions, normals and texture coordinate 0. Normals are made
    /// from the faces where the file has none. The extension of the path says which form it has.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or is neither OBJ nor glTF.
    pub fn read(path: &str, files: &dyn Files) -> Result<Mesh, MeshError> {
        let bytes = files.read(path, MOST_BYTES)?;
        let extension = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let surface = match extension.as_str() {
            "obj" => obj::read(&bytes),
            "gltf" | "glb" => gltf::read(&bytes, path, files),
            _ => Err(MeshError::Kind),
        };
        surface?.mesh()
    }
}

/// The memory that is left for a mesh; what is taken is taken before it is allocated.
struct Room(usize);

impl Default for Room {
    fn default() -> Room {
        Room(MOST_MEMORY)
    }
}

impl Room {
    /// Takes the memory of vertices: 32 bytes each, and as many while they are read.
    fn vertices(&mut self, count: usize) -> Result<(), MeshError> {
        self.take(count, 64)
    }

    /// Takes the memory of indices.
    fn indices(&mut self, count: usize) -> Result<(), MeshError> {
        self.take(count, 4)
    }

    fn take(&mut self, count: usize, bytes: usize) -> Result<(), MeshError> {
        let left = count
            .checked_mul(bytes)
            .and_then(|bytes| self.0.checked_sub(bytes));
        self.0 = left.ok_or(MeshError::TooLarge)?;
        Ok(())
    }
}

/// The contents of a file: triangles.
#[derive(Default)]
struct Surface {
    /// x, y, z of each vertex.
    positions: Vec<f32>,
    /// x, y, z of each vertex; empty where the file has none.
    normals: Vec<f32>,
    /// s, t of each vertex, if the file has them.
    texcoords: Option<Vec<f32>>,
    /// Three vertices a triangle.
    indices: Vec<u32>,
}

impl Surface {
    fn mesh(mut self) -> Result<Mesh, MeshError> {
        let vertices = (self.positions.len() / 3) as u32;
        if let Some(vertex) = self.indices.iter().copied().find(|vertex| *vertex >= vertices) {
            return Err(MeshError::Index { vertex, vertices });
        }
        if self.normals.len() != self.positions.len() {
            self.normals = normals::normals(&self);
        }
        let mut mesh = Mesh::new(Topology::Triangles)
            .with(attribute::POSITION, 3, self.positions)?
            .with(attribute::NORMAL, 3, self.normals)?;
        if let Some(texcoords) = self.texcoords {
            mesh = mesh.with(attribute::TEXTURE_COORDINATE, 2, texcoords)?;
        }
        mesh.indexed(self.indices)
    }
}
