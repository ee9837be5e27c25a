//! Command and data fetch: sends the attributes of one vertex after another, and in between loads programs and
//! constants, for which every vertex before has to be through.

use super::front::{Event, Work};
use super::parameter::Parameters;
use super::wire::{AttributeWrite, Wires};
use super::workload::{Computed, Workload};
use std::collections::VecDeque;

/// The unit.
#[derive(Debug)]
pub(super) struct Fetch {
    misses: Vec<usize>,
    setups: VecDeque<(usize, u32)>,
    /// The cycle at which the set-up that is under way is over.
    setup_until: u64,
    retired: usize,
    next: usize,
    pending: Vec<AttributeWrite>,
    credits: u32,
    pub(super) busy: u64,
    /// Cycles in which programs and constants were loaded, and those of waiting for it.
    pub(super) setup: u64,
    pub(super) events: Vec<Event>,
}

impl Fetch {
    pub(super) fn new(computed: Computed, parameters: &Parameters) -> Fetch {
        Fetch {
            misses: computed.vertices,
            setups: computed.setups.into(),
            setup_until: 0,
            retired: 0,
            setup: 0,
            events: Vec::new(),
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
        while wires.retired.receive(now).is_some() {
            self.retired += 1;
        }
        if now < self.setup_until {
            self.setup += 1;
            return;
        }
        let setup = self.setups.front().copied();
        if let Some((_, words)) = setup.filter(|setup| self.pending.is_empty() && setup.0 == self.next) {
            self.setup += 1;
            wires.setup.send(now, 1, true);
            if self.retired == self.next {
                self.setups.pop_front();
                let cycles = u64::from(words.div_ceil(parameters.setup_words)).max(1);
                self.setup_until = now + cycles;
                self.events.push(Event {
                    from: now,
                    until: now + cycles,
                    work: Work::Setup { words },
                });
                wires.setup.send(now, cycles + 1, false);
            }
            return;
        }
        if self.pending.is_empty() && self.credits > 0 && self.next < self.misses.len() {
            let sent = workload.sent(self.misses[self.next]);
            let last = sent.len() - 1;
            let slots = sent.iter().fold(0, |set, (slot, _)| set | 1u16 << slot);
            let cycles = (sent.len() as u64).div_ceil(parameters.fetch_attributes.into());
            self.events.push(Event {
                from: now,
                until: now + cycles,
                work: Work::Fetch {
                    vertex: self.next,
                    slots,
                },
            });
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
