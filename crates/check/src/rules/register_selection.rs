//! # register-selection
//!
//! What a pass hands on is three components, so there is no q to select.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartPrelimPass;
//! SampleMap r0, t0.str;
//! MOV r1, r0;
//! EndPass;
//! StartOutputPass;
//! SampleMap r0, r1.«stq_dq»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartPrelimPass;
//! SampleMap r0, t0.str;
//! MOV r1, r0;
//! EndPass;
//! StartOutputPass;
//! SampleMap r0, r1.str_dr;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REGISTER_SELECTION,
    "register-selection",
    Error,
    "the fourth component of a register is a coordinate",
    ["#356"],
    "register_selection.rs"
);

/// `stq` or `stq_dq` of a register.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &REGISTER_SELECTION,
        span,
        "a register has no q: only `str` and `str_dr` select of it",
    )
}
