//! # no-position
//!
//! A vertex program that writes no position draws nothing that can be foreseen, unless it is position-invariant.
//!
//! ```text warn
//! !!ARBvp1.0
//! MOV result.color, vertex.color;
//! «END»
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! OPTION ARB_position_invariant;
//! MOV result.color, vertex.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    NO_POSITION,
    "no-position",
    Warning,
    "a vertex program writes no position",
    ["ARB_vertex_program 2.14.3.4"],
    "no_position.rs"
);

/// The end of a program without such a write.
pub(crate) fn at(end: Span) -> Diagnostic {
    Diagnostic::new(&NO_POSITION, end, "the program does not write `result.position`")
        .hint("vertices land nowhere in particular")
}
