//! # unknown-header
//!
//! The first bytes of a program name its language. Nothing may stand before them.

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_HEADER,
    "unknown-header",
    Error,
    "the header names no language",
    ["#6"],
    "unknown_header.rs"
);

/// A text that starts with no header.
pub(crate) fn at(span: Span, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &UNKNOWN_HEADER,
        span,
        "the program does not start with a known header",
    );
    match near {
        Some(near) => diagnostic.fix("write the nearest header", span, near),
        None => diagnostic.hint("a header such as `!!ARBvp1.0` belongs here"),
    }
}

/// A header that only drivers know.
pub(crate) fn undocumented(span: Span) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_HEADER, span, "no specification has this header")
}
