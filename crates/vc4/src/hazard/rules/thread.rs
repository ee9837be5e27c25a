//! # Two threads on a QPU
//!
//! A fragment program may run as two threads that take turns. The signal `thrsw` switches after two more
//! instructions; the last switch of a program is `lthrsw`.
//!
//! ## qpu-high-register-in-thread
//!
//! Each thread has registers 0 to 15 of both files.
//!
//! ```text reject
//! nop; nop; lthrsw
//! nop
//! nop
//! «ldi ra16, 1»
//! ```
//!
//! ```text accept
//! nop; nop; lthrsw
//! nop
//! nop
//! mov r0, ra0
//! mov ra15, r0
//! ```
//!
//! ## qpu-lost-in-thread-switch
//!
//! Accumulators and flags do not survive a switch.
//!
//! ```text reject
//! mov r0, ra0
//! nop; nop; lthrsw
//! nop
//! nop
//! «mov ra1, r0»
//! ```
//!
//! ```text accept
//! mov r0, ra0
//! nop; nop; lthrsw
//! nop
//! mov ra1, r0
//! ```
//!
//! ## qpu-switch-with-scoreboard
//!
//! A thread must not switch while it holds the scoreboard: the other would wait for it for ever.
//!
//! ```text reject
//! nop
//! nop
//! nop; nop; sbwait
//! «nop; nop; lthrsw»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; lthrsw
//! nop
//! nop
//! nop; nop; sbwait
//! ```
//!
//! ## qpu-switch-after-last
//!
//! After the last switch there is none. It is a warning: a driver's program that signals several last switches has run
//! on hardware.
//!
//! ```text reject
//! nop; nop; lthrsw
//! nop
//! nop
//! «nop; nop; thrsw»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; thrsw
//! nop
//! nop
//! nop; nop; lthrsw
//! nop
//! nop
//! ```
//!
//! ## qpu-switch-while-queued
//!
//! A switch must have taken place before the next one is asked for: there are two instructions between them.
//!
//! ```text reject
//! nop; nop; thrsw
//! nop
//! «nop; nop; lthrsw»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; thrsw
//! nop
//! nop
//! nop; nop; lthrsw
//! nop
//! nop
//! ```
//!
//! ## qpu-last-switch-count
//!
//! A program that switches executes `lthrsw` exactly once on every path. It is a warning: a driver's mask programs have
//! none and run. That the shader record's flag says whether a program is threaded is beyond the program.
//!
//! ```text reject
//! nop; nop; thrsw
//! nop
//! nop
//! «nop; nop; thrend»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; lthrsw
//! nop
//! nop
//! nop; nop; thrend
//! nop
//! nop
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::Signal;

use crate::hazard::effect::{Effect, FLAGS};
use crate::hazard::flow::{Possible, State, solve};
use crate::hazard::rules::tile;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    HIGH_REGISTER_IN_THREAD,
    "qpu-high-register-in-thread",
    Error,
    "a threaded program uses a register above 15",
    ["#40", "Linux vc4_validate_shaders.c"],
    "thread.rs"
);
rule!(
    LOST_IN_THREAD_SWITCH,
    "qpu-lost-in-thread-switch",
    Error,
    "an accumulator or flag from before a thread switch is used",
    ["#41", "Mesa vc4"],
    "thread.rs"
);
rule!(
    SWITCH_WITH_SCOREBOARD,
    "qpu-switch-with-scoreboard",
    Error,
    "the thread switches with the scoreboard held",
    ["#42", "Mesa vc4_qpu_validate.c"],
    "thread.rs"
);
rule!(
    SWITCH_AFTER_LAST,
    "qpu-switch-after-last",
    Warning,
    "the thread switches after its last switch",
    ["#43", "Mesa vc4_qpu_validate.c"],
    "thread.rs"
);
rule!(
    SWITCH_WHILE_QUEUED,
    "qpu-switch-while-queued",
    Error,
    "a thread switch is asked for while one is pending",
    ["#44", "Mesa vc4_qpu_validate.c", "Linux vc4_validate_shaders.c"],
    "thread.rs"
);
rule!(
    LAST_SWITCH_COUNT,
    "qpu-last-switch-count",
    Warning,
    "a threaded program does not execute its last switch exactly once",
    ["#45", "Broadcom"],
    "thread.rs"
);

/// Registers 16 to 31 of both files.
const HIGH: u64 = 0xffff_0000_ffff_0000;

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    if !subject.is_threaded {
        return;
    }
    subject.pairs(2, Effect::switches, |pair| {
        if pair.second.switches() {
            breaches
                .add(
                    &SWITCH_WHILE_QUEUED,
                    pair.words.1,
                    "a switch is asked for while one is pending",
                )
                .because(pair.words.0, "the pending one");
        }
    });
    let scoreboard = tile::scoreboard(subject);
    let lost = lost(subject);
    // Alternatives: the last switch was not asked for, it was.
    let last = solve(subject, |last: Possible, node| match subject.effect(node) {
        Some(effect) if effect.signal == Signal::LastThreadSwitch => Possible::only(1),
        _ => last,
    });
    subject.each(|node, effect| {
        let word = subject.word(node);
        let high = (effect.reads | effect.writes) & HIGH;
        if high != 0 {
            let number = high.trailing_zeros();
            let (file, number) = if number < 32 {
                ("a", number)
            } else {
                ("b", number - 32)
            };
            breaches.add(
                &HIGH_REGISTER_IN_THREAD,
                word,
                format!("r{file}{number} is not a thread's own"),
            );
        }
        let missing = lost[node as usize].0 & effect.takes;
        if missing != 0 {
            let what = match missing.trailing_zeros() {
                6 => "the flags are".to_owned(),
                n => format!("r{n} is"),
            };
            breaches.add(
                &LOST_IN_THREAD_SWITCH,
                word,
                format!("{what} from before a thread switch, which the other thread may have changed"),
            );
        }
        if effect.switches() {
            if tile::may_be_held(scoreboard[node as usize]) || effect.writes_tile() {
                breaches.add(
                    &SWITCH_WITH_SCOREBOARD,
                    word,
                    "the thread switches while it holds the scoreboard",
                );
            }
            if last[node as usize].has(1) {
                breaches.add(&SWITCH_AFTER_LAST, word, "the last switch was before this one");
            }
        }
        if effect.signal.ends_thread() && last[node as usize].has(0) {
            breaches.add(
                &LAST_SWITCH_COUNT,
                word,
                "on some path the thread ends without its last switch",
            );
        }
    });
}

/// Accumulators and [`FLAGS`] whose value may be from before a switch.
#[derive(Clone, Copy, PartialEq)]
struct Lost(u8);

impl State for Lost {
    fn entry() -> Lost {
        Lost(0)
    }

    fn join(self, other: Lost) -> Lost {
        Lost(self.0 | other.0)
    }
}

fn lost(subject: &Subject<'_>) -> Vec<Lost> {
    solve(subject, |Lost(lost), node| {
        if subject.switched_after[node as usize] {
            return Lost(0x3f | FLAGS);
        }
        let Some(effect) = subject.effect(node) else {
            return Lost(lost);
        };
        let mut given = effect.gives;
        if effect.signal.loads_r4() || effect.writes_sfu() {
            given |= crate::hazard::effect::R4;
        }
        if effect.reads(quadrille_isa::qpu::Read::Varying) {
            given |= crate::hazard::effect::R5;
        }
        Lost(lost & !given)
    })
}
