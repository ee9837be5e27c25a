//! The binding points of memory that a program declares.

use quadrille_base::Span;
use quadrille_program::MemoryUse;
use rustc_hash::FxHashMap;

/// The memory so far.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) used: MemoryUse,
    /// Which parameter buffers are read by words and which by vectors, and where that is said.
    pub(crate) buffer_kinds: FxHashMap<u32, (bool, Span)>,
}
