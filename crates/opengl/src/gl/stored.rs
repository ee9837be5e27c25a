//! Vertices in a buffer of the driver's own.

use super::error::GlError;
use super::functions::Gl;
use crate::enumerant::{ARRAY_BUFFER, FLOAT, STATIC_DRAW};

/// A generic attribute of floats, of all vertices.
pub(crate) struct StoredArray<'a> {
    pub(crate) location: u32,
    /// Components of a vertex, 1 to 4.
    pub(crate) components: u32,
    pub(crate) values: &'a [f32],
}

/// Vertices that were stored; their attributes are enabled while they are drawn.
pub(crate) struct StoredVertices {
    buffer: u32,
    /// Location, components, first byte.
    attributes: Vec<(u32, i32, usize)>,
    count: i32,
}

impl Gl {
    /// Stores arrays that have as many vertices each.
    pub(crate) fn store_vertices(&self, arrays: &[StoredArray<'_>]) -> Result<StoredVertices, GlError> {
        let vertices = |array: &StoredArray<'_>| array.values.len() / array.components.max(1) as usize;
        let count = arrays.iter().map(vertices).min().unwrap_or(0);
        if arrays.iter().any(|array| {
            array.values.len() != count * array.components as usize || !(1..=4).contains(&array.components)
        }) {
            return Err(GlError::Vertices(count as u64));
        }
        let all: Vec<f32> = arrays.iter().flat_map(|array| array.values).copied().collect();
        let mut buffer = 0;
        let bytes = isize::try_from(size_of_val(&all[..])).map_err(|_| GlError::VertexCount)?;
        // SAFETY: one name is written, and `bytes` bytes are read.
        unsafe {
            (self.functions.generate_buffers)(1, &mut buffer);
            self.bind_buffer(ARRAY_BUFFER, buffer);
            (self.functions.buffer_data)(ARRAY_BUFFER, bytes, all.as_ptr().cast(), STATIC_DRAW);
        }
        self.bind_buffer(ARRAY_BUFFER, 0);
        let mut first = 0;
        let attributes = arrays.iter().map(|array| {
            let start = first;
            first += size_of_val(array.values);
            (array.location, array.components as i32, start)
        });
        Ok(StoredVertices {
            buffer,
            attributes: attributes.collect(),
            count: i32::try_from(count).map_err(|_| GlError::VertexCount)?,
        })
    }

    /// Draws them all.
    pub(crate) fn draw_stored(&self, mode: u32, vertices: &StoredVertices) {
        self.bind_buffer(ARRAY_BUFFER, vertices.buffer);
        for (location, components, first) in &vertices.attributes {
            // SAFETY: a buffer is bound, so that the pointer is a number of bytes in it; behind it are the components of
            // all vertices.
            unsafe {
                (self.functions.attribute_pointer)(
                    *location,
                    *components,
                    FLOAT,
                    0,
                    0,
                    std::ptr::without_provenance(*first),
                );
            }
            self.enable_array(*location);
        }
        // SAFETY: every enabled array has `count` vertices.
        unsafe { (self.functions.draw_arrays_instanced)(mode, 0, vertices.count, 1) };
        for (location, ..) in &vertices.attributes {
            self.disable_array(*location);
        }
        self.bind_buffer(ARRAY_BUFFER, 0);
    }
}
