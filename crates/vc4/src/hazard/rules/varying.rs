//! # Varyings
//!
//! ## qpu-varying-coefficient-lost
//!
//! A read of a varying gives its V now and its C in r5 for the next instruction. r5 has to be taken before the
//! next varying is read, because that overwrites it. A port that reads the address counts whether or not an
//! operand takes the value.
//!
//! ```text reject
//! nop; fmul r0, ra15, vary
//! «nop; fmul r1, ra15, vary»
//! fadd r1, r1, r5
//! ```
//!
//! ```text accept
//! nop; fmul r0, ra15, vary
//! fadd r0, r0, r5; fmul r1, ra15, vary
//! fadd r1, r1, r5
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::Read;

use crate::hazard::effect::R5;
use crate::hazard::flow::solve;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    VARYING_COEFFICIENT_LOST,
    "qpu-varying-coefficient-lost",
    Error,
    "a varying is read before r5 of the last one was",
    ["#26", "guide s. 3"],
    "varying.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    // Whether r5 holds a C that nothing has taken yet.
    let waits = solve(subject, |waits: bool, node| match subject.effect(node) {
        Some(effect) if effect.reads(Read::Varying) => true,
        Some(effect) => waits && (effect.takes | effect.gives) & R5 == 0,
        None => waits,
    });
    subject.each(|node, effect| {
        if waits[node as usize] && effect.reads(Read::Varying) && effect.takes & R5 == 0 {
            breaches.add(
                &VARYING_COEFFICIENT_LOST,
                subject.word(node),
                "a varying is read before r5 of the last one was",
            );
        }
    });
}
