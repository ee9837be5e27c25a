//! # coordinate-selection
//!
//! A coordinate set is read with its third or with its fourth coordinate in the whole program,
//! projected or not.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! SampleMap r0, t2.str;
//! SampleMap r1, «t2.stq»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! SampleMap r0, t2.str;
//! SampleMap r1, t2.str_dr;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    COORDINATE_SELECTION,
    "coordinate-selection",
    Error,
    "a coordinate set is read with r and with q",
    ["#355"],
    "coordinate_selection.rs"
);

/// The second use, with the first.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &COORDINATE_SELECTION,
        span,
        "a coordinate set is read with r or with q, not both",
    )
    .label(before, "it is read the other way here")
}
