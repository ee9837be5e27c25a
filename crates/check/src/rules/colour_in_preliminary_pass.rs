//! # colour-in-preliminary-pass
//!
//! The colours of the fragment are there in the output pass only.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartPrelimPass;
//! MOV r0, «color0»;
//! EndPass;
//! StartOutputPass;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartPrelimPass;
//! MOV r0, 1;
//! EndPass;
//! StartOutputPass;
//! MOV r0, color0;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    COLOUR_IN_PRELIMINARY_PASS,
    "colour-in-preliminary-pass",
    Error,
    "a colour is read in the preliminary pass",
    ["#350"],
    "colour_in_preliminary_pass.rs"
);

/// A colour.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &COLOUR_IN_PRELIMINARY_PASS,
        span,
        "colours are read in the output pass only",
    )
}
