//! The steps of a run, forwards and back: copies of the state at some steps, and what lies between them run again.
//!
//! Copies are as close as memory allows. When they take more than they may, every second one goes, so that a long run
//! has them further apart; whatever step is asked for is reached from the copy before it.

use std::collections::BTreeMap;

use crate::machine::{End, Executed, Machine, Snapshot};

/// Bytes that copies may take.
const MEMORY: u64 = 128 << 20;
/// Steps between two copies at first.
const SPACING: u64 = 64;
/// Bytes of a copy for which a step is added between two: copying takes the time of some steps.
const BYTES_A_STEP: u64 = 512;
/// Steps that are executed between two questions whether to go on.
const SLICE: u64 = 1 << 12;

/// A step that a search looks at, by its number: the machine in front of it, and then behind it with what it did.
pub enum SearchPoint<'a> {
    /// In front of the step.
    Before(&'a dyn Machine, u64),
    /// Behind it.
    After(&'a dyn Machine, u64, &'a Executed),
}

/// A run that can be gone along in both directions. Steps are numbered from 0, which is before the first instruction.
pub struct Timeline<'m> {
    machine: Box<dyn Machine + 'm>,
    at: u64,
    copies: BTreeMap<u64, Snapshot>,
    bytes: u64,
    spacing: u64,
    memory: u64,
    /// The last step, once it is known.
    last: Option<u64>,
}

impl<'m> Timeline<'m> {
    /// The run of a machine that stands at its beginning.
    pub fn new(machine: Box<dyn Machine + 'm>) -> Timeline<'m> {
        Timeline::with_memory(machine, MEMORY)
    }

    /// The same with so many bytes for copies.
    pub fn with_memory(mut machine: Box<dyn Machine + 'm>, memory: u64) -> Timeline<'m> {
        let first = machine.save();
        let apart = (first.bytes / BYTES_A_STEP).clamp(SPACING, 1 << 20);
        Timeline {
            machine,
            at: 0,
            bytes: first.bytes,
            copies: BTreeMap::from([(0, first)]),
            spacing: apart.next_power_of_two(),
            memory,
            last: None,
        }
    }

    /// The machine as it stands.
    pub fn machine(&self) -> &dyn Machine {
        &*self.machine
    }

    /// The number of steps that were executed to come here.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The number of the last step, if the run was followed to its end.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Why there is no next step, if there is none.
    pub fn end(&self) -> Option<End> {
        self.machine.end()
    }

    /// The bytes that copies take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of steps between two copies.
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// Executes a step; `None` at the end.
    pub fn step(&mut self) -> Option<Executed> {
        let Some(executed) = self.machine.step() else {
            self.last = Some(self.at);
            return None;
        };
        self.at += 1;
        self.keep();
        Some(executed)
    }

    /// Executes steps without looking at them; whether there were as many.
    pub fn advance(&mut self, steps: u64) -> bool {
        let to = self.at.saturating_add(steps);
        while self.at < to {
            let stretch = (to - self.at).min(self.spacing - self.at % self.spacing);
            let done = self.machine.advance(stretch);
            self.at += done;
            if done < stretch {
                self.last = Some(self.at);
                return false;
            }
            self.keep();
        }
        true
    }

    /// Goes to a step, or to the end of a run that is shorter. `goes_on` is asked now and then; when it says no, the run
    /// stands somewhere between.
    pub fn go(&mut self, to: u64, goes_on: &mut dyn FnMut() -> bool) {
        let before = self.copies.range(..=to).next_back();
        if let Some((step, copy)) = before
            && (to < self.at || *step > self.at)
        {
            self.machine.restore(copy);
            self.at = *step;
        }
        while self.at < to && goes_on() {
            if !self.advance(SLICE.min(to - self.at)) {
                break;
            }
        }
    }

    /// Goes to the end.
    pub fn go_to_end(&mut self, goes_on: &mut dyn FnMut() -> bool) {
        self.go(self.last.unwrap_or(u64::MAX), goes_on);
    }

    /// Goes back to the last step before this one for which `is_it` says yes. If there is none, or `goes_on` says no, the
    /// run stands where it stood, and it is false.
    pub fn go_back(
        &mut self,
        is_it: &mut dyn FnMut(SearchPoint<'_>) -> bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let from = self.at;
        let mut end = from;
        while end > 0 && goes_on() {
            let Some((start, copy)) = self.copies.range(..end).next_back() else {
                break;
            };
            let start = *start;
            self.machine.restore(copy);
            self.at = start;
            let mut found = None;
            while self.at < end {
                if self.at.is_multiple_of(SLICE) && !goes_on() {
                    break;
                }
                let at = self.at;
                let before = is_it(SearchPoint::Before(&*self.machine, at));
                let Some(executed) = self.step() else {
                    break;
                };
                if is_it(SearchPoint::After(&*self.machine, at, &executed)) || before {
                    found = Some(at);
                }
            }
            if let Some(found) = found {
                self.go(found, &mut || true);
                return true;
            }
            end = start;
        }
        self.go(from, &mut || true);
        false
    }

    /// Keeps a copy of this step, if it is one of those that have one.
    fn keep(&mut self) {
        if !self.at.is_multiple_of(self.spacing) || self.copies.contains_key(&self.at) {
            return;
        }
        let copy = self.machine.save();
        self.bytes += copy.bytes;
        self.copies.insert(self.at, copy);
        while self.bytes > self.memory && self.copies.len() > 2 {
            self.spacing *= 2;
            let spacing = self.spacing;
            let bytes = &mut self.bytes;
            self.copies.retain(|step, copy| {
                let stays = step.is_multiple_of(spacing);
                if !stays {
                    *bytes -= copy.bytes;
                }
                stays
            });
        }
    }
}
