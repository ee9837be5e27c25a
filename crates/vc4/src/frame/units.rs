//! What lists and draws work with: the parts of the machine, and what a frame may still cost.

use super::finding::FrameFindings;
use super::limits::FrameLimits;
use super::processor::Processor;
use crate::machine::memory::Memory;

/// The parts of the machine that draws need.
pub(super) struct Units<'u, 'm> {
    pub(super) memory: &'u mut Memory<'m>,
    pub(super) processor: &'u mut Processor,
    pub(super) findings: &'u mut FrameFindings,
}

/// What both threads may still read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) packets: u64,
    pub(super) vertices: u64,
}

impl Left {
    pub(super) fn new(limits: &FrameLimits) -> Left {
        Left {
            packets: limits.packets,
            vertices: limits.vertices,
        }
    }

    /// Takes the vertices of a draw off; whether there were as many.
    pub(super) fn take_vertices(&mut self, count: u32) -> bool {
        match self.vertices.checked_sub(u64::from(count)) {
            Some(left) => {
                self.vertices = left;
                true
            }
            None => false,
        }
    }
}

/// The counts of the semaphore between the threads, one for each direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Semaphores {
    /// What the binner incremented and the renderer waits for.
    pub(super) to_render: u32,
    /// What the renderer incremented and the binner waits for.
    pub(super) to_bin: u32,
}
