//! Output buffers, which are emptied in the order in which vertices came. A vertex may leave in the cycle of its last
//! write-back.

use super::parameter::Parameters;
use super::wire::{Done, Wires};
use crate::function::Quad;
use std::collections::BTreeMap;

/// The unit.
#[derive(Debug, Default)]
pub(super) struct Drain {
    waiting: BTreeMap<usize, Box<[Quad; 16]>>,
    free_at: u64,
    /// The outputs of the vertices that have left, in order.
    pub(super) left: Vec<[Quad; 16]>,
}

impl Drain {
    pub(super) fn clock(&mut self, now: u64, wires: &mut Wires, parameters: &Parameters) {
        while let Some(Done { vertex, outputs }) = wires.done.receive(now) {
            self.waiting.insert(vertex, outputs);
        }
        while now >= self.free_at {
            let Some(outputs) = self.waiting.remove(&self.left.len()) else {
                return;
            };
            self.left.push(*outputs);
            self.free_at = now + u64::from(parameters.drain_cycles);
            wires.outputs_free.send(now, 1, ());
            wires.retired.send(now, 1, ());
        }
    }
}
