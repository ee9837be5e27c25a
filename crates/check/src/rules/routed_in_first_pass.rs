//! # routed-in-first-pass
//!
//! Registers hold nothing before the first pass, so coordinates come from coordinate sets there.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! SampleMap r0, «r1».str;
//! EndPass;
//! ```
//!
//! ```text reject
//! !!ATIfs1.0
//! StartPrelimPass;
//! SampleMap r0, «r1».str;
//! MOV r0, r0;
//! EndPass;
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
//! SampleMap r0, r1.str;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ROUTED_IN_FIRST_PASS,
    "routed-in-first-pass",
    Error,
    "coordinates come from a register in the first pass",
    ["#354"],
    "routed_in_first_pass.rs"
);

/// A register as the source of coordinates.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &ROUTED_IN_FIRST_PASS,
        span,
        "coordinates come from a register only in a second pass",
    )
}
