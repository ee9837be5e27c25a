//! # many-attributes-read
//!
//! An instruction of NV_vertex_program and of NV_fragment_program reads one attribute register, as often as it likes.
//! `v[0]` and `v[OPOS]` are one register.
//!
//! ```text reject
//! !!VP1.0
//! ADD o[HPOS], v[OPOS], «v[NRML]»;
//! END
//! ```
//!
//! ```text accept
//! !!VP1.0
//! ADD o[HPOS], v[OPOS], v[0].w;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MANY_ATTRIBUTES_READ,
    "many-attributes-read",
    Error,
    "an instruction reads two attributes",
    ["#5", "#18", "#30", "#38", "#56"],
    "many_attributes_read.rs"
);

/// An operand with another attribute than the one at `before`.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &MANY_ATTRIBUTES_READ,
        span,
        "an instruction reads one attribute at most",
    )
    .label(before, "another is read here")
    .hint("move one of them to a temporary first")
}
