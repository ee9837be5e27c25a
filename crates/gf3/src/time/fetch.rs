//! Command and data fetch: sends the attributes of one vertex after another.

use super::parameter::Parameters;
use super::wire::{AttributeWrite, Wires};
use super::workload::Workload;

/// The unit.
#[derive(Debug)]
pub(super) struct Fetch {
    misses: Vec<usize>,
    next: usize,
    pending: Vec<AttributeWrite>,
    credits: u32,
    pub(super) busy: u64,
}

impl Fetch {
    pub(super) fn new(misses: Vec<usize>, parameters: &Parameters) -> Fetch {
        Fetch {
            misses,
            next: 0,
            pending: Vec::new(),
            credits: parameters.copies_waiting,
            busy: 0,
        }
    }

    pub(super) fn clock(
        &mut self,
        now: u64,
        wires: &mut Wires,
        workload: &Workload,
        parameters: &Parameters,
    ) {
        while wires.credits.receive(now).is_some() {
            self.credits += 1;
        }
        if self.pending.is_empty() && self.credits > 0 && self.next < self.misses.len() {
            let sent = workload.sent(self.misses[self.next]);
            let last = sent.len() - 1;
            self.pending = sent
                .into_iter()
                .enumerate()
                .map(|(at, (slot, value))| AttributeWrite {
                    vertex: self.next,
                    slot,
                    value,
                    provokes: at == last,
                })
                .collect();
            self.next += 1;
            self.credits -= 1;
        }
        let count = self.pending.len().min(parameters.fetch_attributes as usize);
        self.busy += u64::from(count > 0);
        for write in self.pending.drain(..count) {
            wires.attributes.send(now, 1, write);
        }
    }
}
