//! # position-invariant-write
//!
//! With position invariance the position is computed as without a program, and `result.position` or
//! `o[HPOS]` does not exist.
//!
//! ```text reject
//! !!ARBvp1.0
//! OPTION ARB_position_invariant;
//! MOV «result.position», vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! OPTION ARB_position_invariant;
//! MOV result.color, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    POSITION_INVARIANT_WRITE,
    "position-invariant-write",
    Error,
    "a position-invariant program writes the position",
    ["#21", "#32", "#99", "#135"],
    "position_invariant_write.rs"
);

/// A use of the position result.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &POSITION_INVARIANT_WRITE,
        span,
        "a position-invariant program does not write its position",
    )
}
