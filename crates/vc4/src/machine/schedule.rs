//! The scheduler: the QPU that is furthest behind in time runs next.

use std::collections::VecDeque;
use std::sync::Arc;

use quadrille_base::Stop;

use super::chip::{Chip, Wait};
use super::finding::FindingKind;
use super::launch::Launch;
use super::memory::Memory;
use super::outcome::{End, Outcome};
use super::profile::Profile;
use super::statistics::{Stall, Totals};
use crate::qpu::state::Context;
use crate::qpu::{Code, Pause, Qpu};
use crate::tile::access::TileAccess;
use crate::tile::{ClearValues, DepthTest};
use crate::trace::Observer;

/// Limits of a run. The defaults end every run within some seconds and some megabytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions of all QPUs together; an item that a transfer moves counts as one.
    pub instructions: u64,
    /// Places at which findings are kept.
    pub findings: usize,
    /// Words of one buffer that are decoded as a program.
    pub program_words: usize,
    /// Writes to the tile buffer, and host interrupts, that are kept of each.
    pub tile_writes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: 400_000_000,
            findings: 1000,
            program_words: 1 << 18,
            tile_writes: 1 << 16,
        }
    }
}

/// The state of a QPU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Idle,
    Ready,
    Blocked(Wait, u64),
}

/// A machine with its queue. Semaphores, the VPM and registers keep their values from run to run.
#[derive(Clone)]
pub struct Machine {
    pub(super) chip: Chip,
    pub(super) qpus: Vec<Qpu>,
    pub(super) states: Vec<State>,
    /// The clocks of ready QPUs, the largest number for others: what the choice of the next looks at.
    clocks: [u64; 16],
    queue: VecDeque<Launch>,
    codes: Vec<Arc<Code>>,
    tickets: u64,
    tile: Option<(ClearValues, DepthTest)>,
    /// Ends a run from outside; asked every few milliseconds.
    pub stop: Option<Stop>,
}

/// Instructions between two questions whether a run is to end.
const SLICE: u64 = 1 << 20;

impl Machine {
    /// A machine at rest. A profile with more than 16 QPUs gets 16, one without gets one.
    pub fn new(profile: Profile) -> Machine {
        let count = profile.qpus.clamp(1, 16);
        Machine {
            qpus: (0..count).map(Qpu::new).collect(),
            states: vec![State::Idle; usize::from(count)],
            clocks: [u64::MAX; 16],
            chip: Chip::new(
                Profile {
                    qpus: count,
                    ..profile
                },
                0,
                0,
            ),
            queue: VecDeque::new(),
            codes: Vec::new(),
            tickets: 0,
            stop: None,
            tile: None,
        }
    }

    /// Gives each fragment program a tile buffer with these values, of its own pixels alone, which it reads and writes;
    /// without it reads give zeros, and depth and stencil always pass.
    pub fn set_tile(&mut self, clear: ClearValues, test: DepthTest) {
        self.tile = Some((clear, test));
    }

    /// Puts a program into the queue.
    pub fn queue(&mut self, launch: Launch) {
        self.queue.push_back(launch);
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.chip.profile
    }

    /// Runs all programs of the queue; those that are under way when it ends otherwise are given up.
    pub fn run<O: Observer>(&mut self, memory: &mut Memory<'_>, limits: Limits, observer: &mut O) -> Outcome {
        self.restart(limits);
        let arch = pulp::Arch::new();
        let end = if is_fused(arch) {
            arch.dispatch(Scheduled::<'_, '_, O, true> {
                machine: self,
                memory,
                observer,
                limits: &limits,
            })
        } else {
            arch.dispatch(Scheduled::<'_, '_, O, false> {
                machine: self,
                memory,
                observer,
                limits: &limits,
            })
        };
        self.states.fill(State::Idle);
        self.clocks.fill(u64::MAX);
        let findings = std::mem::replace(&mut self.chip.findings, super::finding::Findings::new(0));
        Outcome {
            end,
            dropped_findings: findings.dropped(),
            findings: findings.into_sorted(),
            qpus: self
                .qpus
                .iter()
                .map(|qpu| Totals {
                    clock: qpu.clock,
                    ..qpu.totals.clone()
                })
                .collect(),
            transferred: self.chip.transferred,
            caches: self.chip.cache_totals(),
            interrupts: self.chip.take_interrupts(),
            tile_writes: self.chip.take_tile_writes(),
        }
    }

    /// Makes everything as new that does not stay from run to run.
    pub(super) fn restart(&mut self, limits: Limits) {
        let semaphores = self.chip.semaphores;
        let vpm = std::mem::take(&mut self.chip.vpm);
        self.chip = Chip::new(self.chip.profile.clone(), limits.findings, limits.tile_writes);
        (self.chip.semaphores, self.chip.vpm) = (semaphores, vpm);
        self.chip.quads = self.tile.map(|(clear, test)| TileAccess::of_quads(&clear, test));
        self.codes.clear();
        for qpu in &mut self.qpus {
            qpu.restart();
        }
    }

    /// Gives programs of the queue to idle QPUs, lowest number first, from `clock` on.
    pub(super) fn assign(&mut self, memory: &Memory<'_>, limits: &Limits, clock: u64) {
        for index in 0..self.qpus.len() {
            if self.states[index] != State::Idle || self.queue.is_empty() {
                continue;
            }
            let Some(launch) = self.queue.pop_front() else {
                return;
            };
            let number = self.qpus[index].number;
            let Some((code, pc)) = self.code(memory, launch.code, limits) else {
                self.chip
                    .findings
                    .note(FindingKind::PastEnd, number, clock, launch.code, launch.code);
                continue;
            };
            let first = self.context(code, pc, launch.thread);
            let second = launch.second.and_then(|(address, thread)| {
                let (code, pc) = self.code(memory, address, limits)?;
                Some(self.context(code, pc, thread))
            });
            self.qpus[index].begin(first, second, clock);
            self.set(index, State::Ready);
        }
    }

    fn context(&mut self, code: Arc<Code>, pc: usize, thread: super::launch::Thread) -> Context {
        self.tickets += 1;
        if let Some(fragment) = &thread.fragment {
            self.chip.scoreboard.enter(self.tickets, fragment.pixels);
        }
        let tile = thread
            .fragment
            .is_some()
            .then(|| self.chip.quads.clone())
            .flatten();
        Context {
            tile: tile.map(Box::new),
            ..Context::new(code, pc, thread, self.tickets)
        }
    }

    /// The decoded program that holds `address`, decoded now if it is not yet.
    fn code(&mut self, memory: &Memory<'_>, address: u32, limits: &Limits) -> Option<(Arc<Code>, usize)> {
        let address = memory.physical(address);
        for code in &self.codes {
            if let Some(index) = code.index(address) {
                return Some((Arc::clone(code), index));
            }
        }
        let (base, bytes) = memory.buffer(address)?;
        // A buffer too large to decode whole is decoded from the program's start on.
        let start = if bytes.len() / 8 > limits.program_words || !(address - base).is_multiple_of(8) {
            address
        } else {
            base
        };
        let code = Code::decode(start, &bytes[(start - base) as usize..], limits.program_words);
        let code = Arc::new(code.seen_through(memory.physical(u32::MAX)));
        let index = code.index(address)?;
        self.codes.push(Arc::clone(&code));
        Some((code, index))
    }

    /// Gives the QPUs instructions of those that are left.
    fn refill(&mut self, left: &mut u64) {
        let slice = if self.stop.is_some() { SLICE } else { u64::MAX };
        self.chip.budget = slice.min(*left);
        *left -= self.chip.budget;
    }

    /// The ready QPU that is first in time, and the time of the second.
    fn next(&self) -> Option<(usize, (u64, u8))> {
        let mut first = None;
        let mut first_time = (u64::MAX, u8::MAX);
        let mut second_time = (u64::MAX, u8::MAX);
        for (index, &clock) in self.clocks.iter().enumerate() {
            if clock < first_time.0 {
                second_time = first_time;
                (first, first_time) = (Some(index), (clock, index as u8));
            } else if clock < second_time.0 {
                second_time = (clock, index as u8);
            }
        }
        first.map(|index| (index, second_time))
    }

    /// Changes what a QPU is doing.
    fn set(&mut self, index: usize, state: State) {
        self.states[index] = state;
        self.clocks[index] = if state == State::Ready {
            self.qpus[index].clock
        } else {
            u64::MAX
        };
    }

    /// Lets the QPUs go on that wait for what changed at `clock`; the one that waited longest is first in time
    /// and may take it all.
    fn wake(&mut self, what: Wait, clock: u64) {
        let mut waiting: Vec<(u64, usize)> = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            if let State::Blocked(wait, since) = *state
                && (wait == what || matches!((wait, what), (Wait::Scoreboard(_), Wait::Scoreboard(_))))
            {
                waiting.push((since, index));
            }
        }
        waiting.sort_unstable();
        let all = matches!(what, Wait::Scoreboard(_));
        for (_, index) in waiting.into_iter().take(if all { usize::MAX } else { 1 }) {
            let reason = match what {
                Wait::Count(_) | Wait::Room(_) => Stall::Semaphore,
                Wait::Mutex => Stall::Mutex,
                _ => Stall::Scoreboard,
            };
            self.qpus[index].stall_until(clock, reason);
            self.set(index, State::Ready);
        }
    }

    #[inline(always)]
    fn schedule<const FUSED: bool, O: Observer>(
        &mut self,
        memory: &mut Memory<'_>,
        observer: &mut O,
        limits: &Limits,
    ) -> End {
        let mut left = limits.instructions;
        self.refill(&mut left);
        self.assign(memory, limits, 0);
        loop {
            let (index, horizon) = match self.choose(memory, limits) {
                Ok(chosen) => chosen,
                Err(end) => return end,
            };
            let pause = self.qpus[index].run::<FUSED, O>(&mut self.chip, memory, observer, horizon);
            if !self.settle(index, pause, memory, limits) {
                continue;
            }
            if left == 0 {
                return End::Budget;
            }
            if self.stop.as_ref().is_some_and(Stop::is_now) {
                return End::Stopped;
            }
            self.refill(&mut left);
            self.clocks[index] = self.qpus[index].clock;
        }
    }

    /// The QPU that runs next, and up to when it may touch what all share; or the end of the run.
    #[inline(always)]
    pub(super) fn choose(&mut self, memory: &Memory<'_>, limits: &Limits) -> Result<(usize, (u64, u8)), End> {
        loop {
            if let Some(chosen) = self.next() {
                return Ok(chosen);
            }
            let is_blocked = |state: &State| matches!(state, State::Blocked(..));
            if self.states.iter().any(is_blocked) {
                self.report_deadlock();
                return Err(End::Deadlock);
            }
            if self.queue.is_empty() {
                return Err(End::Finished);
            }
            // Only programs without memory can be left: each is noted and dropped.
            self.assign(memory, limits, 0);
        }
    }

    /// Does what follows from a pause of a QPU; whether it is only that the instructions are used up.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        index: usize,
        pause: Pause,
        memory: &Memory<'_>,
        limits: &Limits,
    ) -> bool {
        let clock = self.qpus[index].clock;
        if let Some(what) = self.chip.woken.take() {
            self.wake(what, clock);
        }
        match pause {
            Pause::Later | Pause::Woke => self.clocks[index] = clock,
            Pause::Blocked(wait) => self.set(index, State::Blocked(wait, clock)),
            Pause::Ended => {
                self.set(index, State::Idle);
                self.assign(memory, limits, clock);
            }
            Pause::Budget => return true,
        }
        false
    }

    fn report_deadlock(&mut self) {
        for (index, state) in self.states.iter().enumerate() {
            if let State::Blocked(wait, since) = *state {
                let qpu = &self.qpus[index];
                let value = match wait {
                    Wait::Count(number) | Wait::Room(number) => u32::from(number),
                    _ => 0,
                };
                self.chip
                    .findings
                    .note(FindingKind::Deadlock, qpu.number, since, qpu.address(), value);
            }
        }
    }
}

/// Whether the instruction set that is dispatched to multiplies and adds in one, as every one of these hosts does.
pub(super) fn is_fused(arch: pulp::Arch) -> bool {
    cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) && !matches!(arch, pulp::Arch::Scalar)
}

/// The scheduler as a function that is compiled for several instruction sets of the host.
struct Scheduled<'r, 'm, O, const FUSED: bool> {
    machine: &'r mut Machine,
    memory: &'r mut Memory<'m>,
    observer: &'r mut O,
    limits: &'r Limits,
}

impl<O: Observer, const FUSED: bool> pulp::NullaryFnOnce for Scheduled<'_, '_, O, FUSED> {
    type Output = End;

    #[inline(always)]
    fn call(self) -> End {
        self.machine
            .schedule::<FUSED, O>(self.memory, self.observer, self.limits)
    }
}
