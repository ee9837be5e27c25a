//! Going back in a session: by steps, to breakpoints, and to what was written last.

use super::{Session, Stop, Unit};
use crate::breakpoint::{Trigger, touches};
use crate::expression::Target;
use crate::machine::{Effect, Machine};
use crate::timeline::SearchPoint;
use crate::value::Value;

/// The last time that something was written.
#[derive(Clone, PartialEq, Debug)]
pub struct LastWrite {
    /// The number of the step that wrote it.
    pub step: u64,
    /// The thread.
    pub thread: usize,
    /// What it held before.
    pub before: Option<Value>,
    /// What was written.
    pub after: Option<Value>,
}

impl Session<'_> {
    /// Goes a step back.
    pub fn step_back(&mut self, unit: Unit, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        self.last = None;
        let (thread, from) = (self.thread, self.at());
        if from == 0 {
            return Stop::Beginning;
        }
        if unit == Unit::Turn {
            return self.go(from - 1, goes_on);
        }
        let depth = self.machine().calls(thread).len();
        let mut before = 0;
        let counts = |machine: &dyn Machine| match unit {
            Unit::Draw => machine.draw(),
            Unit::Turn | Unit::Instruction | Unit::Line | Unit::Out | Unit::Invocation => {
                machine.invocation()
            }
        };
        let mut is_it = |point: SearchPoint<'_>| match (unit, point) {
            (Unit::Turn, _) => true,
            (Unit::Instruction, SearchPoint::After(_, _, executed)) => executed.threads.contains(&thread),
            (Unit::Line, SearchPoint::Before(machine, _)) => {
                before = machine.calls(thread).len() as u64;
                false
            }
            (Unit::Line, SearchPoint::After(_, _, executed)) => {
                executed.threads.contains(&thread) && before <= depth as u64
            }
            (Unit::Out, SearchPoint::Before(machine, _)) => machine.calls(thread).len() < depth,
            (Unit::Invocation | Unit::Draw, SearchPoint::Before(machine, _)) => {
                before = counts(machine);
                false
            }
            // A step behind which another invocation begins; the beginning itself is where the search goes then.
            (Unit::Invocation | Unit::Draw, SearchPoint::After(machine, at, _)) => {
                at + 1 < from && counts(machine) != before
            }
            (Unit::Instruction, SearchPoint::Before(..)) | (Unit::Out, SearchPoint::After(..)) => false,
        };
        let found = self.timeline.go_back(&mut is_it, goes_on);
        self.follow();
        match unit {
            Unit::Invocation | Unit::Draw if found => {
                let beginning = self.at() + 1;
                self.go(beginning, goes_on)
            }
            Unit::Turn | Unit::Instruction | Unit::Line | Unit::Out if found => Stop::Done,
            Unit::Turn | Unit::Instruction | Unit::Line | Unit::Out | Unit::Invocation | Unit::Draw => {
                self.timeline.go(0, goes_on);
                self.follow();
                Stop::Beginning
            }
        }
    }

    /// Goes back until a breakpoint is met: to in front of the instruction, of a watchpoint in front of the one that
    /// writes.
    pub fn go_back(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        self.last = None;
        let from = self.at();
        let focus = self.thread;
        let breakpoints = &self.breakpoints;
        let mut met: Option<(u64, u32, usize)> = None;
        let mut is_it = |point: SearchPoint<'_>| {
            let (at, hit) = match point {
                SearchPoint::Before(machine, at) => {
                    let hit = breakpoints
                        .iter()
                        .find_map(|one| Some((one.number, one.before(machine, at, focus)?)));
                    (at, hit)
                }
                SearchPoint::After(machine, at, executed) => {
                    let hit = breakpoints
                        .iter()
                        .find_map(|one| Some((one.number, one.after(machine, at + 1, executed)?)));
                    (at, hit)
                }
            };
            if let Some((number, thread)) = hit {
                met = Some((at, number, thread));
            }
            hit.is_some()
        };
        if !self.timeline.go_back(&mut is_it, goes_on) {
            if !goes_on() {
                return Stop::Interrupted;
            }
            self.timeline.go(0, goes_on);
            self.follow();
            return Stop::Beginning;
        }
        debug_assert!(self.at() < from, "a search goes back");
        self.follow();
        let Some((_, number, thread)) = met.filter(|(at, ..)| *at == self.at()) else {
            return Stop::Done;
        };
        self.thread = thread;
        let mut all = self.breakpoints.iter();
        match all.find(|one| one.number == number).map(|one| &one.trigger) {
            Some(Trigger::Written(target) | Trigger::Accessed(target)) => Stop::Watchpoint {
                number,
                before: target.value(self.machine(), thread),
                after: None,
            },
            Some(Trigger::Instruction(_)) | None => Stop::Breakpoint(number),
        }
    }

    /// Goes back to in front of the step that wrote something last, in one thread or in any; `None` if nothing did.
    pub fn last_write(
        &mut self,
        target: &Target,
        thread: Option<usize>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<LastWrite> {
        self.last = None;
        let mut wrote: Option<(u64, usize, Option<Value>)> = None;
        let mut is_it = |point: SearchPoint<'_>| {
            let SearchPoint::After(machine, at, executed) = point else {
                return false;
            };
            let mut effects = executed.effects.iter();
            let found = effects.find_map(|effect| {
                let (Effect::Register { thread: by, .. } | Effect::Memory { thread: by, .. }) = effect;
                let is_of = thread.is_none_or(|thread| thread == *by);
                (is_of && touches(effect, target, false)).then_some(*by)
            });
            if let Some(by) = found {
                wrote = Some((at, by, target.value(machine, by)));
            }
            found.is_some()
        };
        if !self.timeline.go_back(&mut is_it, goes_on) {
            return None;
        }
        self.follow();
        let (step, thread, after) = wrote.filter(|(at, ..)| *at == self.at())?;
        self.thread = thread;
        Some(LastWrite {
            step: step + 1,
            thread,
            before: target.value(self.machine(), thread),
            after,
        })
    }
}
