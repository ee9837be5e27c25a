//! # Register files
//!
//! A result reaches its register file one instruction late; accumulators have no such delay.
//!
//! ## qpu-register-read-after-write
//!
//! An instruction must not take an operand from a register of file A or B that the instruction before it
//! wrote. What it would get is not published. Put another instruction between, or pass the value in an
//! accumulator.
//!
//! ```text reject
//! mov ra1, r0
//! «add r0, ra1, r1»
//! ```
//!
//! ```text accept
//! mov ra1, r0
//! nop
//! add r0, ra1, r1
//! ```
//!
//! Where the conditions of the two exclude each other, by the same flags, no element takes what was just written. It
//! is a warning then, as what the register file does with the others is not published either:
//!
//! ```text reject warning
//! mov.setf -, elem_num
//! mov.ifz ra1, 5
//! «mov.ifnz r0, ra1»
//! ```
//!
//! A routine returns to where it was called from, whatever else is called with another register:
//!
//! ```text accept
//! brr ra30, :one
//! nop
//! nop
//! nop
//! add r0, ra1, r1
//! brr ra31, :two
//! nop
//! nop
//! nop
//! nop; nop; thrend
//! nop
//! nop
//! :one
//! bra -, ra30
//! nop
//! nop
//! nop
//! :two
//! mov rb31, ra31
//! nop
//! mov ra30, rb31
//! nop
//! bra -, ra30
//! nop
//! nop
//! mov ra1, r0
//! ```

use quadrille_base::{Severity, rule};

use crate::hazard::subject::{Breaches, Subject};

rule!(
    REGISTER_READ_AFTER_WRITE,
    "qpu-register-read-after-write",
    Error,
    "a register is read in the instruction after the one that wrote it",
    ["#1", "guide p. 37", "Mesa vc4_qpu_validate.c", "vc4asm V20"],
    "register_file.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.pairs(
        1,
        |effect| effect.writes != 0,
        |pair| {
            let both = pair.first.writes & pair.second.reads;
            if both != 0 {
                let number = both.trailing_zeros();
                let (file, number) = if number < 32 {
                    ("a", number)
                } else {
                    ("b", number - 32)
                };
                let is_elsewhere = pair.first.writes_elsewhere(pair.second, both);
                let (severity, where_written) = match is_elsewhere {
                    true => (Severity::Warning, ", though in other elements"),
                    false => (Severity::Error, ""),
                };
                breaches
                    .add_as(
                        &REGISTER_READ_AFTER_WRITE,
                        severity,
                        pair.words.1,
                        format!(
                            "r{file}{number} is read in the instruction after the one that wrote it{where_written}"
                        ),
                    )
                    .because(pair.words.0, "it is written")
                    .remedy(subject.separate(&pair, 1));
            }
        },
    );
}
