//! # c-comment
//!
//! A comment begins with `#` and ends with its line. Those of C are none; all of a program are told once:
//!
//! ```text reject
//! !!ARBvp1.0
//! «/* the position */»
//! MOV result.position, vertex.position; // as it came
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! # the position
//! MOV result.position, vertex.position; # as it came
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    C_COMMENT,
    "c-comment",
    Error,
    "a comment is written as in C",
    ["ARB_vertex_program 2.14.2"],
    "c_comment.rs"
);

/// The first of so many comments.
pub(crate) fn at(first: Span, count: usize) -> Diagnostic {
    let message = "a comment begins with `#` and ends with its line";
    let diagnostic = Diagnostic::new(&C_COMMENT, first, message);
    match count {
        1 => diagnostic,
        _ => diagnostic.note(format!("comments written so: {count}")),
    }
}
