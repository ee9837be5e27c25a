//! Where a run stops by itself: instructions, and what is written.

use crate::expression::{Expression, Target};
use crate::machine::{Effect, Executed, Machine};

/// What a breakpoint waits for.
#[derive(Clone, PartialEq, Debug)]
pub enum Trigger {
    /// An instruction is next.
    Instruction(usize),
    /// A register or memory is written.
    Written(Target),
    /// Memory is read or written.
    Accessed(Target),
}

/// A breakpoint or watchpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakpoint {
    /// Its number.
    pub number: u32,
    /// How it was asked for.
    pub text: String,
    /// What it waits for.
    pub trigger: Trigger,
    /// What must hold besides, in the thread that executes or has written.
    pub condition: Option<Expression>,
    /// How often it is passed before it stops the run.
    pub ignore: u64,
    /// How often it was met.
    pub hits: u64,
    /// Whether it is on.
    pub is_enabled: bool,
}

impl Breakpoint {
    /// Whether it waits for what steps do: then every step has to be looked at.
    pub fn watches(&self) -> bool {
        self.is_enabled && !matches!(self.trigger, Trigger::Instruction(_))
    }

    /// The thread for which it is met in front of a step, the one in `focus` before others.
    pub fn before(&self, machine: &dyn Machine, step: u64, focus: usize) -> Option<usize> {
        let Trigger::Instruction(instruction) = self.trigger else {
            return None;
        };
        if !self.is_enabled || machine.next() != Some(instruction) {
            return None;
        }
        let is_next = |thread: &usize| machine.activity(*thread) == crate::machine::Activity::Next;
        let mut threads = std::iter::once(focus)
            .chain((0..machine.threads()).filter(|thread| *thread != focus))
            .filter(is_next);
        threads.find(|thread| self.passes(machine, *thread, step))
    }

    /// The thread for which it is met behind a step.
    pub fn after(&self, machine: &dyn Machine, step: u64, executed: &Executed) -> Option<usize> {
        if !self.is_enabled {
            return None;
        }
        let (target, reads) = match self.trigger {
            Trigger::Instruction(_) => return None,
            Trigger::Written(target) => (target, false),
            Trigger::Accessed(target) => (target, true),
        };
        let mut met = executed
            .effects
            .iter()
            .filter(|effect| touches(effect, &target, reads));
        met.find_map(|effect| {
            let (Effect::Register { thread, .. } | Effect::Memory { thread, .. }) = effect;
            self.passes(machine, *thread, step).then_some(*thread)
        })
    }

    fn passes(&self, machine: &dyn Machine, thread: usize, step: u64) -> bool {
        self.condition
            .as_ref()
            .is_none_or(|condition| condition.holds(machine, thread, step))
    }
}

/// Whether an effect is on a target.
pub fn touches(effect: &Effect, target: &Target, reads: bool) -> bool {
    match (effect, target) {
        (
            Effect::Register {
                register, components, ..
            },
            Target::Register {
                register: wanted,
                component,
            },
        ) => register == wanted && component.is_none_or(|component| components >> component & 1 != 0),
        (
            Effect::Memory {
                region,
                offset,
                bytes,
                written,
                ..
            },
            Target::Memory {
                region: wanted,
                offset: from,
                bytes: count,
            },
        ) => {
            region == wanted
                && (*written || reads)
                && *offset < from.saturating_add(*count)
                && *from < offset.saturating_add(*bytes)
        }
        (Effect::Register { .. }, Target::Memory { .. })
        | (Effect::Memory { .. }, Target::Register { .. }) => false,
    }
}
