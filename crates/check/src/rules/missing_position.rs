//! # missing-position
//!
//! A vertex program of the register languages writes at least one component of `o[HPOS]`, unless it is
//! position-invariant.
//!
//! ```text reject
//! !!VP1.0
//! MOV o[COL0], v[COL0];
//! «END»
//! ```
//!
//! ```text accept
//! !!VP1.0
//! MOV o[HPOS].x, v[COL0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_POSITION,
    "missing-position",
    Error,
    "a vertex program writes no position",
    ["#2", "#23", "#26"],
    "missing_position.rs"
);

/// The end of a program without such a write.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&MISSING_POSITION, span, "the program does not write `o[HPOS]`")
        .hint("at least one component is needed")
}
