//! # Varyings
//!
//! ## qpu-varying-coefficient-lost
//!
//! A read of a varying gives its V now and its C in r5 for the next instruction. r5 has to be taken before the
//! next varying is read, because that overwrites it. A port that reads the address counts whether or not an
//! operand takes the value. Where nothing takes the V either, the varying is passed over, and it is a warning.
//!
//! ```text reject
//! nop; fmul r0, ra15, vary
//! «nop; fmul r1, ra15, vary»
//! fadd r1, r1, r5
//! fadd r0, r0, r1
//! ```
//!
//! ```text reject warning
//! mov r0, vary
//! «mov r0, vary»
//! fadd r0, r0, r5
//! ```
//!
//! ```text accept
//! nop; fmul r0, ra15, vary
//! fadd r0, r0, r5; fmul r1, ra15, vary
//! fadd r1, r1, r5
//! ```

use quadrille_base::{Severity, rule};
use quadrille_isa::qpu::Read;

use crate::hazard::effect::{Effect, Places, R5, WriteTarget};
use crate::hazard::flow::{State, live, solve};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    VARYING_COEFFICIENT_LOST,
    "qpu-varying-coefficient-lost",
    Error,
    "a varying is read before r5 of the last one was",
    ["#26", "guide s. 3"],
    "varying.rs"
);

/// A varying whose C nothing has taken yet.
#[derive(Clone, Copy, PartialEq)]
struct Waiting {
    waits: bool,
    /// The places that hold its V, or the first result made of it.
    held: Places,
    /// Whether something has taken that.
    is_used: bool,
}

impl State for Waiting {
    fn entry() -> Waiting {
        Waiting {
            waits: false,
            held: Places::NONE,
            is_used: false,
        }
    }

    fn join(self, other: Waiting) -> Waiting {
        Waiting {
            waits: self.waits | other.waits,
            held: self.held.with(other.held),
            is_used: self.is_used | other.is_used,
        }
    }
}

impl Waiting {
    fn after(self, effect: &Effect) -> Waiting {
        if effect.reads(Read::Varying) {
            let sides = effect.targets.iter().zip(effect.sides_that_take(Read::Varying));
            let targets = sides.filter(|(_, takes)| *takes).map(|(target, _)| target);
            return Waiting {
                waits: true,
                held: targets
                    .clone()
                    .fold(Places::NONE, |held, target| held.with(target.places())),
                is_used: targets.clone().any(WriteTarget::is_peripheral),
            };
        }
        if (effect.takes | effect.gives) & R5 != 0 {
            return Waiting::entry();
        }
        Waiting {
            is_used: self.is_used || self.held.meets(effect.takes()),
            held: self.held.without(effect.replaces()),
            ..self
        }
    }
}

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    let waiting = solve(subject, |waiting: Waiting, node| match subject.effect(node) {
        Some(effect) => waiting.after(effect),
        None => waiting,
    });
    let mut wanted = None;
    subject.each(|node, effect| {
        let before = waiting[node as usize];
        if !before.waits || !effect.reads(Read::Varying) || effect.takes & R5 != 0 {
            return;
        }
        let live = wanted.get_or_insert_with(|| live(subject));
        let severity = if before.is_used || before.held.meets(live[node as usize]) {
            Severity::Error
        } else {
            Severity::Warning
        };
        breaches.add_as(
            &VARYING_COEFFICIENT_LOST,
            severity,
            subject.word(node),
            "a varying is read before r5 of the last one was",
        );
    });
}
