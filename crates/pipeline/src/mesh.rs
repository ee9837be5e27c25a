//! Vertex arrays: where a draw's vertices come from. Formats other than floats are converted by who reads them.

use crate::draw::DrawError;

/// Number of vertex attributes.
pub const ATTRIBUTES: usize = 16;

/// Attribute numbers of the conventional attributes (ARB_vertex_program, Table X.2.1). A conventional
/// attribute and the generic one of its number are the same value.
pub mod attribute {
    /// Position; an array of it, or a vertex without one, is what makes a vertex.
    pub const POSITION: usize = 0;
    /// Vertex weights 0 to 3.
    pub const WEIGHT: usize = 1;
    /// Normal.
    pub const NORMAL: usize = 2;
    /// Primary colour.
    pub const COLOR: usize = 3;
    /// Secondary colour.
    pub const SECONDARY_COLOR: usize = 4;
    /// Fog coordinate.
    pub const FOG_COORDINATE: usize = 5;
    /// Texture coordinate 0; those of the other units follow.
    pub const TEXTURE_COORDINATE: usize = 8;
}

/// A tightly packed array of vectors of 1 to 4 floats. Missing components are 0, 0, 1.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// Components of a vector, 1 to 4.
    pub size: usize,
    /// The components of all vectors.
    pub values: &'a [f32],
}

impl Array<'_> {
    /// Number of vectors.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.size).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A vector.
    pub fn get(&self, index: usize) -> [f32; 4] {
        let mut value = [0.0, 0.0, 0.0, 1.0];
        let start = index * self.size;
        value[..self.size].copy_from_slice(&self.values[start..start + self.size]);
        value
    }
}

/// The enabled vertex arrays, by attribute number; attributes without one take their current value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrays<'a>(pub [Option<Array<'a>>; ATTRIBUTES]);

impl<'a> Arrays<'a> {
    /// Adds or replaces an array of vectors of `size` components.
    ///
    /// # Panics
    ///
    /// There is no attribute of this number.
    #[must_use]
    pub fn with(mut self, attribute: usize, size: usize, values: &'a [f32]) -> Arrays<'a> {
        self.0[attribute] = Some(Array { size, values });
        self
    }

    /// Number of vertices that every array has.
    pub(crate) fn vertices(&self) -> usize {
        let lengths = self.0.iter().flatten().map(Array::len);
        lengths.min().unwrap_or(0)
    }

    /// Checks the sizes.
    pub(crate) fn check(&self) -> Result<(), DrawError> {
        for (attribute, array) in self.0.iter().enumerate() {
            if let Some(array) = array
                && !(1..=4).contains(&array.size)
            {
                return Err(DrawError::ArraySize {
                    attribute,
                    size: array.size,
                });
            }
        }
        Ok(())
    }
}
