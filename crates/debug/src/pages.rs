//! Copies of memory that share what did not change.

use std::sync::Arc;

/// Bytes that are copied together, if they have changed.
const CHUNK: usize = 1 << 14;

/// A copy of some buffers.
#[derive(Clone, Default)]
pub(crate) struct Pages(Vec<Vec<Arc<[u8]>>>);

impl Pages {
    /// Makes it a copy of the buffers as they are now; the bytes that it does not share with what it was.
    pub(crate) fn update<B: AsRef<[u8]>>(&mut self, buffers: impl Iterator<Item = B>) -> u64 {
        let mut new = 0;
        for (number, buffer) in buffers.enumerate() {
            if number >= self.0.len() {
                self.0.push(Vec::new());
            }
            let pieces: Vec<&[u8]> = buffer.as_ref().chunks(CHUNK).collect();
            let chunks = &mut self.0[number];
            chunks.resize_with(pieces.len(), || Arc::from([]));
            for (piece, chunk) in pieces.into_iter().zip(chunks) {
                if **chunk != *piece {
                    *chunk = Arc::from(piece);
                    new += piece.len() as u64;
                }
            }
        }
        new
    }

    /// The pieces of each buffer: the first byte of a piece, and its bytes.
    pub(crate) fn pieces(&self, buffer: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let chunks = self.0.get(buffer).into_iter().flatten().enumerate();
        chunks.map(|(number, chunk)| (number * CHUNK, &**chunk))
    }
}
