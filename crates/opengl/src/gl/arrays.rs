//! Vertices from arrays in our memory.

use quadrille_pipeline::Elements;

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{FLOAT, INT, UNSIGNED_INT};

/// The type of an attribute's components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Components {
    Floats,
    Signed,
    Unsigned,
}

/// A generic attribute: the bits of four components for each vertex.
pub(crate) struct VertexArray {
    pub(crate) location: u32,
    pub(crate) components: Components,
    pub(crate) values: Vec<[u32; 4]>,
}

impl Gl {
    /// Draws instances of vertices.
    ///
    /// # Errors
    ///
    /// An array lacks one of the vertices, or there are too many.
    pub(crate) fn draw_vertices(
        &self,
        mode: u32,
        arrays: &[VertexArray],
        elements: &Elements<'_>,
        instances: u32,
    ) -> Result<(), GlError> {
        let (needed, count) = match elements {
            Elements::Range { first, count } => (u64::from(*first) + u64::from(*count), *count as usize),
            Elements::Indices(numbers) | Elements::Streams { indices: numbers, .. } => {
                let last = numbers.iter().copied().max();
                (last.map_or(0, |last| u64::from(last) + 1), numbers.len())
            }
        };
        if arrays.iter().any(|array| (array.values.len() as u64) < needed) {
            return Err(GlError::Vertices(needed));
        }
        let count = i32::try_from(count).map_err(|_| GlError::VertexCount)?;
        let instances = i32::try_from(instances).map_err(|_| GlError::InstanceCount)?;
        i32::try_from(needed).map_err(|_| GlError::VertexCount)?;
        for array in arrays {
            let start = array.values.as_ptr().cast();
            // SAFETY: four words a vertex, tightly packed; the array lives until it is disabled below.
            unsafe {
                let pointer = self.functions.attribute_words;
                match array.components {
                    Components::Floats => {
                        (self.functions.attribute_pointer)(array.location, 4, FLOAT, 0, 0, start)
                    }
                    Components::Signed => pointer(array.location, 4, INT, 0, start),
                    Components::Unsigned => pointer(array.location, 4, UNSIGNED_INT, 0, start),
                }
            }
            self.enable_array(array.location);
        }
        let functions = &self.functions;
        // SAFETY: every enabled array has all vertices that are drawn, and there is no buffer bound in the place of
        // arrays or numbers.
        unsafe {
            match elements {
                Elements::Range { first, .. } => {
                    (functions.draw_arrays_instanced)(mode, *first as i32, count, instances);
                }
                Elements::Indices(numbers) | Elements::Streams { indices: numbers, .. } => {
                    let start = numbers.as_ptr().cast();
                    (functions.draw_elements_instanced)(mode, count, UNSIGNED_INT, start, instances);
                }
            }
        }
        arrays.iter().for_each(|array| self.disable_array(array.location));
        Ok(())
    }
}
