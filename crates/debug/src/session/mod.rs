//! A debugging session: a run, the thread that is looked at, and where it stops. How it goes back is in `back`.

mod back;

use crate::breakpoint::{Breakpoint, Trigger};
use crate::expression::Expression;
use crate::machine::{End, Executed, Machine};
use crate::timeline::Timeline;
use crate::value::Value;
pub use back::LastWrite;

/// Steps after which a run without a stop is paused.
pub const LIMIT: u64 = 10_000_000;
/// Steps between two questions whether to go on.
const SLICE: u64 = 1 << 10;

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// One step of the machine, whichever threads are next.
    Turn,
    /// One instruction of the thread that is looked at.
    Instruction,
    /// The same, with calls as one.
    Line,
    /// To the end of the subroutine.
    Out,
    /// To the next vertex, fragment quad or work group.
    Invocation,
    /// To the next draw.
    Draw,
}

/// Why a run stands where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// What was asked for is done.
    Done,
    /// A breakpoint is met.
    Breakpoint(u32),
    /// What is watched was written or read.
    Watchpoint {
        /// The number of the watchpoint.
        number: u32,
        /// The value before, where it is one of a register or of some words.
        before: Option<Value>,
        /// And after.
        after: Option<Value>,
    },
    /// There is no next step.
    End(End),
    /// There is no step before.
    Beginning,
    /// So many steps have passed without a stop.
    Limit(u64),
    /// Somebody wants it to stop.
    Interrupted,
}

/// A session.
pub struct Session<'m> {
    timeline: Timeline<'m>,
    breakpoints: Vec<Breakpoint>,
    numbers: u32,
    /// What the step did that led here, if one did.
    last: Option<Executed>,
    /// The vertex, fragment quad or work group that ran last.
    invocation: u64,
    /// The thread that is looked at.
    pub thread: usize,
    /// Steps after which a run without a stop is paused.
    pub limit: u64,
}

impl<'m> Session<'m> {
    /// A session over a machine at its beginning.
    pub fn new(machine: Box<dyn Machine + 'm>) -> Session<'m> {
        Session {
            thread: machine.focus(),
            invocation: machine.invocation(),
            timeline: Timeline::new(machine),
            breakpoints: Vec::new(),
            numbers: 0,
            last: None,
            limit: LIMIT,
        }
    }

    /// The run.
    pub fn timeline(&self) -> &Timeline<'m> {
        &self.timeline
    }

    /// The machine as it stands.
    pub fn machine(&self) -> &dyn Machine {
        self.timeline.machine()
    }

    /// What the step did that led here, if the run went forwards by steps.
    pub fn last(&self) -> Option<&Executed> {
        self.last.as_ref()
    }

    /// The number of steps that were executed to come here.
    pub fn at(&self) -> u64 {
        self.timeline.at()
    }

    /// Breakpoints and watchpoints, by their numbers.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Adds a breakpoint; its number.
    pub fn add(&mut self, text: &str, trigger: Trigger, condition: Option<Expression>, ignore: u64) -> u32 {
        self.numbers += 1;
        self.breakpoints.push(Breakpoint {
            number: self.numbers,
            text: text.to_owned(),
            trigger,
            condition,
            ignore,
            hits: 0,
            is_enabled: true,
        });
        self.numbers
    }

    /// Removes a breakpoint; whether there was one with this number.
    pub fn remove(&mut self, number: u32) -> bool {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|breakpoint| breakpoint.number != number);
        self.breakpoints.len() < before
    }

    /// Switches a breakpoint on or off; whether there is one with this number.
    pub fn enable(&mut self, number: u32, is_enabled: bool) -> bool {
        let mut all = self.breakpoints.iter_mut();
        let found = all.find(|breakpoint| breakpoint.number == number);
        if let Some(breakpoint) = found {
            breakpoint.is_enabled = is_enabled;
            return true;
        }
        false
    }

    /// Goes on until a breakpoint is met, or to the end.
    pub fn go_on(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        self.forward(&mut |_, _| false, goes_on)
    }

    /// Goes on until an instruction is next for the thread that is looked at, or a breakpoint is met.
    pub fn go_to_instruction(&mut self, instruction: usize, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        let thread = self.thread;
        self.forward(
            &mut |machine, _| machine.next() == Some(instruction) && machine.at(thread) == Some(instruction),
            goes_on,
        )
    }

    /// Goes a step forwards.
    pub fn step(&mut self, unit: Unit, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        let thread = self.thread;
        let machine = self.machine();
        let depth = machine.calls(thread).len();
        let (invocation, draw) = (machine.invocation(), machine.draw());
        // A thread that has ended goes no step; then the others do.
        let is_over = machine.at(thread).is_none();
        let executes = |executed: &Executed| is_over || executed.threads.contains(&thread);
        self.forward(
            &mut |machine, executed| match unit {
                Unit::Turn => true,
                Unit::Instruction => executes(executed),
                Unit::Line => executes(executed) && machine.calls(thread).len() <= depth,
                Unit::Out => {
                    machine.calls(thread).len() < depth
                        || machine.at(thread).is_none()
                        || machine.invocation() != invocation
                }
                Unit::Invocation => machine.invocation() != invocation,
                Unit::Draw => machine.draw() != draw,
            },
            goes_on,
        )
    }

    /// Goes on until `is_there` says yes, which is asked behind each step with what it did.
    fn forward(
        &mut self,
        is_there: &mut dyn FnMut(&dyn Machine, &Executed) -> bool,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Stop {
        let from = self.at();
        loop {
            let before = self.watched();
            let at = self.at();
            let Some(executed) = self.timeline.step() else {
                return Stop::End(self.timeline.end().unwrap_or(End::Finished));
            };
            self.follow();
            let met = self.met_behind(&executed, &before);
            let is_there = is_there(self.timeline.machine(), &executed);
            self.last = Some(executed);
            if let Some(stop) = met {
                return stop;
            }
            if is_there {
                return match self.timeline.end() {
                    Some(end @ End::Stopped(_)) => Stop::End(end),
                    Some(End::Finished) | None => Stop::Done,
                };
            }
            if let Some(stop) = self.met_in_front() {
                return stop;
            }
            if at.is_multiple_of(SLICE) && !goes_on() {
                return Stop::Interrupted;
            }
            if self.at() - from >= self.limit {
                return Stop::Limit(self.limit);
            }
        }
    }

    /// Looks at the thread that matters most, where another vertex, fragment quad or work group runs than before.
    fn follow(&mut self) {
        let invocation = self.machine().invocation();
        if invocation != self.invocation {
            self.invocation = invocation;
            self.thread = self.machine().focus();
        }
    }

    /// What registers and memory that are watched hold, in the threads that are next.
    fn watched(&self) -> Vec<(u32, usize, Value)> {
        let machine = self.machine();
        let mut values = Vec::new();
        for breakpoint in self.breakpoints.iter().filter(|breakpoint| breakpoint.watches()) {
            let (Trigger::Written(target) | Trigger::Accessed(target)) = breakpoint.trigger else {
                continue;
            };
            let is_next = |thread: &usize| machine.activity(*thread) == crate::machine::Activity::Next;
            for thread in (0..machine.threads()).filter(is_next) {
                if let Some(value) = target.value(machine, thread) {
                    values.push((breakpoint.number, thread, value));
                }
            }
        }
        values
    }

    fn met_behind(&mut self, executed: &Executed, before: &[(u32, usize, Value)]) -> Option<Stop> {
        let at = self.at();
        let machine = self.timeline.machine();
        for breakpoint in self
            .breakpoints
            .iter_mut()
            .filter(|breakpoint| breakpoint.watches())
        {
            let Some(thread) = breakpoint.after(machine, at, executed) else {
                continue;
            };
            breakpoint.hits += 1;
            if breakpoint.hits <= breakpoint.ignore {
                continue;
            }
            self.thread = thread;
            let (Trigger::Written(target) | Trigger::Accessed(target)) = breakpoint.trigger else {
                continue;
            };
            let number = breakpoint.number;
            let mut before = before.iter();
            let before = before.find(|(of, by, _)| (*of, *by) == (number, thread));
            return Some(Stop::Watchpoint {
                number,
                before: before.map(|(_, _, value)| value.clone()),
                after: target.value(machine, thread),
            });
        }
        None
    }

    fn met_in_front(&mut self) -> Option<Stop> {
        let (at, thread) = (self.at(), self.thread);
        let machine = self.timeline.machine();
        for breakpoint in &mut self.breakpoints {
            let Some(met) = breakpoint.before(machine, at, thread) else {
                continue;
            };
            breakpoint.hits += 1;
            if breakpoint.hits <= breakpoint.ignore {
                continue;
            }
            self.thread = met;
            return Some(Stop::Breakpoint(breakpoint.number));
        }
        None
    }

    /// Goes to a step by its number, whatever breakpoints are between.
    pub fn go(&mut self, step: u64, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        self.last = None;
        self.timeline.go(step, goes_on);
        self.follow();
        match self.at() == step {
            true => Stop::Done,
            false => match self.timeline.end() {
                Some(end) => Stop::End(end),
                None => Stop::Interrupted,
            },
        }
    }

    /// Goes to the end, whatever breakpoints are between, or so far as the limit allows.
    pub fn go_to_end(&mut self, goes_on: &mut dyn FnMut() -> bool) -> Stop {
        self.last = None;
        let to = self.at().saturating_add(self.limit);
        self.timeline.go(to, goes_on);
        self.follow();
        match self.timeline.end() {
            Some(end) => Stop::End(end),
            None if self.at() == to => Stop::Limit(self.limit),
            None => Stop::Interrupted,
        }
    }

    /// Executes a step of the machine, whatever breakpoints there are; `None` at the end.
    pub fn turn(&mut self) -> Option<Executed> {
        self.last = self.timeline.step();
        self.follow();
        self.last.clone()
    }

    /// Goes on for some steps and hands on each with the machine behind it, whatever breakpoints there are, as far as
    /// the limit allows; how many there were.
    pub fn trace(
        &mut self,
        steps: u64,
        each: &mut dyn FnMut(&dyn Machine, u64, &Executed),
        goes_on: &mut dyn FnMut() -> bool,
    ) -> u64 {
        self.last = None;
        for done in 0..steps.min(self.limit) {
            let Some(executed) = self.timeline.step() else {
                return done;
            };
            each(self.timeline.machine(), self.timeline.at(), &executed);
            if done % SLICE == SLICE - 1 && !goes_on() {
                return done + 1;
            }
        }
        steps.min(self.limit)
    }
}
