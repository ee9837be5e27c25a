//! # too-many-instructions
//!
//! The number of instructions of a program is limited.
//!
//! ```text reject limits vertex-instructions 1
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! «MOV result.color, vertex.position»;
//! END
//! ```
//!
//! ```text accept limits vertex-instructions 1
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_INSTRUCTIONS,
    "too-many-instructions",
    Error,
    "a program has more instructions than the limit",
    [
        "#3", "#16", "#20", "#27", "#28", "#34", "#54", "#98", "#110", "#111", "#112", "#128", "#134",
        "#147", "#159", "#160", "#161"
    ],
    "too_many_instructions.rs"
);

/// The first of the instructions that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_INSTRUCTIONS,
        span,
        format!("the program has {counted} instructions, and {limit} fit"),
    )
    .hint("one too many")
}
