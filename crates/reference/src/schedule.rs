//! Which lanes run which instruction: program counters, call stacks and loop counters of all lanes.
//!
//! Divergence and reconvergence: lanes at the same instruction run together. Of divergent lanes those in the deepest
//! call go first, and among them those with the lowest program counter; so they reconverge at the end of the block or
//! call that they diverged in. What an instruction does to the order is not here but in `flow`.

use quadrille_base::Id;
use quadrille_engine::{Mask, work_of};
use quadrille_program::{InstId, Program};

/// An entry of the call stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    /// The return address of a call, with the caller's frame.
    Return {
        to: u32,
        frame: Frame,
        /// The number of loops of the caller's subroutine that enclose the call.
        loops: u32,
    },
    /// An address register that PUSHA put there.
    Address([u32; 4]),
}

/// The frame of a running subroutine.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frame {
    /// The first of its loop counters.
    pub(crate) counters: usize,
    /// IF blocks of its callers that are open.
    pub(crate) open_ifs: u32,
    /// Loops of its callers that are open.
    pub(crate) open_loops: u32,
}

/// The state of a loop.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counter {
    /// Rounds left; `None` without end.
    pub(crate) left: Option<i64>,
    /// Of LOOP, its index and what is added to it.
    pub(crate) index: Option<(i64, i64)>,
}

/// One lane.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lane {
    /// The instruction that it executes next; stale while the lane is active.
    pub(crate) at: u32,
    /// Calls on the stack.
    pub(crate) calls: u32,
    pub(crate) frame: Frame,
    pub(crate) stack: Vec<Entry>,
    pub(crate) counters: Vec<Counter>,
    executed: u64,
}

/// The budgets of a lane.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Budgets {
    /// Executed instructions that the caller allows.
    pub(crate) caller: u64,
    /// Executed instructions after which the language ends a program.
    pub(crate) language: Option<u64>,
}

/// The next step of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The active lanes execute an instruction.
    Execute(InstId),
    /// The active lanes have spent the language's budget at an instruction.
    LanguageBudget(InstId),
    /// They have spent the caller's.
    CallerBudget(InstId),
    /// All lanes have ended.
    End,
}

/// The order of execution of a batch.
#[derive(Clone)]
pub(crate) struct Schedule {
    end: u32,
    lanes: Vec<Lane>,
    budgets: Budgets,
    /// Lanes that have not ended.
    alive: Mask,
    /// Lanes that wait at a barrier.
    waiting: Mask,
    /// Lanes that execute the next instruction.
    active: Mask,
    at: u32,
    calls: u32,
    /// Calls and program counter of the lanes that come after the active ones.
    other: Option<(u32, u32)>,
    /// Instructions that the active lanes have executed since they were selected, and may execute.
    steps: u64,
    allowance: u64,
    /// Units of work that were done and not counted yet.
    pub(crate) work: u64,
    /// An instruction and a lane of a barrier that not all lanes came to.
    diverged: Option<(InstId, usize)>,
    /// Whether all lanes have met at a barrier.
    met: bool,
}

impl Schedule {
    pub(crate) fn new(program: &Program, lanes: usize) -> Schedule {
        Schedule {
            end: program.instructions().len() as u32,
            lanes: vec![Lane::default(); lanes],
            budgets: Budgets::default(),
            alive: Mask::new(lanes, false),
            waiting: Mask::new(lanes, false),
            active: Mask::new(lanes, false),
            at: 0,
            calls: 0,
            other: None,
            steps: 0,
            allowance: 0,
            work: 0,
            diverged: None,
            met: false,
        }
    }

    /// Starts the live lanes at `entry`.
    pub(crate) fn begin(&mut self, live: &Mask, entry: InstId, budgets: Budgets) {
        for lane in &mut self.lanes {
            lane.at = entry.index() as u32;
            lane.calls = 0;
            lane.frame = Frame::default();
            lane.stack.clear();
            lane.counters.clear();
            lane.executed = 0;
        }
        self.budgets = budgets;
        self.alive.clone_from(live);
        self.waiting = Mask::new(live.lanes(), false);
        self.diverged = None;
        self.met = false;
        if entry.index() as u32 >= self.end {
            return self.select();
        }
        // All lanes are at one place, so that there is nothing to select.
        self.active.clone_from(live);
        (self.calls, self.at, self.other) = (0, entry.index() as u32, None);
        self.steps = 0;
        self.work = 0;
        self.allowance = budgets.caller.min(budgets.language.unwrap_or(u64::MAX));
    }

    /// The lanes that execute the instruction at hand.
    pub(crate) fn active(&self) -> &Mask {
        &self.active
    }

    /// A lane as it was left; where it is, [`Schedule::at`] says.
    pub(crate) fn seen(&self, lane: usize) -> &Lane {
        &self.lanes[lane]
    }

    /// The instruction that a lane executes next; `None` if it has ended.
    pub(crate) fn at(&self, lane: usize) -> Option<InstId> {
        if !self.alive.get(lane) {
            return None;
        }
        let at = if self.active.get(lane) {
            self.at
        } else {
            self.lanes[lane].at
        };
        (at < self.end).then(|| InstId::new(at as usize))
    }

    /// Whether a lane waits at a barrier.
    pub(crate) fn waits(&self, lane: usize) -> bool {
        self.alive.get(lane) && self.waiting.get(lane)
    }

    pub(crate) fn lane(&mut self, lane: usize) -> &mut Lane {
        &mut self.lanes[lane]
    }

    /// The next step.
    pub(crate) fn next(&self) -> Next {
        let at = InstId::new(self.at as usize);
        if !self.active.any() {
            return Next::End;
        }
        if self.steps < self.allowance {
            return Next::Execute(at);
        }
        match self.budgets.language {
            Some(language) if language <= self.budgets.caller => Next::LanguageBudget(at),
            _ => Next::CallerBudget(at),
        }
    }

    /// The active lanes have executed an instruction, and go on behind it.
    pub(crate) fn advance(&mut self) {
        self.at += 1;
        self.steps += 1;
        let meets = self
            .other
            .is_some_and(|(calls, at)| calls == self.calls && at <= self.at);
        if meets || self.at >= self.end {
            self.write_back(0);
            self.select();
        }
    }

    /// Lets the active lanes diverge: gives them program counters of their own, behind the instruction at hand, so
    /// that it may change them; [`Schedule::select`] must follow.
    pub(crate) fn diverge(&mut self) {
        self.write_back(1);
    }

    /// The instruction at hand; at the end of the program its last.
    pub(crate) fn place(&self) -> InstId {
        InstId::new(self.at.min(self.end.saturating_sub(1)) as usize)
    }

    /// Writes the program counter and the count of instructions that the active lanes share back to each.
    fn write_back(&mut self, ahead: u32) {
        self.work += work_of(self.steps + u64::from(ahead), self.active.count());
        for lane in self.active.iter() {
            let lane_state = &mut self.lanes[lane];
            lane_state.at = self.at + ahead;
            lane_state.executed += self.steps + u64::from(ahead);
        }
        self.steps = 0;
    }

    /// Ends a lane.
    pub(crate) fn end(&mut self, lane: usize) {
        self.alive.set(lane, false);
    }

    /// Lets the active lanes wait at the barrier at hand.
    pub(crate) fn wait(&mut self) {
        self.write_back(1);
        for at in 0..self.waiting.words().len() {
            let word = self.waiting.words()[at] | self.active.words()[at];
            self.waiting.set_word(at, word);
        }
        self.select();
    }

    /// A barrier that lanes left without all others having come to it.
    pub(crate) fn diverged_barrier(&mut self) -> Option<(InstId, usize)> {
        self.diverged.take()
    }

    /// Whether all lanes have met at a barrier since this was asked last.
    pub(crate) fn reconverged_at_barrier(&mut self) -> bool {
        std::mem::take(&mut self.met)
    }

    /// Selects the lanes that go next. Lanes that come to the end of the program end.
    pub(crate) fn select(&mut self) {
        let (lanes, end) = (&self.lanes, self.end);
        self.alive.retain(|lane| lanes[lane].at < end);
        loop {
            self.group();
            if self.active.any() || !self.waiting.any() {
                break;
            }
            self.release();
        }
        let language = self.budgets.language.unwrap_or(u64::MAX);
        let most = self.budgets.caller.min(language);
        let executed = self.active.iter().map(|lane| self.lanes[lane].executed).max();
        self.allowance = most.saturating_sub(executed.unwrap_or(0));
        self.steps = 0;
    }

    fn group(&mut self) {
        let mut best: Option<(u32, u32)> = None;
        let mut other: Option<(u32, u32)> = None;
        let goes_first = |a: (u32, u32), b: (u32, u32)| a.0 > b.0 || a.0 == b.0 && a.1 < b.1;
        for lane in self.alive.iter().filter(|lane| !self.waiting.get(*lane)) {
            let place = (self.lanes[lane].calls, self.lanes[lane].at);
            match best {
                Some(first) if place == first => {}
                Some(first) if goes_first(first, place) => {
                    if other.is_none_or(|second| goes_first(place, second)) {
                        other = Some(place);
                    }
                }
                _ => {
                    other = best;
                    best = Some(place);
                }
            }
        }
        self.other = other;
        (self.calls, self.at) = best.unwrap_or((0, self.end));
        let (lanes, waiting) = (&self.lanes, &self.waiting);
        self.active.copy_from(&self.alive);
        self.active.retain(|lane| {
            let place = (lanes[lane].calls, lanes[lane].at);
            !waiting.get(lane) && Some(place) == best
        });
    }

    /// Lets the lanes go that wait at barriers: every lane that has not ended does.
    fn release(&mut self) {
        let Some(lane) = self.waiting.iter().next() else {
            return;
        };
        let first = self.lanes[lane].at;
        let same = self.waiting.iter().all(|lane| self.lanes[lane].at == first);
        let ended = self.waiting.count() < self.lanes.len();
        if !same || ended {
            self.diverged = Some((InstId::new(first.saturating_sub(1) as usize), lane));
        } else {
            self.met = true;
        }
        self.waiting = Mask::new(self.lanes.len(), false);
    }
}
