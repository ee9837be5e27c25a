//! The accesses to the results of a patch, which all of its threads reach: who made them, and which of them are
//! ordered. Threads that execute an instruction together have all behind them that each of them did before
//! (NV_tessellation_program5 2.X.5).

use std::collections::BTreeMap;

use quadrille_engine::Mask;
use quadrille_program::{Layout, Program};

use super::Sanitizer;
use super::patch_race::PATCH_RACE;
use crate::observer::OutputEvent;

/// An access to a component of a result.
#[derive(Clone, Copy, Debug)]
struct Access {
    lane: usize,
    /// The number of the instruction, counted as they are executed.
    time: u64,
    /// The bits, if it writes.
    written: Option<u64>,
}

/// The accesses of a batch of patches.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// Threads of a patch; 0 where the program makes none.
    vertices: usize,
    /// The number of instructions executed so far.
    now: u64,
    /// Whether the threads that execute the instruction at hand are known to be together.
    joined: bool,
    /// For each lane, up to which time the accesses of each thread of its patch are behind it.
    behind: Vec<Vec<u64>>,
    /// By the lane whose result it is (the patch's first lane for what all share), slot and component.
    accesses: BTreeMap<(usize, usize, usize), Vec<Access>>,
}

impl Outputs {
    pub(super) fn new(program: &Program) -> Outputs {
        let vertices = match program.layout() {
            Layout::TessellationControl { vertices } => *vertices as usize,
            _ => 0,
        };
        Outputs {
            vertices,
            ..Outputs::default()
        }
    }

    /// Another batch comes, whose threads have done nothing.
    pub(super) fn renew(&mut self) {
        *self = Outputs {
            vertices: self.vertices,
            ..Outputs::default()
        };
    }

    /// A lane has an instruction behind it; the last of those that execute it ends it.
    pub(super) fn step(&mut self, active: &Mask, lane: usize) {
        if self.vertices > 0 && active.iter().last() == Some(lane) {
            self.now += 1;
            self.join(active);
            self.joined = false;
        }
    }

    /// Puts behind all active threads of a patch what any of them has behind it, and what they did so far.
    fn join(&mut self, active: &Mask) {
        let lanes: Vec<usize> = active.iter().collect();
        let unseen = vec![0; self.vertices];
        let last = lanes.last().map_or(0, |lane| lane + 1);
        if self.behind.len() < last {
            self.behind.resize(last, unseen.clone());
        }
        for patch in lanes.chunk_by(|a, b| a / self.vertices == b / self.vertices) {
            let mut joint = unseen.clone();
            for lane in patch {
                for (joint, behind) in joint.iter_mut().zip(&self.behind[*lane]) {
                    *joint = (*joint).max(*behind);
                }
            }
            for lane in patch {
                joint[lane % self.vertices] = self.now;
            }
            for lane in patch {
                self.behind[*lane].clone_from(&joint);
            }
        }
    }

    /// Notes an access; gives back one of another thread that it has no order with, where that matters.
    fn access(&mut self, event: &OutputEvent<'_>) -> Option<Access> {
        if !self.joined {
            self.join(event.active);
            self.joined = true;
        }
        let behind = &self.behind[event.lane];
        let disturbs = |other: &&Access| {
            let ordered = other.lane == event.lane || behind[other.lane % self.vertices] >= other.time;
            !ordered && other.written != event.written
        };
        let accesses = self.accesses.entry(event.place).or_default();
        let conflict = accesses.iter().find(disturbs).copied();
        let writes = event.written.is_some();
        accesses.retain(|other| other.lane != event.lane || other.written.is_some() != writes);
        accesses.push(Access {
            lane: event.lane,
            time: self.now + 1,
            written: event.written,
        });
        conflict
    }
}

impl Sanitizer {
    /// An access to a result that other threads of the patch reach.
    pub(super) fn output_access(&mut self, event: &OutputEvent<'_>) {
        let Some(other) = self.outputs.access(event) else {
            return;
        };
        let (_, slot, component) = event.place;
        let name = &self.results[slot];
        let letter = ["x", "y", "z", "w"][component];
        let what = if other.written.is_some() {
            "writes"
        } else {
            "reads"
        };
        let detail = format!(
            "thread {} {what} {name}.{letter} without an order",
            other.lane % self.outputs.vertices
        );
        self.report(&PATCH_RACE, event.instruction, event.lane, detail);
    }
}
