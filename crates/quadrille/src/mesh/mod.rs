//! Meshes: vertex arrays with their indices. `file` reads them from OBJ and glTF files.

#[cfg(feature = "mesh")]
mod file;

use quadrille_pipeline::mesh::ATTRIBUTES;
use quadrille_pipeline::{Array, Arrays, Numbers, Topology};

#[cfg(feature = "mesh")]
use crate::files::FileError;
#[cfg(feature = "mesh")]
pub use file::{GltfError, ObjError};

/// Vertices and how they are joined. Attributes without an array take their current value
/// ([`Context::current`](quadrille_pipeline::Context::current)).
///
/// ```
/// use quadrille::{Mesh, Topology, attribute};
///
/// let triangle = Mesh::new(Topology::Triangles)
///     .with(attribute::POSITION, 2, vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0])?
///     .with(attribute::COLOR, 3, vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])?;
/// assert_eq!(triangle.vertices(), 3);
/// # Ok::<(), quadrille::MeshError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Mesh {
    topology: Topology,
    columns: [Option<Column>; ATTRIBUTES],
    indices: Option<Vec<u32>>,
}

/// The vectors of one attribute.
#[derive(Clone, PartialEq, Debug)]
struct Column {
    size: usize,
    values: Vec<f32>,
}

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
    /// The file has no faces, so that nothing would be drawn.
    #[cfg(feature = "mesh")]
    #[error("there are no faces in it")]
    NoFaces,
    /// The file cannot be read.
    #[cfg(feature = "mesh")]
    #[error(transparent)]
    File(#[from] FileError),
    /// A file that it names cannot be read.
    #[cfg(feature = "mesh")]
    #[error("it names `{path}`: {error}")]
    Named {
        /// The path, from where that of the mesh begins.
        path: String,
        /// Why not.
        error: FileError,
    },
    /// The file has another extension than those that are read.
    #[cfg(feature = "mesh")]
    #[error("a mesh is an OBJ or glTF file")]
    Kind,
    /// The mesh takes too much memory.
    #[cfg(feature = "mesh")]
    #[error("the mesh takes more than {} MiB of memory", file::MOST_MEMORY >> 20)]
    TooLarge,
    /// An OBJ file is damaged.
    #[cfg(feature = "mesh")]
    #[error("line {line}: {problem}")]
    Obj {
        /// The line, from 1.
        line: usize,
        /// The error there.
        problem: ObjError,
    },
    /// A glTF file is damaged, or has something that is not read.
    #[cfg(feature = "mesh")]
    #[error(transparent)]
    Gltf(#[from] GltfError),
}

impl Mesh {
    /// A mesh without vertices.
    pub fn new(topology: Topology) -> Mesh {
        Mesh {
            topology,
            columns: [const { None }; ATTRIBUTES],
            indices: None,
        }
    }

    /// Adds or replaces the array of an attribute: vectors of `size` components, one a vertex. Numbers of
    /// attributes are in [`attribute`](crate::attribute); the generic attribute n is number n too.
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

    /// The topology: how vertices are joined to primitives.
    pub fn topology(&self) -> Topology {
        self.topology
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
        Some(Array::new(column.size, Numbers::Floats(&column.values)))
    }

    /// All arrays, as a draw takes them.
    pub fn arrays(&self) -> Arrays<'_> {
        Arrays(std::array::from_fn(|attribute| self.array(attribute)))
    }
}
