//! # The uniform stream
//!
//! ## qpu-uniform-read-after-address
//!
//! After a write to the address of the uniforms there must be two instructions that take no uniform, neither as
//! an operand nor for a texture coordinate.
//!
//! ```text reject
//! mov unif_addr, r0
//! nop
//! «mov r1, unif»
//! ```
//!
//! ```text accept
//! mov unif_addr, r0
//! nop
//! nop
//! mov r1, unif
//! ```

use quadrille_base::rule;
use quadrille_isa::qpu::{Read, TmuCoordinate, Write};

use crate::hazard::effect::Effect;
use crate::hazard::subject::{Breaches, Subject};

rule!(
    UNIFORM_READ_AFTER_ADDRESS,
    "qpu-uniform-read-after-address",
    Error,
    "a uniform is read less than three instructions after the address was written",
    ["#21", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V30"],
    "uniform.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    let moves = |effect: &Effect| {
        effect.writes(|write| matches!(write, Write::UniformsAddress | Write::UniformsAddressRelative))
    };
    subject.pairs(2, moves, |pair| {
        let takes_configuration = pair
            .second
            .tmu_writes()
            .any(|(_, coordinate)| coordinate != TmuCoordinate::S);
        if pair.second.reads(Read::Uniform) || takes_configuration {
            breaches
                .add(
                    &UNIFORM_READ_AFTER_ADDRESS,
                    pair.words.1,
                    "a uniform is taken before the new address counts",
                )
                .because(pair.words.0, "the address is written")
                .remedy(subject.separate(&pair, 3 - pair.distance));
        }
    });
}
