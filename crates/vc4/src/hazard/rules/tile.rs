//! # The tile buffer and its scoreboard
//!
//! ## qpu-scoreboard-wait-at-end
//!
//! The thread-end instruction must not be the first that waits for the scoreboard, as one that uses the tile
//! buffer does.
//!
//! ```text reject
//! nop
//! nop
//! «mov tlbc, r0; nop; thrend»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbc, r0; nop; thrend
//! nop
//! nop
//! ```
//!
//! ## qpu-scoreboard-wait-early
//!
//! The first two instructions of a fragment program do not wait for the scoreboard, neither by the signal nor by
//! using the tile buffer. Programs that wait in the second one have run on hardware, so that there it is a warning; and
//! where an exported label may be no program's first instruction.
//!
//! ```text reject
//! «nop; nop; sbwait»
//! nop
//! ```
//!
//! ```text reject warning
//! nop
//! «nop; nop; sbwait»
//! ```
//!
//! ```text accept
//! mov tlb_stencil, unif
//! mov tlb_stencil, unif
//! mov tlbz, rb15; nop; sbwait
//! ```
//!
//! ## qpu-mask-after-depth
//!
//! After a depth write the multisample mask is not read for two instructions.
//!
//! ```text reject
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbz, r0
//! nop
//! «mov r0, ms_mask»
//! ```
//!
//! ```text accept
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbz, r0
//! nop
//! nop
//! mov r0, ms_mask
//! ```
//!
//! ## qpu-depth-order
//!
//! Stencil set-up comes before depth, and depth before colour. It is a warning: a program that writes some of its
//! pixels and then others goes through the three twice.
//!
//! ```text reject
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbc, r0
//! «mov tlbz, r1»
//! ```
//!
//! ```text accept
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbz, r1
//! mov tlbc, r0
//! ```
//!
//! ## qpu-tile-access-after-unlock
//!
//! Once the scoreboard is unlocked, the tile buffer is another thread's, and it is not waited for again.
//!
//! ```text reject
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbz, r0; nop; sbdone
//! «mov tlbc, r0»
//! ```
//!
//! ```text accept
//! nop
//! nop
//! nop; nop; sbwait
//! mov tlbz, r0
//! mov tlbc, r0; nop; sbdone
//! ```

use quadrille_base::{Severity, rule};
use quadrille_isa::qpu::{Read, Signal, Write};

use crate::hazard::effect::Effect;
use crate::hazard::flow::{Possible, solve};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    SCOREBOARD_WAIT_AT_END,
    "qpu-scoreboard-wait-at-end",
    Error,
    "the thread-end instruction waits for the scoreboard",
    ["#34", "Mesa vc4_qpu_validate.c"],
    "tile.rs"
);
rule!(
    SCOREBOARD_WAIT_EARLY,
    "qpu-scoreboard-wait-early",
    Error,
    "the scoreboard is waited for in the first two instructions",
    ["#35", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V35"],
    "tile.rs"
);
rule!(
    MASK_AFTER_DEPTH,
    "qpu-mask-after-depth",
    Error,
    "the multisample mask is read less than three instructions after depth was written",
    ["#36", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V31"],
    "tile.rs"
);
rule!(
    DEPTH_ORDER,
    "qpu-depth-order",
    Warning,
    "stencil, depth and colour are written out of this order",
    ["#37", "Mesa vc4"],
    "tile.rs"
);
rule!(
    TILE_ACCESS_AFTER_UNLOCK,
    "qpu-tile-access-after-unlock",
    Error,
    "the tile buffer is used after the scoreboard was unlocked",
    ["#38", "guide s. 3, table 4"],
    "tile.rs"
);

/// Alternatives for the scoreboard of a thread: it has not been waited for.
const BEFORE: u8 = 0;
/// It is held.
const HELD: u8 = 1;
/// It has been given back.
const UNLOCKED: u8 = 2;

/// The possible states of the scoreboard before each node.
pub(super) fn scoreboard(subject: &Subject<'_>) -> Vec<Possible> {
    solve(subject, |before: Possible, node| match subject.effect(node) {
        Some(effect) if effect.signal == Signal::ScoreboardUnlock => Possible::only(UNLOCKED),
        Some(effect) if effect.wants_scoreboard() => {
            let unlocked = before.0 & Possible::only(UNLOCKED).0;
            let held = before.has(BEFORE) || before.has(HELD);
            Possible(unlocked | if held { Possible::only(HELD).0 } else { 0 })
        }
        _ => before,
    })
}

/// Whether the scoreboard may be held.
pub(super) const fn may_be_held(scoreboard: Possible) -> bool {
    scoreboard.has(HELD)
}

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    early(subject, breaches);
    let scoreboard = scoreboard(subject);
    let stages = stages(subject);
    subject.each(|node, effect| {
        let word = subject.word(node);
        let before = scoreboard[node as usize];
        if effect.signal.ends_thread() && effect.wants_scoreboard() && before.has(BEFORE) {
            breaches.add(
                &SCOREBOARD_WAIT_AT_END,
                word,
                "the thread-end instruction is the first to wait for the scoreboard",
            );
        }
        if before.has(UNLOCKED) && (effect.wants_scoreboard() || effect.writes_tile()) {
            breaches.add(
                &TILE_ACCESS_AFTER_UNLOCK,
                word,
                "the scoreboard was unlocked before this use of the tile buffer",
            );
        }
        for target in effect.targets {
            if let Some(stage) = stage(target.write)
                && stages[node as usize].0 >> (stage + 1) != 0
            {
                breaches.add(
                    &DEPTH_ORDER,
                    word,
                    "stencil, depth and colour have to be written in this order",
                );
            }
        }
    });
    subject.pairs(
        2,
        |effect| effect.writes(|write| write == Write::TlbZ),
        |pair| {
            if pair.second.reads(Read::MultisampleMask) {
                breaches
                    .add(
                        &MASK_AFTER_DEPTH,
                        pair.words.1,
                        "the multisample mask is read while depth is being written",
                    )
                    .because(pair.words.0, "depth is written")
                    .remedy(subject.separate(&pair, 3 - pair.distance));
            }
        },
    );
}

fn early(subject: &Subject<'_>, breaches: &mut Breaches) {
    let mut look = |node: u32, severity: Severity| {
        if subject.effect(node).is_some_and(Effect::wants_scoreboard) {
            breaches.add_as(
                &SCOREBOARD_WAIT_EARLY,
                severity,
                subject.word(node),
                "this waits for the scoreboard in the first two instructions",
            );
        }
    };
    for (number, entry) in subject.graph.entries.iter().enumerate() {
        let severity = if number == 0 {
            Severity::Error
        } else {
            Severity::Warning
        };
        look(*entry, severity);
        for next in subject.graph.successors(*entry) {
            look(*next, Severity::Warning);
        }
    }
}

/// The stage of a tile buffer write: stencil 1, depth 2, colour 3.
const fn stage(write: Write) -> Option<u8> {
    match write {
        Write::TlbStencil => Some(1),
        Write::TlbZ => Some(2),
        Write::TlbColourSample | Write::TlbColourAll => Some(3),
        _ => None,
    }
}

/// Which stages may have been written before each node.
fn stages(subject: &Subject<'_>) -> Vec<Possible> {
    solve(subject, |before: Possible, node| {
        let Some(effect) = subject.effect(node) else {
            return before;
        };
        let written = effect.targets.iter().filter_map(|target| stage(target.write));
        written.fold(before, |set, stage| Possible(set.0 | 1 << stage))
    })
}
