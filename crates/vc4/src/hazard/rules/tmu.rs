//! # Texture and memory look-ups: what is written
//!
//! ## qpu-tmu-noswap-late
//!
//! Between the write that turns off the swapping of the TMUs and the first write to a TMU there are two other
//! instructions.
//!
//! ```text reject
//! mov tmu_noswap, 1
//! nop
//! «mov t0s, r0»
//! nop; nop; ldtmu0
//! ```
//!
//! ```text accept
//! mov tmu_noswap, 1
//! nop
//! nop
//! mov t0s, r0
//! nop; nop; ldtmu0
//! ```
//!
//! ## qpu-tmu-noswap-after-use
//!
//! The swapping must not be turned off once a TMU was used.
//!
//! ```text reject
//! mov t0s, r0
//! nop; nop; ldtmu0
//! «mov tmu_noswap, 1»
//! ```
//!
//! ```text accept
//! mov tmu_noswap, 1
//! nop
//! nop
//! mov t0s, r0
//! nop; nop; ldtmu0
//! ```
//!
//! ## qpu-tmu-coordinate-order
//!
//! The coordinates of a look-up are written in the order t, r, b, each at most once, then s, which starts it; an
//! instruction writes one of them.
//!
//! ```text reject
//! mov t0r, r1
//! «mov t0t, r0»
//! mov t0s, r2
//! nop; nop; ldtmu0
//! ```
//!
//! ```text accept
//! mov t0t, r0
//! mov t0r, r1
//! mov t0s, r2
//! nop; nop; ldtmu0
//! ```
//!
//! ## qpu-uniform-with-texture-write
//!
//! Each coordinate of a texture takes a uniform of its own, so that the instruction must not read one. s alone
//! reads memory and takes none.
//!
//! ```text reject
//! «fadd t0t, r0, unif»
//! mov t0s, r1
//! nop; nop; ldtmu0
//! ```
//!
//! ```text accept
//! add t0s, r0, unif
//! nop; nop; ldtmu0
//! ```

use quadrille_base::{Severity, rule};
use quadrille_isa::qpu::{Read, TmuCoordinate, Write};

use crate::hazard::effect::Effect;
use crate::hazard::flow::{State, solve};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    TMU_NOSWAP_LATE,
    "qpu-tmu-noswap-late",
    Error,
    "TMU swapping is turned off less than three instructions before the first TMU write",
    ["#15", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V32.10"],
    "tmu.rs"
);
rule!(
    TMU_NOSWAP_AFTER_USE,
    "qpu-tmu-noswap-after-use",
    Error,
    "TMU swapping is turned off after a TMU was used",
    ["#16", "vc4asm V32.20"],
    "tmu.rs"
);
rule!(
    TMU_COORDINATE_ORDER,
    "qpu-tmu-coordinate-order",
    Error,
    "the coordinates of a look-up are not written one by one in the order t, r, b, s",
    ["#17", "Linux vc4_validate_shaders.c"],
    "tmu.rs"
);
rule!(
    UNIFORM_WITH_TEXTURE_WRITE,
    "qpu-uniform-with-texture-write",
    Error,
    "a uniform is read in the instruction that writes a texture coordinate",
    ["#18", "Linux vc4_validate_shaders.c"],
    "tmu.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    let turns_off = |effect: &Effect| effect.writes(|write| write == Write::TmuNoSwap);
    subject.pairs(2, turns_off, |pair| {
        if pair.second.tmu_writes().next().is_some() {
            breaches
                .add(
                    &TMU_NOSWAP_LATE,
                    pair.words.1,
                    "a TMU is written before the setting of its swapping counts",
                )
                .because(pair.words.0, "the setting")
                .remedy(subject.separate(&pair, 3 - pair.distance));
        }
    });
    let used = solve(subject, |used: bool, node| {
        used || subject
            .effect(node)
            .is_some_and(|effect| effect.tmu_writes().next().is_some())
    });
    let written = coordinates(subject);
    subject.each(|node, effect| {
        let word = subject.word(node);
        if used[node as usize] && turns_off(effect) {
            breaches.add(&TMU_NOSWAP_AFTER_USE, word, "a TMU was used before this setting");
        }
        order(effect, written[node as usize], word, breaches);
        let takes_configuration = effect.tmu_writes().any(|(unit, coordinate)| {
            coordinate != TmuCoordinate::S || written[node as usize].some[unit] != 0
        });
        if takes_configuration && effect.reads(Read::Uniform) {
            breaches.add(
                &UNIFORM_WITH_TEXTURE_WRITE,
                word,
                "a uniform is read where a coordinate takes one",
            );
        }
    });
}

/// Coordinates besides s that are written for the next look-up of each unit: bit 0 t, 1 r, 2 b.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Coordinates {
    /// On some path.
    pub(super) some: [u8; 2],
    /// On every path.
    pub(super) every: [u8; 2],
}

impl State for Coordinates {
    fn entry() -> Coordinates {
        Coordinates {
            some: [0; 2],
            every: [0; 2],
        }
    }

    fn join(self, other: Coordinates) -> Coordinates {
        Coordinates {
            some: [0, 1].map(|unit| self.some[unit] | other.some[unit]),
            every: [0, 1].map(|unit| self.every[unit] & other.every[unit]),
        }
    }
}

/// The coordinates written before each node.
pub(super) fn coordinates(subject: &Subject<'_>) -> Vec<Coordinates> {
    solve(subject, |mut written: Coordinates, node| {
        for (unit, coordinate) in subject.effect(node).into_iter().flat_map(Effect::tmu_writes) {
            match rank(coordinate) {
                Some(bit) => {
                    written.some[unit] |= 1 << bit;
                    written.every[unit] |= 1 << bit;
                }
                None => (written.some[unit], written.every[unit]) = (0, 0),
            }
        }
        written
    })
}

const fn rank(coordinate: TmuCoordinate) -> Option<u8> {
    match coordinate {
        TmuCoordinate::T => Some(0),
        TmuCoordinate::R => Some(1),
        TmuCoordinate::B => Some(2),
        TmuCoordinate::S => None,
    }
}

fn order(effect: &Effect, written: Coordinates, word: u32, breaches: &mut Breaches) {
    if effect.tmu_writes().count() > 1 {
        breaches.add(&TMU_COORDINATE_ORDER, word, "both operations write a TMU");
        return;
    }
    for (unit, coordinate) in effect.tmu_writes() {
        let Some(bit) = rank(coordinate) else {
            continue;
        };
        let later = !((1u8 << bit) - 1);
        if written.some[unit] & later != 0 {
            let severity = if written.every[unit] & later != 0 {
                Severity::Error
            } else {
                Severity::Warning
            };
            breaches.add_as(
                &TMU_COORDINATE_ORDER,
                severity,
                word,
                "this coordinate comes after one that it has to precede",
            );
        }
    }
    if effect.signal.ends_thread() && written.some != [0; 2] {
        let severity = if written.every != [0; 2] {
            Severity::Error
        } else {
            Severity::Warning
        };
        breaches.add_as(
            &TMU_COORDINATE_ORDER,
            severity,
            word,
            "the program ends with coordinates written and no s to start the look-up",
        );
    }
}
