//! # Rotation of vectors
//!
//! The rotator sits behind the MUL ALU. It turns a whole vector only if it saw the operands an instruction ago,
//! which is so for r0 to r3.
//!
//! ## qpu-rotation-in-quads
//!
//! With an operand that is not one of r0 to r3 the result turns only within each group of four elements. That is
//! known behaviour, but seldom meant. Operands that are the same in all elements make no difference.
//!
//! ```text reject
//! «nop; mov r0, ra1 << 1»
//! ```
//!
//! ```text accept
//! mov r1, ra1
//! nop
//! nop; mov r0, r1 << 1
//! ```
//!
//! ## qpu-rotated-after-write
//!
//! An accumulator must not be rotated in the instruction after the one that wrote it, if an element moves to a lower
//! group of four: that group is read before the higher one is written. Every rotation by a number moves some element so;
//! a condition of the rotation or of the write before may keep that element out, and a rotation by `<< 1` to `<< 3`
//! into r5 takes each element from its own group. It is a warning: shipped programs leave such elements unused.
//!
//! ```text reject
//! mov r1, ra1
//! «nop; mov r0, r1 << 1»
//! ```
//!
//! ```text accept
//! mov r1, ra1
//! mov r2, r3
//! nop; mov r0, r1 << 1
//! mov r0, ra0
//! nop; mov.ifnz r1, r0 << 1
//! nop
//! nop; mov.ifnz r1, r0 << 1
//! mov r1, ra1
//! nop; mov r5rep, r1 << 1
//! ```
//!
//! ## qpu-rotated-by-fresh-r5
//!
//! A rotation by r5 must not follow right after a write to r5.
//!
//! ```text reject
//! mov r5rep, ra1
//! «nop; mov r0, r1 >> r5»
//! ```
//!
//! ```text accept
//! mov r5rep, ra1
//! nop
//! nop; mov r0, r1 >> r5
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::{AddOp, Alu, Mux, Read, RegisterFile, Rotation, Write};

use crate::hazard::effect::{Effect, FLAGS, R5};
use crate::hazard::flow::solve;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    ROTATION_IN_QUADS,
    "qpu-rotation-in-quads",
    Warning,
    "a rotation whose operands are not both r0 to r3 stays inside groups of four elements",
    [
        "#5",
        "guide p. 37",
        "Mesa vc4_qpu_validate.c",
        "vc4asm V22",
        "vc4asm addendum"
    ],
    "rotation.rs"
);
rule!(
    ROTATED_AFTER_WRITE,
    "qpu-rotated-after-write",
    Warning,
    "an accumulator is rotated in the instruction after the one that wrote it",
    [
        "#6",
        "guide p. 37",
        "Mesa vc4_qpu_validate.c",
        "vc4asm V21.10",
        "vc4asm addendum"
    ],
    "rotation.rs"
);
rule!(
    ROTATED_BY_FRESH_R5,
    "qpu-rotated-by-fresh-r5",
    Error,
    "the rotation is by an r5 written in the instruction before",
    ["#7", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V21.20"],
    "rotation.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    in_quads(subject, breaches);
    let writes = |effect: &Effect| effect.gives != 0 || effect.reads(Read::Varying);
    subject.pairs(1, writes, |pair| {
        let (Some(rotation), Some(alu)) = (pair.second.rotation(), pair.second.as_alu()) else {
            return;
        };
        let rotated = alu
            .mul_operands
            .iter()
            .fold(0, |set, mux| set | 1u8 << *mux as u8);
        let is_fresh = pair.first.replaces().accumulators() & rotated & 0xf != 0;
        if is_full(alu) && is_fresh && moves_down(pair.second, alu, rotation) {
            breaches
                .add(
                    &ROTATED_AFTER_WRITE,
                    pair.words.1,
                    "an accumulator is rotated right after it was written",
                )
                .because(pair.words.0, "it is written")
                .remedy(subject.separate(&pair, 1));
        }
        let fresh = pair.first.gives & R5 != 0 || pair.first.reads(Read::Varying);
        if rotation == Rotation::R5 && fresh {
            breaches
                .add(
                    &ROTATED_BY_FRESH_R5,
                    pair.words.1,
                    "the rotation is by an r5 that was just written",
                )
                .because(pair.words.0, "r5 is written")
                .remedy(subject.separate(&pair, 1));
        }
    });
}

/// Whether both operands come from r0 to r3.
fn is_full(alu: &Alu) -> bool {
    alu.mul_operands.iter().all(|mux| (*mux as u8) <= Mux::R3 as u8)
}

/// Whether a rotation brings some element that it writes from a higher group of four to a lower one. A condition may
/// leave those out.
fn moves_down(effect: &Effect, alu: &Alu, rotation: Rotation) -> bool {
    let target = effect.targets[1];
    let sets_flags = effect.gives & FLAGS != 0 && alu.add_op == AddOp::Nop;
    let is_wanted = match target.write {
        Write::Nop => sets_flags,
        Write::R5All | Write::R5Quad => sets_flags || !matches!(rotation, Rotation::By(13..)),
        _ => true,
    };
    is_wanted && !target.is_conditional()
}

/// Finds rotations that stay in quads. The state is whether r5 may differ between elements.
fn in_quads(subject: &Subject<'_>, breaches: &mut Breaches) {
    let differs = solve(subject, |known: KnownR5, node| match subject.effect(node) {
        Some(effect) if effect.reads(Read::Varying) => KnownR5(false),
        Some(effect) if effect.gives & R5 != 0 => KnownR5(
            effect
                .targets
                .iter()
                .any(|target| target.write == Write::R5All && !target.is_conditional()),
        ),
        _ => known,
    });
    subject.each(|node, effect| {
        let (Some(_), Some(alu)) = (effect.rotation(), effect.as_alu()) else {
            return;
        };
        let is_same = |mux: &Mux| match mux {
            Mux::FileA => matches!(
                alu.read_a.read(RegisterFile::A),
                Read::Uniform | Read::VdrBusy | Read::VdrWait
            ),
            // A rotation leaves no address for file B: its input is the small immediate.
            Mux::FileB => true,
            Mux::R5 => differs[node as usize].0,
            _ => false,
        };
        if !is_full(alu) && !alu.mul_operands.iter().all(is_same) {
            breaches.add(
                &ROTATION_IN_QUADS,
                subject.word(node),
                "this rotation stays inside groups of four elements",
            );
        }
    });
}

/// Whether r5 is known to be the same in all elements.
#[derive(Clone, Copy, PartialEq)]
struct KnownR5(bool);

impl crate::hazard::flow::State for KnownR5 {
    fn entry() -> KnownR5 {
        KnownR5(false)
    }

    fn join(self, other: KnownR5) -> KnownR5 {
        KnownR5(self.0 & other.0)
    }
}
