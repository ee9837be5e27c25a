//! # register-set-up-twice
//!
//! A register is set up once in a pass; instructions may write it as often as they like.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! SampleMap r0, t0.str;
//! PassTexCoord «r0», t1.str;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! SampleMap r0, t0.str;
//! PassTexCoord r1, t1.str;
//! MOV r0, r1;
//! MOV r0, r0;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REGISTER_SET_UP_TWICE,
    "register-set-up-twice",
    Error,
    "a register is set up twice in a pass",
    ["#353"],
    "register_set_up_twice.rs"
);

/// The register of the second set-up.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &REGISTER_SET_UP_TWICE,
        span,
        "this register is set up in this pass already",
    )
}
