//! The domain of a patch, and the levels by which it is taken apart.

/// The levels of a patch, as they were written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Levels {
    pub(crate) outer: [f32; 4],
    pub(crate) inner: [f32; 2],
    /// Levels above it are it (MAX_TESS_GEN_LEVEL).
    pub(crate) most: u32,
}

/// A domain that is taken apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Domain {
    /// (u, v, w) of each distinct vertex; w is 0 but for triangles.
    pub(crate) vertices: Vec<[f32; 3]>,
    /// The vertices of each line or triangle one after another, or each vertex once.
    pub(crate) corners: Vec<u32>,
}

impl Domain {
    /// Adds a vertex; its number.
    pub(super) fn vertex(&mut self, coordinate: [f32; 3]) -> u32 {
        self.vertices.push(coordinate);
        self.vertices.len() as u32 - 1
    }
}
