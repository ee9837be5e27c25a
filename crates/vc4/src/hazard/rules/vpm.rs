//! # Vertex pipe memory and its transfers
//!
//! ## qpu-vpm-read-waits
//!
//! The first vector is there three instructions after the read set-up; the hardware waits for it, so that an
//! earlier read only costs time.
//!
//! ```text reject
//! mov vr_setup, vpm_setup(1, 1, h32(0))
//! «mov r0, vpm»
//! ```
//!
//! ```text accept
//! mov vr_setup, vpm_setup(1, 1, h32(0))
//! nop
//! nop
//! mov r0, vpm
//! ```
//!
//! ## qpu-vpm-read-setup-queued
//!
//! A read set-up must not be written while more than one vector of an earlier one is still to be read: the vectors
//! are lost. Only set-ups whose number of vectors is a constant of the program are counted.
//!
//! ```text reject
//! mov vr_setup, vpm_setup(3, 1, h32(0))
//! nop
//! nop
//! mov r0, vpm
//! «mov vr_setup, vpm_setup(1, 1, h32(4))»
//! ```
//!
//! ```text accept
//! mov vr_setup, vpm_setup(2, 1, h32(0))
//! nop
//! nop
//! mov r0, vpm
//! mov vr_setup, vpm_setup(1, 1, h32(4))
//! ```
//!
//! ## qpu-vpm-access-with-setup
//!
//! The VPM must not be read or written in the instruction that writes a set-up or loads from a TMU, and one
//! instruction must not write both set-ups. Reading and writing the VPM at once is fine.
//!
//! ```text reject
//! «mov vw_setup, vpm»
//! ```
//!
//! ```text accept
//! mov r0, vpm
//! mov vw_setup, r0
//! mov vpm, vpm
//! ```
//!
//! ## qpu-dma-restarted
//!
//! The guide wants a transfer to have ended before the next one in the same direction is started: wait for it by
//! reading `vw_wait` or `vr_wait`, or look at `vw_busy` or `vr_busy`. The hardware queues transfers, and shipped programs
//! start up to five in a row, so that this is a note. Whether rows are used before their transfer has ended is seen only
//! in a run.
//!
//! ```text reject
//! mov vw_addr, ra0
//! «mov vw_addr, ra1»
//! ```
//!
//! ```text accept
//! mov vw_addr, ra0
//! mov -, vw_wait
//! mov vw_addr, ra1
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::{ImmediateKind, Instruction, Read, Write};

use crate::hazard::effect::Effect;
use crate::hazard::flow::{Possible, State, solve};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    VPM_READ_WAITS,
    "qpu-vpm-read-waits",
    Note,
    "the VPM is read less than three instructions after its set-up",
    ["#22", "guide s. 7", "vc4asm addendum"],
    "vpm.rs"
);
rule!(
    VPM_READ_SETUP_QUEUED,
    "qpu-vpm-read-setup-queued",
    Error,
    "a read set-up is written while more than one vector is outstanding",
    ["#23", "vc4asm addendum"],
    "vpm.rs"
);
rule!(
    VPM_ACCESS_WITH_SETUP,
    "qpu-vpm-access-with-setup",
    Error,
    "the VPM is accessed together with a set-up write, a TMU load or a second set-up",
    ["#24", "vc4asm addendum", "vc4asm V110"],
    "vpm.rs"
);
rule!(
    DMA_RESTARTED,
    "qpu-dma-restarted",
    Note,
    "a transfer is started while the last one goes on",
    ["#25", "guide s. 7"],
    "vpm.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    together(subject, breaches);
    subject.pairs(
        2,
        |effect| setup_vectors(effect) != Some(0) && writes_read_setup(effect),
        |pair| {
            if pair.second.reads(Read::Vpm) {
                breaches
                    .add(
                        &VPM_READ_WAITS,
                        pair.words.1,
                        "the hardware waits here for the read set-up",
                    )
                    .because(pair.words.0, "the set-up");
            }
        },
    );
    queued(subject, breaches);
    restarted(
        subject,
        breaches,
        Write::VdwAddress,
        [Read::VdwWait, Read::VdwBusy],
        "store",
    );
    restarted(
        subject,
        breaches,
        Write::VdrAddress,
        [Read::VdrWait, Read::VdrBusy],
        "load",
    );
}

fn together(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.each(|node, effect| {
        let accesses = effect.reads(Read::Vpm) || effect.writes(|write| write == Write::Vpm);
        let setups = effect
            .targets
            .iter()
            .filter(|target| matches!(target.write, Write::VpmReadSetup | Write::VpmWriteSetup))
            .count();
        let message = if setups > 1 {
            "both set-ups are written at once"
        } else if accesses && setups > 0 {
            "the VPM is accessed in the instruction that writes a set-up"
        } else if accesses && effect.tmu_load().is_some() {
            "the VPM is accessed in the instruction that loads from a TMU"
        } else {
            return;
        };
        breaches.add(&VPM_ACCESS_WITH_SETUP, subject.word(node), message);
    });
}

fn writes_read_setup(effect: &Effect) -> bool {
    effect.writes(|write| write == Write::VpmReadSetup)
}

/// The number of vectors of a read set-up, if it is one and a constant says so: 0 for a set-up of a transfer.
fn setup_vectors(effect: &Effect) -> Option<u8> {
    match &effect.instruction {
        Instruction::LoadImmediate(load) if load.kind == ImmediateKind::Word && writes_read_setup(effect) => {
            Some(match (load.value >> 30, load.value >> 20 & 15) {
                (0, 0) => 16,
                (0, count) => count as u8,
                _ => 0,
            })
        }
        _ => None,
    }
}

/// The least number of vectors that are still to be read.
#[derive(Clone, Copy, PartialEq)]
struct Outstanding(u8);

impl State for Outstanding {
    fn entry() -> Outstanding {
        Outstanding(0)
    }

    fn join(self, other: Outstanding) -> Outstanding {
        Outstanding(self.0.min(other.0))
    }
}

fn queued(subject: &Subject<'_>, breaches: &mut Breaches) {
    let outstanding = solve(subject, |Outstanding(left), node| {
        let Some(effect) = subject.effect(node) else {
            return Outstanding(left);
        };
        let left = left.saturating_sub(u8::from(effect.reads(Read::Vpm)));
        Outstanding((left + setup_vectors(effect).unwrap_or(0)).min(32))
    });
    subject.each(|node, effect| {
        let Outstanding(left) = outstanding[node as usize];
        if left > 1 && setup_vectors(effect).is_some_and(|vectors| vectors > 0) {
            breaches.add(
                &VPM_READ_SETUP_QUEUED,
                subject.word(node),
                format!("{left} vectors of the last set-up have not been read"),
            );
        }
    });
}

/// Finds transfers that are started while one may be going on. Alternatives of the state: none goes on, one does.
fn restarted(
    subject: &Subject<'_>,
    breaches: &mut Breaches,
    start: Write,
    looks: [Read; 2],
    what: &'static str,
) {
    let going = solve(subject, |going: Possible, node| match subject.effect(node) {
        Some(effect) if effect.writes(|write| write == start) => Possible::only(1),
        Some(effect) if looks.iter().any(|look| effect.reads(*look)) => Possible::only(0),
        _ => going,
    });
    subject.each(|node, effect| {
        let going = going[node as usize];
        let waits = looks.iter().any(|look| effect.reads(*look));
        if going.has(1) && !waits && effect.writes(|write| write == start) {
            let path = if going.has(0) { "on some path " } else { "" };
            breaches.add(
                &DMA_RESTARTED,
                subject.word(node),
                format!("{path}nothing has waited for the last {what}"),
            );
        }
    });
}
