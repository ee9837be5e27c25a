//! # empty-preliminary-pass
//!
//! A preliminary pass computes something: it has an instruction beside those that set up registers.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartPrelimPass;
//! SampleMap r0, t0.str;
//! «EndPass»;
//! StartOutputPass;
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
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    EMPTY_PRELIMINARY_PASS,
    "empty-preliminary-pass",
    Error,
    "a preliminary pass has no arithmetic instruction",
    ["#351"],
    "empty_preliminary_pass.rs"
);

/// The end of a pass that computes nothing.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&EMPTY_PRELIMINARY_PASS, span, "this pass computes nothing")
}
