//! # index-in-brackets
//!
//! The number of a binding stands in brackets.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.attrib«(0)»;
//! END
//! ```
//!
//! ```text reject
//! !!ARBfp1.0
//! MOV result.color, fragment.«texcoord1»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.attrib[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INDEX_IN_BRACKETS,
    "index-in-brackets",
    Error,
    "the number of a binding has no brackets",
    ["#117", "#140"],
    "index_in_brackets.rs"
);

/// A number in parentheses, or behind a name; `replacement` has it in brackets.
pub(crate) fn at(span: Span, replacement: String) -> Diagnostic {
    Diagnostic::new(&INDEX_IN_BRACKETS, span, "the number stands in brackets").fix(
        "write it in brackets",
        span,
        replacement,
    )
}
