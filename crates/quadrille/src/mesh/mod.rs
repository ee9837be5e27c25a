//! Meshes: vertex arrays with their indices, made by hand or read from OBJ and glTF files.

mod gltf;
mod normals;
mod obj;

use quadrille_pipeline::mesh::ATTRIBUTES;
use quadrille_pipeline::{Array, Arrays, Numbers, Primitive, attribute};

use crate::files::{FileError, Files, MOST_BYTES};
pub use gltf::GltfError;
pub use obj::ObjError;

/// Vertices and how they are joined. Attributes without an array take their current value
/// ([`Context::current`](quadrille_pipeline::Context::current)).
///
/// ```
/// use quadrille::{Mesh, Primitive, attribute};
///
/// let triangle = Mesh::new(Primitive::Triangles)
///     .with(attribute::POSITION, 2, vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0])?
///     .with(attribute::COLOR, 3, vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])?;
/// assert_eq!(triangle.vertices(), 3);
/// # Ok::<(), quadrille::MeshError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Mesh {
    primitive: Primitive,
    columns: [Option<Column>; ATTRIBUTES],
    indices: Option<Vec<u32>>,
}

/// The vectors of one attribute.
#[derive(Clone, PartialEq, Debug)]
struct Column {
    size: usize,
    values: Vec<f32>,
}

/// Bytes that a mesh from a file may have, with what reading it takes beside them: 512 MiB, in which five million
/// vertices of ten million triangles find room.
const MOST_MEMORY: usize = 1 << 29;

/// A mesh that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MeshError {
    /// There is no such attribute.
    #[error("there is no vertex attribute {0}")]
    Attribute(usize),
    /// Vectors have 1 to 4 components.
    #[error("vectors have 1 to 4 components, not {0}")]
    Size(usize),
    /// The numbers do not make whole vectors.
    #[error("{values} numbers are not whole vectors of {size} components")]
    Length {
        /// Numbers given.
        values: usize,
        /// Components of a vector.
        size: usize,
    },
    /// An index is too high.
    #[error("the mesh names vertex {vertex} and has {vertices}")]
    Index {
        /// The vertex.
        vertex: u32,
        /// Vertices of the shortest array.
        vertices: u32,
    },
    /// The file, or one that it names, cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has another extension than those that are read.
    #[error("a mesh is an OBJ or glTF file")]
    Kind,
    /// The mesh takes too much memory.
    #[error("the mesh takes more than {} MiB of memory", MOST_MEMORY >> 20)]
    TooLarge,
    /// An OBJ file is damaged.
    #[error("line {line}: {problem}")]
    Obj {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: ObjError,
    },
    /// A glTF file is damaged, or has something that is not read.
    #[error(transparent)]
    Gltf(#[from] GltfError),
}

impl Mesh {
    /// A mesh without vertices.
    pub fn new(primitive: Primitive) -> Mesh {
        Mesh {
            primitive,
            columns: [const { None }; ATTRIBUTES],
            indices: None,
        }
    }

    /// Adds or replaces the array of an attribute: vectors of `size` components, one a vertex. Numbers of
    /// attributes are in [`attribute`]; the generic attribute n is number n too.
    ///
    /// # Errors
    ///
    /// There is no such attribute, or the values are not whole vectors of 1 to 4 components.
    pub fn with(mut self, attribute: usize, size: usize, values: Vec<f32>) -> Result<Mesh, MeshError> {
        let column = self
            .columns
            .get_mut(attribute)
            .ok_or(MeshError::Attribute(attribute))?;
        if !(1..=4).contains(&size) {
            return Err(MeshError::Size(size));
        }
        if !values.len().is_multiple_of(size) || u32::try_from(values.len()).is_err() {
            let values = values.len();
            return Err(MeshError::Length { values, size });
        }
        *column = Some(Column { size, values });
        Ok(self)
    }

    /// Joins vertices by number, instead of each after the other. Give the arrays first.
    ///
    /// # Errors
    ///
    /// A vertex is named that some array does not have.
    pub fn indexed(mut self, indices: Vec<u32>) -> Result<Mesh, MeshError> {
        let vertices = self.vertices();
        match indices.iter().copied().find(|vertex| *vertex >= vertices) {
            Some(vertex) => Err(MeshError::Index { vertex, vertices }),
            None => {
                self.indices = Some(indices);
                Ok(self)
            }
        }
    }

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

    /// How vertices are joined.
    pub fn primitive(&self) -> Primitive {
        self.primitive
    }

    /// Vertices that every array has.
    pub fn vertices(&self) -> u32 {
        let lengths = self.columns.iter().flatten();
        let shortest = lengths.map(|column| column.values.len() / column.size).min();
        shortest.unwrap_or(0) as u32
    }

    /// Vertices by number in the order in which they are joined, if they are not simply counted.
    pub fn indices(&self) -> Option<&[u32]> {
        self.indices.as_deref()
    }

    /// The vectors of an attribute.
    pub fn array(&self, attribute: usize) -> Option<Array<'_>> {
        let column = self.columns.get(attribute)?.as_ref()?;
        Some(Array {
            size: column.size,
            values: Numbers::Floats(&column.values),
        })
    }

    /// All arrays, as a draw takes them.
    pub fn arrays(&self) -> Arrays<'_> {
        Arrays(std::array::from_fn(|attribute| self.array(attribute)))
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

/// What a file holds: triangles.
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
        let mut mesh = Mesh::new(Primitive::Triangles)
            .with(attribute::POSITION, 3, self.positions)?
            .with(attribute::NORMAL, 3, self.normals)?;
        if let Some(texcoords) = self.texcoords {
            mesh = mesh.with(attribute::TEXTURE_COORDINATE, 2, texcoords)?;
        }
        mesh.indexed(self.indices)
    }
}
