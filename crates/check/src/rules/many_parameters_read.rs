//! # many-parameters-read
//!
//! An instruction of NV_vertex_program reads one program parameter register, as often as it likes.
//! Registers with an address register are the same if they add the same number.
//!
//! ```text reject
//! !!VP1.0
//! MAD o[HPOS], v[OPOS], c[1], «c[2]»;
//! END
//! ```
//!
//! ```text accept
//! !!VP1.0
//! MAD o[HPOS], v[OPOS], c[1], c[1].w;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MANY_PARAMETERS_READ,
    "many-parameters-read",
    Error,
    "an instruction reads two program parameters",
    ["#4", "#17", "#29", "#37", "#57"],
    "many_parameters_read.rs"
);

/// An operand with another parameter than the one at `before`.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &MANY_PARAMETERS_READ,
        span,
        "an instruction reads one program parameter at most",
    )
    .label(before, "another is read here")
    .hint("move one of them to a temporary first")
}
