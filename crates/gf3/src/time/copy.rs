//! The vertex attribute buffer and its copies to input buffers.

use super::front::{Event, Work};
use super::parameter::Parameters;
use super::wire::{Fill, Ready, Wires};
use crate::function::Quad;
use crate::function::attribute::AttributeBuffer;
use std::collections::VecDeque;

/// The unit. Each input buffer has dirty bits of its own, because it was last filled some vertices ago.
#[derive(Debug)]
pub(super) struct Copy {
    attributes: AttributeBuffer,
    dirty: Vec<u16>,
    free: Vec<bool>,
    next_buffer: usize,
    waiting: VecDeque<(usize, [Quad; 16])>,
    busy_until: u64,
    pub(super) busy: u64,
    /// Cycles in which a vertex waited for an input buffer.
    pub(super) blocked: u64,
    pub(super) events: Vec<Event>,
    /// For each input buffer the vertex that it holds, and since when.
    held: Vec<Option<(usize, u64)>>,
}

impl Copy {
    pub(super) fn new(parameters: &Parameters) -> Copy {
        let buffers = parameters.input_buffers as usize;
        Copy {
            attributes: AttributeBuffer::default(),
            dirty: vec![0xffff; buffers],
            free: vec![true; buffers],
            next_buffer: 0,
            waiting: VecDeque::new(),
            busy_until: 0,
            busy: 0,
            blocked: 0,
            events: Vec::new(),
            held: vec![None; buffers],
        }
    }

    /// Records that a buffer holds its vertex no more.
    fn release(&mut self, buffer: usize, now: u64) {
        if let Some((vertex, from)) = self.held[buffer].take() {
            self.events.push(Event {
                from,
                until: now,
                work: Work::Hold { vertex, buffer },
            });
        }
    }

    /// Records what buffers hold at the end of the run.
    pub(super) fn finish(&mut self, now: u64) {
        (0..self.held.len()).for_each(|buffer| self.release(buffer, now));
    }

    pub(super) fn clock(&mut self, now: u64, wires: &mut Wires, parameters: &Parameters) {
        while let Some(buffer) = wires.inputs_free.receive(now) {
            self.free[buffer] = true;
            self.release(buffer, now);
        }
        while let Some(write) = wires.attributes.receive(now) {
            self.attributes.write(write.slot, &write.value);
            self.dirty.iter_mut().for_each(|dirty| *dirty |= 1 << write.slot);
            if write.provokes {
                self.waiting
                    .push_back((write.vertex, *self.attributes.attributes()));
            }
        }
        if now < self.busy_until {
            self.busy += 1;
            return;
        }
        let buffer = self.next_buffer;
        if !self.free[buffer] {
            self.blocked += u64::from(!self.waiting.is_empty());
            return;
        }
        let Some((vertex, slots)) = self.waiting.pop_front() else {
            return;
        };
        let mask = if parameters.dirty_bits == 1 {
            self.dirty[buffer]
        } else {
            0xffff
        };
        // What later vertices have changed already stays dirty: it is not part of this one.
        let later = self
            .waiting
            .iter()
            .fold(0, |set, (_, other)| set | difference(&slots, other));
        self.dirty[buffer] = later | difference(&slots, self.attributes.attributes());
        let cycles = u64::from(mask.count_ones())
            .div_ceil(parameters.copy_slots.into())
            .max(1);
        self.busy_until = now + cycles;
        self.busy += 1;
        self.events.push(Event {
            from: now,
            until: now + cycles,
            work: Work::Copy {
                vertex,
                buffer,
                slots: mask,
            },
        });
        self.held[buffer] = Some((vertex, now + cycles));
        self.free[buffer] = false;
        self.next_buffer = (buffer + 1) % self.free.len();
        wires.fills.send(now, cycles, Fill { buffer, slots, mask });
        wires.ready.send(now, cycles, Ready { vertex, buffer });
        wires.credits.send(now, cycles, ());
    }
}

/// The slots in which two sets of attributes differ, a bit each.
fn difference(a: &[Quad; 16], b: &[Quad; 16]) -> u16 {
    (0..16)
        .filter(|slot| a[*slot] != b[*slot])
        .fold(0, |set, slot| set | 1 << slot)
}
