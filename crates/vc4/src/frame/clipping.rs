//! What the binner does to primitives that reach outside: parts with vertices of their own, in tile memory.

use super::state::State;
use crate::binner::{CLIPPED_WORDS, ClipVertex, Pool, PoolError};
use crate::machine::memory::Memory;
use crate::raster::Vertex;

/// Bytes of tile memory that clipped vertices are given at a time.
const CHUNK: u32 = 256;

/// Where clipped vertices are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClippedVertices {
    next: u32,
    left: u32,
}

impl ClippedVertices {
    /// Writes the three vertices of a primitive to tile memory; their address.
    pub(super) fn store(
        &mut self,
        vertices: &[ClipVertex; 3],
        state: &State,
        pool: &mut Pool,
        memory: &mut Memory<'_>,
    ) -> Result<u32, PoolError> {
        let bytes = 4 * CLIPPED_WORDS as u32 * 3;
        let needed = bytes.next_multiple_of(8);
        if self.left < needed {
            (self.next, self.left) = pool.take(CHUNK, memory)?;
        }
        let address = self.next;
        self.next += needed;
        self.left -= needed;
        let mut record = Vec::with_capacity(bytes as usize);
        for vertex in vertices {
            let made = screen(vertex, state);
            let [x, y] = [made.x - state.viewport.0, made.y - state.viewport.1].map(|v| v as u16);
            record.extend_from_slice(&x.to_le_bytes());
            record.extend_from_slice(&y.to_le_bytes());
            for value in [made.z, made.reciprocal_w, vertex.weights[1], vertex.weights[2]] {
                record.extend_from_slice(&value.to_le_bytes());
            }
        }
        pool.write(address, &record, memory)?;
        Ok(address)
    }
}

/// How far X and Y reach in multiples of W: as far as coordinates of 12.4 do.
pub(super) fn guard(state: &State) -> [f32; 2] {
    let (width, height) = state.half_size;
    [width, height].map(|half| {
        let reach = 32000.0 / half.abs();
        if reach.is_finite() { reach } else { f32::MAX }
    })
}

/// A vertex of the clipper in screen coordinates.
pub(super) fn screen(vertex: &ClipVertex, state: &State) -> Vertex {
    let [x, y, z, w] = vertex.place;
    let (half_width, half_height) = state.half_size;
    let (scale, offset) = state.clipper_z;
    Vertex {
        x: i32::from((x / w * half_width) as i16) + state.viewport.0,
        y: i32::from((y / w * half_height) as i16) + state.viewport.1,
        z: z / w * scale + offset,
        reciprocal_w: 1.0 / w,
        ..Vertex::default()
    }
}
