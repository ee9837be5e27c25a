//! # The end of a program
//!
//! A thread ends two instructions after the signal (`thrend`, or `ldcend`, which also loads colour). In these
//! three instructions the units that serve the next thread are already being set up.
//!
//! ## qpu-thread-end-slots
//!
//! The two instructions after the signal have to be there.
//!
//! ```text reject
//! nop; nop; thrend
//! «nop»
//! ```
//!
//! ```text accept
//! nop; nop; thrend
//! nop
//! nop
//! ```
//!
//! ## qpu-thread-end-writes-register
//!
//! The instruction with the signal writes no register of file A or B.
//!
//! ```text reject
//! «mov ra1, r0; nop; thrend»
//! nop
//! nop
//! ```
//!
//! ```text accept
//! nop; nop; thrend
//! mov ra1, r0
//! nop
//! ```
//!
//! ## qpu-access-in-last-three
//!
//! The last three instructions read no uniform or varying, and do not touch the VPM or its memory transfers. A
//! port that reads such an address counts whether or not an operand takes the value.
//!
//! ```text reject
//! nop; nop; thrend
//! «mov r0, unif»
//! nop
//! ```
//!
//! ```text accept
//! mov r0, unif
//! nop; nop; thrend
//! nop
//! nop
//! ```
//!
//! ## qpu-address-14-in-last-three
//!
//! Nor do they read or write register 14 of either file.
//!
//! ```text reject
//! nop; nop; thrend
//! nop
//! «mov r0, ra14»
//! ```
//!
//! ```text accept
//! nop; nop; thrend
//! nop
//! mov r0, ra13
//! ```
//!
//! ## qpu-depth-in-last-instruction
//!
//! The very last instruction writes no depth.
//!
//! ```text reject
//! nop
//! nop
//! nop; nop; sbwait
//! nop; nop; thrend
//! nop
//! «mov tlbz, r0»
//! ```
//!
//! ```text accept
//! nop
//! nop
//! nop; nop; sbwait
//! nop; nop; thrend
//! mov tlbz, r0
//! nop
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::{Read, RegisterFile, Write};

use crate::hazard::effect::Effect;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    THREAD_END_SLOTS,
    "qpu-thread-end-slots",
    Error,
    "a thread end is followed by two more instructions",
    ["#29", "guide p. 37", "Mesa vc4_qpu_validate.c"],
    "thread_end.rs"
);
rule!(
    THREAD_END_WRITES_REGISTER,
    "qpu-thread-end-writes-register",
    Error,
    "the thread-end instruction writes a register file",
    ["#30", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V42"],
    "thread_end.rs"
);
rule!(
    ACCESS_IN_LAST_THREE,
    "qpu-access-in-last-three",
    Error,
    "a uniform, a varying or the VPM is accessed in the last three instructions",
    ["#31", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V40"],
    "thread_end.rs"
);
rule!(
    ADDRESS_14_IN_LAST_THREE,
    "qpu-address-14-in-last-three",
    Error,
    "address 14 is used in the last three instructions",
    ["#32", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V41"],
    "thread_end.rs"
);
rule!(
    DEPTH_IN_LAST_INSTRUCTION,
    "qpu-depth-in-last-instruction",
    Error,
    "depth is written in the last instruction",
    ["#33", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V45"],
    "thread_end.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    for leave in &subject.graph.leaves {
        if leave.missing > 0 {
            breaches.add(
                &THREAD_END_SLOTS,
                leave.word,
                "a thread end needs two more instructions, and here the program stops",
            );
        }
    }
    subject.each(|node, effect| {
        let place = subject.graph.nodes[node as usize];
        if effect.signal.ends_thread() && effect.writes != 0 {
            breaches.add(
                &THREAD_END_WRITES_REGISTER,
                place.word,
                "the thread-end instruction writes a register file",
            );
        }
        if !effect.signal.ends_thread() && place.after_end == 0 {
            return;
        }
        if let Some(what) = access(effect) {
            breaches.add(
                &ACCESS_IN_LAST_THREE,
                place.word,
                format!("{what} in the last three instructions"),
            );
        }
        if touches_14(effect) {
            breaches.add(
                &ADDRESS_14_IN_LAST_THREE,
                place.word,
                "address 14 is used in the last three instructions",
            );
        }
        if place.after_end == 2 && effect.writes(|write| write == Write::TlbZ) {
            breaches.add(
                &DEPTH_IN_LAST_INSTRUCTION,
                place.word,
                "depth is written in the last instruction",
            );
        }
    });
}

/// The access of an instruction that none of the last three may make, in words.
fn access(effect: &Effect) -> Option<&'static str> {
    let ports = [RegisterFile::A, RegisterFile::B];
    let reads = ports
        .iter()
        .zip(effect.ports)
        .find_map(|(file, port)| match port?.read(*file) {
            Read::Uniform => Some("a uniform is read"),
            Read::Varying => Some("a varying is read"),
            Read::Vpm => Some("the VPM is read"),
            Read::VdrBusy | Read::VdwBusy | Read::VdrWait | Read::VdwWait => {
                Some("a memory transfer is looked at")
            }
            _ => None,
        });
    let writes = effect.targets.iter().find_map(|target| match target.write {
        Write::Vpm => Some("the VPM is written"),
        Write::VpmReadSetup | Write::VpmWriteSetup => Some("the VPM is set up"),
        Write::VdrAddress | Write::VdwAddress => Some("a memory transfer is started"),
        Write::UniformsAddress | Write::UniformsAddressRelative => Some("the uniforms are moved"),
        _ => None,
    });
    reads.or(writes)
}

fn touches_14(effect: &Effect) -> bool {
    let is_read = effect
        .ports
        .iter()
        .flatten()
        .any(|address| address.number() == 14);
    let is_written = effect.writes & (1 << 14 | 1 << 46) != 0;
    let by_branch = effect.reads & (1 << 14 | 1 << 46) != 0;
    is_read || is_written || by_branch
}
