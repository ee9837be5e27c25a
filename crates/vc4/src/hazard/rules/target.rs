//! # What one instruction writes
//!
//! ## qpu-same-target-twice
//!
//! The two operations of an instruction write different things; the same accumulator only under conditions that
//! exclude each other, which are a condition and its opposite, and zero and negative; the same peripheral never. Where
//! an accumulator gets one value twice, which programs that run have, it is a warning.
//!
//! ```text reject
//! «mov vpm, r0; mov vpm, r1»
//! ```
//!
//! ```text reject warning
//! «mov r0, r0; mov r0, r0»
//! ```
//!
//! ```text accept
//! mov.ifz r0, r1; mov.ifnz r0, r2
//! fsub.ifn r1, r3, r0; mov.ifz r1, r2
//! mov vpm, r0
//! ```
//!
//! ## qpu-conditional-peripheral-write
//!
//! A condition does not keep a peripheral from acting: a texture lookup or a write to the VPM happens anyway, with
//! undefined data. The host interrupt looks at the value, and the tile buffer takes the condition as a mask of
//! pixels; these are meant to be used so. It is an error for a texture lookup, whose addresses are then undefined, and
//! a warning for the other peripherals: who never reads the undefined data is not harmed by them.
//!
//! ```text reject
//! «mov.ifz t0s, r0»
//! nop; nop; ldtmu0
//! ```
//!
//! ```text reject warning
//! «mov.ifz vpm, r0»
//! ```
//!
//! ```text accept
//! mov.ifz interrupt, r0
//! ```
//!
//! ## qpu-many-peripherals
//!
//! An instruction does at most one of these: write a TMU, load from a TMU, write depth, colour or the alpha mask to the
//! tile buffer, load from it (colour may be loaded and written at once), use the special function unit, take the mutex,
//! use a semaphore. Stencil set-up is not among them.
//!
//! ```text reject
//! mov t0s, r0
//! «mov recip, r1; nop; ldtmu0»
//! ```
//!
//! ```text accept
//! mov t0s, r0
//! mov tlb_stencil, r0; nop; ldtmu0
//! mov recip, r1
//! ```
//!
//! ## qpu-host-interrupt-zero
//!
//! A write of zero to the host interrupt raises none.
//!
//! ```text reject
//! «mov interrupt, 0»
//! ```
//!
//! ```text accept
//! mov interrupt, 1
//! ```

use quadrille_base::{Severity, rule};
use quadrille_isa::qpu::{
    AddOp, Alu, ImmediateKind, Instruction, MulOp, Mux, OperandB, Read, SmallImmediate, Write,
};

use crate::hazard::effect::Effect;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    SAME_TARGET_TWICE,
    "qpu-same-target-twice",
    Error,
    "both operations write the same thing",
    ["#3", "vc4asm V100", "vc4asm addendum"],
    "target.rs"
);
rule!(
    CONDITIONAL_PERIPHERAL_WRITE,
    "qpu-conditional-peripheral-write",
    Error,
    "a conditional write triggers a peripheral whatever the condition",
    ["#10", "vc4asm addendum", "vc4asm V130"],
    "target.rs"
);
rule!(
    MANY_PERIPHERALS,
    "qpu-many-peripherals",
    Error,
    "an instruction uses more than one of TMU, tile buffer, SFU, mutex and semaphore",
    ["#14", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V120"],
    "target.rs"
);
rule!(
    HOST_INTERRUPT_ZERO,
    "qpu-host-interrupt-zero",
    Error,
    "zero is written to the host interrupt",
    ["#27", "vc4asm addendum"],
    "target.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.each(|node, effect| {
        let word = subject.word(node);
        if let Some(what) = same_target(effect) {
            let is_accumulator = matches!(effect.targets[0].write, Write::Accumulator(_));
            let severity = match is_accumulator && effect.instruction.gives_one_value() {
                true => Severity::Warning,
                false => Severity::Error,
            };
            let message = format!("both operations write {what}");
            breaches.add_as(&SAME_TARGET_TWICE, severity, word, message);
        }
        for target in effect.targets.iter().filter(|target| target.is_conditional()) {
            let severity = match target.write {
                Write::Tmu { .. } => Severity::Error,
                Write::Vpm
                | Write::Sfu(_)
                | Write::TmuNoSwap
                | Write::UniformsAddress
                | Write::UniformsAddressRelative
                | Write::VpmReadSetup
                | Write::VpmWriteSetup
                | Write::VdrAddress
                | Write::VdwAddress
                | Write::MutexRelease => Severity::Warning,
                _ => continue,
            };
            breaches.add_as(
                &CONDITIONAL_PERIPHERAL_WRITE,
                severity,
                word,
                "the condition does not keep the peripheral from acting",
            );
        }
        let count = peripherals(effect);
        if count > 1 {
            breaches.add(
                &MANY_PERIPHERALS,
                word,
                format!("this instruction uses {count} peripherals of which only one can be used at a time"),
            );
        }
        if effect.writes(|write| write == Write::HostInterrupt) && is_zero(effect) {
            breaches.add(&HOST_INTERRUPT_ZERO, word, "an interrupt of zero is none");
        }
    });
}

/// The target that both sides write, if that is forbidden and no other rule's business.
fn same_target(effect: &Effect) -> Option<&'static str> {
    let [add, mul] = effect.targets;
    let excludes = add.condition.excludes(mul.condition);
    let is_r5 = |write| matches!(write, Write::R5All | Write::R5Quad);
    let is_address = |write| matches!(write, Write::UniformsAddress | Write::UniformsAddressRelative);
    match (add.write, mul.write) {
        (Write::Accumulator(a), Write::Accumulator(b)) if a == b && !excludes => Some("the same accumulator"),
        (a, b) if is_r5(a) && is_r5(b) && !excludes => Some("r5"),
        (Write::Vpm, Write::Vpm) => Some("the VPM"),
        (Write::HostInterrupt, Write::HostInterrupt) => Some("the host interrupt"),
        (Write::TlbStencil, Write::TlbStencil) => Some("the set-up of the stencil test"),
        (Write::MutexRelease, Write::MutexRelease) => Some("the mutex"),
        (Write::TmuNoSwap, Write::TmuNoSwap) => Some("the setting of the TMUs"),
        (a, b) if is_address(a) && is_address(b) => Some("the address of the uniforms"),
        _ => None,
    }
}

/// The number of peripherals of rule 14 that an instruction uses. That both operations write a TMU is another rule's
/// business.
fn peripherals(effect: &Effect) -> usize {
    let is_colour = |write| matches!(write, Write::TlbColourAll | Write::TlbColourSample);
    let is_tile = |write| is_colour(write) || matches!(write, Write::TlbZ | Write::TlbAlphaMask);
    let written = effect
        .targets
        .iter()
        .filter(|target| is_tile(target.write))
        .count();
    let combined = effect.loads_tile() && effect.writes(is_colour);
    usize::from(effect.tmu_writes().next().is_some())
        + usize::from(effect.tmu_load().is_some())
        + written
        + usize::from(effect.loads_tile() && !combined)
        + effect
            .targets
            .iter()
            .filter(|target| matches!(target.write, Write::Sfu(_)))
            .count()
        + usize::from(effect.reads(Read::MutexAcquire))
        + usize::from(matches!(effect.instruction, Instruction::Semaphore(_)))
}

/// Whether what is written is known to be zero in every element.
fn is_zero(effect: &Effect) -> bool {
    match &effect.instruction {
        Instruction::LoadImmediate(load) => {
            (0..16).all(|element| ImmediateKind::element(load.kind, load.value, element) == 0)
        }
        Instruction::Alu(alu) => {
            let side = effect
                .targets
                .iter()
                .position(|target| target.write == Write::HostInterrupt);
            match side {
                Some(0) => gives_zero(
                    alu,
                    alu.add_operands,
                    is_plain(alu.add_op),
                    is_difference(alu.add_op),
                ),
                Some(_) => gives_zero(
                    alu,
                    alu.mul_operands,
                    alu.mul_op != MulOp::Nop,
                    alu.mul_op == MulOp::V8subs,
                ),
                None => false,
            }
        }
        Instruction::Semaphore(_) | Instruction::Branch(_) => false,
    }
}

/// Operations of two zeros whose result is zero.
fn is_plain(op: AddOp) -> bool {
    op.operands() == 2
}

/// Operations of a value and itself whose result is zero.
fn is_difference(op: AddOp) -> bool {
    matches!(op, AddOp::Xor | AddOp::Sub | AddOp::V8subs)
}

fn gives_zero(alu: &Alu, operands: [Mux; 2], keeps_zero: bool, is_difference: bool) -> bool {
    let zero = OperandB::Small(SmallImmediate::from_bits(0));
    let are_zero = alu.operand_b == zero && operands == [Mux::FileB; 2];
    keeps_zero && are_zero || is_difference && operands[0] == operands[1]
}
