//! # scalar-needs-selector
//!
//! An operand that is one number has to say which component of the vector it is.
//!
//! ```text reject
//! !!ARBvp1.0
//! RCP result.color, «vertex.color»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! RCP result.color, vertex.color.x;
//! END
//! ```
//!
//! A number written in the instruction is a vector too, of four equal components. With the options
//! NV_vertex_program2 and NV_fragment_program and in later languages it stands alone.
//!
//! ```text reject
//! !!ARBvp1.0
//! RCP result.color, «2.0»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! RCP result.color, 2.0.x;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    SCALAR_NEEDS_SELECTOR,
    "scalar-needs-selector",
    Error,
    "a scalar operand has no selector of one letter",
    ["#9", "#139a"],
    "scalar_needs_selector.rs"
);

/// A scalar operand without exactly one letter.
pub(crate) fn at(span: Span, end: u32, opcode: &str) -> Diagnostic {
    Diagnostic::new(
        &SCALAR_NEEDS_SELECTOR,
        span,
        format!("`{opcode}` reads one component here"),
    )
    .hint("add `.x`, `.y`, `.z` or `.w`")
    .fix("read the first component", Span::at(end), ".x")
}

/// A scalar operand with more than one letter.
pub(crate) fn many(span: Span, opcode: &str) -> Diagnostic {
    Diagnostic::new(
        &SCALAR_NEEDS_SELECTOR,
        span,
        format!("`{opcode}` reads one component here"),
    )
    .hint("write one letter")
}
