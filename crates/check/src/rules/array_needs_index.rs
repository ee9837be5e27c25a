//! # array-needs-index
//!
//! An instruction reads one vector of an array, so it has to say which.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p[1] = { program.env[0] };
//! MOV result.position, «p»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p[1] = { program.env[0] };
//! MOV result.position, p[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_NEEDS_INDEX,
    "array-needs-index",
    Error,
    "an array is used without an index",
    ["#139c", "#180", "#238a", "#277", "#289a"],
    "array_needs_index.rs"
);

/// An array without an index.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&ARRAY_NEEDS_INDEX, span, "an array needs an index here").fix(
        "read its first vector",
        Span::at(span.end),
        "[0]",
    )
}

/// A binding of all vertices in an instruction.
pub(crate) fn vertex(span: Span) -> Diagnostic {
    let message = "an instruction reads the attribute of one vertex, whose number is in brackets";
    Diagnostic::new(&ARRAY_NEEDS_INDEX, span, message)
}
