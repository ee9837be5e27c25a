//! # Packing and unpacking
//!
//! ## qpu-pack-without-register
//!
//! A pack with `pm` 0 sits before file A and needs a register of that file as the target; one with `pm` 1 belongs
//! to the MUL ALU and packs nothing else.
//!
//! ```text reject words
//! «0x159e7000, 0x10120827»
//! 0x009e7000, 0x300009e7
//! 0x009e7000, 0x100009e7
//! 0x009e7000, 0x100009e7
//! ```
//!
//! ```text accept
//! mov ra0.16a, r0
//! ```
//!
//! ## qpu-packed-peripheral-write
//!
//! A pack must not go to a peripheral: the bits that it leaves as they are do not exist there.
//!
//! ```text reject
//! «nop; fmul vpm.8a, r0, r1»
//! ```
//!
//! ```text accept
//! nop; fmul r2.8a, r0, r1
//! mov vpm, r2
//! ```
//!
//! ## qpu-mixed-unpack
//!
//! There is one unpacker for file A. If one consumer is a float operation, the other gets the float too, even if
//! it works on integers. That is known behaviour; a `mov` may want it.
//!
//! ```text reject
//! «fadd r0, ra1.16a, r2; mul24 r1, ra1.16a, r3»
//! ```
//!
//! ```text accept
//! add r0, ra1.16a, r2; mul24 r1, ra1.16a, r3
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::{
    AddOp, Alu, FilePack, Instruction, MulOp, MulPack, Mux, Pack, RegisterFile, Unpack, Write,
};

use crate::hazard::effect::Effect;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    PACK_WITHOUT_REGISTER,
    "qpu-pack-without-register",
    Error,
    "a pack applies to nothing that can be packed",
    ["#8", "guide s. 3, table 6"],
    "pack.rs"
);
rule!(
    PACKED_PERIPHERAL_WRITE,
    "qpu-packed-peripheral-write",
    Error,
    "a partial pack goes to a peripheral",
    ["#9", "vc4asm addendum", "vc4asm V131"],
    "pack.rs"
);
rule!(
    MIXED_UNPACK,
    "qpu-mixed-unpack",
    Warning,
    "float and integer operations take one unpacked value",
    ["#11", "guide s. 3, table 7"],
    "pack.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.each(|node, effect| {
        let word = subject.word(node);
        match &effect.instruction {
            Instruction::Alu(alu) => {
                target(effect, alu.results.pack, word, breaches);
                if is_mixed(alu) {
                    breaches.add(
                        &MIXED_UNPACK,
                        word,
                        "one of the operations gets a float where it works on integers",
                    );
                }
            }
            Instruction::LoadImmediate(load) => target(effect, load.results.pack, word, breaches),
            Instruction::Semaphore(semaphore) => target(effect, semaphore.results.pack, word, breaches),
            Instruction::Branch(_) => {}
        }
    });
}

/// Looks at what a pack applies to.
fn target(effect: &Effect, pack: Pack, word: u32, breaches: &mut Breaches) {
    let packed = match pack {
        Pack::File(FilePack::None) | Pack::Mul(MulPack::None) => return,
        Pack::File(_) => effect
            .targets
            .iter()
            .find(|target| target.file == RegisterFile::A && target.write != Write::Nop),
        Pack::Mul(_) => Some(&effect.targets[1]).filter(|target| target.write != Write::Nop),
    };
    let is_file = matches!(pack, Pack::File(_));
    let message = match packed {
        Some(target) if target.is_peripheral() => {
            breaches.add(
                &PACKED_PERIPHERAL_WRITE,
                word,
                "a packed result goes to a peripheral",
            );
            return;
        }
        Some(target) if is_file && !matches!(target.write, Write::Register(_)) => {
            "this pack needs a register of file A, and the result goes to an accumulator"
        }
        None if is_file => "this pack needs a register of file A, and none is written",
        None => "this pack belongs to the MUL ALU, which writes nothing",
        Some(_) => return,
    };
    breaches.add(&PACK_WITHOUT_REGISTER, word, message);
}

/// Whether a float operation and an integer operation take the value that file A unpacks.
fn is_mixed(alu: &Alu) -> bool {
    let changes = !matches!(alu.unpack, Unpack::None | Unpack::Replicate);
    if !changes || alu.results.pack.mode_bit() {
        return false;
    }
    let add = &alu.add_operands[..usize::from(alu.add_op.operands())];
    let add = alu.add_op != AddOp::Nop && add.contains(&Mux::FileA);
    let mul = alu.mul_op != MulOp::Nop && alu.mul_operands.contains(&Mux::FileA);
    add && mul && alu.add_op.takes_float() != alu.mul_op.takes_float()
}
