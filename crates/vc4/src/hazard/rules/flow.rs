//! # Control flow
//!
//! ## qpu-program-end-passed
//!
//! Every path ends at a thread end; none runs past the last instruction or into data.
//!
//! ```text reject open
//! mov r0, r1
//! «mov r1, r2»
//! ```
//!
//! ```text accept
//! mov r0, r1
//! nop; nop; thrend
//! nop
//! nop
//! ```
//!
//! ## qpu-branch-in-delay-slot
//!
//! The three instructions after a branch are executed whether it is taken or not. Two of them at least must not
//! be branches; a branch in the third is not accepted by every driver, and gets a warning.
//!
//! ```text reject
//! brr.anyz -, :1f
//! nop
//! «brr -, :1f»
//! nop
//! nop
//! nop
//! :1
//! nop
//! ```
//!
//! ```text accept
//! brr.anyz -, :1f
//! nop
//! nop
//! nop
//! brr -, :1f
//! nop
//! nop
//! nop
//! :1
//! nop
//! ```
//!
//! ## qpu-branch-after-switch
//!
//! A branch must not stand in the two instructions after the signal of a thread switch.
//!
//! ```text reject
//! nop; nop; lthrsw
//! nop
//! «brr -, :1f»
//! nop
//! nop
//! nop
//! :1
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; lthrsw
//! nop
//! nop
//! brr -, :1f
//! nop
//! nop
//! nop
//! :1
//! nop
//! ```
//!
//! ## qpu-odd-branch-register
//!
//! The lowest bit of the register of a branch is the set-flags bit, so an odd register destroys the flags.
//!
//! ```text reject
//! «bra -, ra3»
//! nop
//! nop
//! nop
//! ```
//!
//! ```text accept
//! bra -, ra2
//! nop
//! nop
//! nop
//! ```
//!
//! ## qpu-branch-target
//!
//! A branch goes to an instruction of the program.
//!
//! ```text reject
//! «brr -, 800»
//! nop
//! nop
//! nop
//! ```
//!
//! ```text accept
//! brr -, 0
//! nop
//! nop
//! nop
//! ```
//!
//! ## qpu-branch-sets-flags
//!
//! A branch carries no operation, and so has nothing to set flags from.
//!
//! ```text reject words
//! «0x00000000, 0xf0f829e7»
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x300009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! ```
//!
//! ```text accept words
//! 0x00000000, 0xf0f809e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x300009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! ```

use quadrille_base::{Severity, rule};

use crate::hazard::effect::Effect;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    PROGRAM_END_PASSED,
    "qpu-program-end-passed",
    Error,
    "a path runs past the last instruction",
    ["#39", "Linux vc4_validate_shaders.c"],
    "flow.rs"
);
rule!(
    BRANCH_IN_DELAY_SLOT,
    "qpu-branch-in-delay-slot",
    Error,
    "a branch lies in the delay slots of another",
    [
        "#48",
        "vc4asm addendum",
        "vc4asm V10",
        "Linux vc4_validate_shaders.c"
    ],
    "flow.rs"
);
rule!(
    BRANCH_AFTER_SWITCH,
    "qpu-branch-after-switch",
    Error,
    "a branch follows a thread switch within two instructions",
    ["#49", "Linux vc4_validate_shaders.c"],
    "flow.rs"
);
rule!(
    ODD_BRANCH_REGISTER,
    "qpu-odd-branch-register",
    Warning,
    "a branch through an odd register sets flags",
    ["#50", "vc4asm addendum", "HW-2780"],
    "flow.rs"
);
rule!(
    BRANCH_TARGET,
    "qpu-branch-target",
    Error,
    "a branch target is not an instruction of the program",
    ["#51", "Linux vc4_validate_shaders.c"],
    "flow.rs"
);
rule!(
    BRANCH_SETS_FLAGS,
    "qpu-branch-sets-flags",
    Warning,
    "a branch that adds no register asks for flags to be set",
    ["#52", "Broadcom assembler"],
    "flow.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    for leave in subject.graph.leaves.iter().filter(|leave| leave.missing == 0) {
        let message = if (leave.to as usize) < subject.effects.len() {
            "after this the path runs into a word that is no instruction"
        } else {
            "after this the path runs past the end of the program"
        };
        breaches.add(&PROGRAM_END_PASSED, leave.word, message);
    }
    pairs(subject, breaches);
    subject.each(|node, effect| {
        let Some(branch) = effect.as_branch() else {
            return;
        };
        let word = subject.word(node);
        match (branch.read_a & 1 != 0, branch.add_register) {
            (true, true) => {
                breaches.add(
                    &ODD_BRANCH_REGISTER,
                    word,
                    format!("a branch through ra{} also sets flags", branch.read_a),
                );
            }
            (true, false) => {
                breaches.add(
                    &BRANCH_SETS_FLAGS,
                    word,
                    "this branch asks for flags to be set, and has no value for them",
                );
            }
            (false, _) => {}
        }
        let Some(target) = subject.program.target(word, branch) else {
            return;
        };
        if target.offset % 8 != 0 {
            let message = format!(
                "the target is {} bytes into an instruction",
                target.offset.rem_euclid(8)
            );
            breaches.add(&BRANCH_TARGET, word, message);
        } else if target.index(subject.effects.len()).is_none() {
            // Where the program will lie is known only to its loader.
            let severity = if branch.relative {
                Severity::Error
            } else {
                Severity::Warning
            };
            breaches.add_as(
                &BRANCH_TARGET,
                severity,
                word,
                "the target lies outside of the program",
            );
        }
    });
}

fn pairs(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.pairs(
        3,
        |effect| effect.as_branch().is_some() || effect.switches(),
        |pair| {
            if pair.second.as_branch().is_none() {
                return;
            }
            if pair.first.as_branch().is_some() {
                let severity = if pair.distance < 3 {
                    Severity::Error
                } else {
                    Severity::Warning
                };
                breaches
                    .add_as(
                        &BRANCH_IN_DELAY_SLOT,
                        severity,
                        pair.words.1,
                        format!("this branch is in delay slot {} of another", pair.distance),
                    )
                    .because(pair.words.0, "the other");
            } else if Effect::switches(pair.first) && pair.distance < 3 {
                breaches
                    .add(
                        &BRANCH_AFTER_SWITCH,
                        pair.words.1,
                        "this branch comes before the thread switch is over",
                    )
                    .because(pair.words.0, "the switch");
            }
        },
    );
}
