//! # syntax-error
//!
//! A program that does not match the grammar of its language fails to load.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position«» vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    SYNTAX_ERROR,
    "syntax-error",
    Error,
    "the text does not follow the grammar",
    [
        "#1",
        "ARB_vertex_program 2.14.2",
        "#14",
        "#25",
        "#50",
        "#117",
        "#140",
        "#174",
        "#226"
    ],
    "syntax_error.rs"
);

/// Something in a place where the grammar has no such thing.
pub(crate) fn unexpected(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&SYNTAX_ERROR, span, message)
}

/// A word that opens no declaration, and the nearest that does.
pub(crate) fn misspelled(span: Span, message: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = unexpected(span, message);
    super::suggested(diagnostic, "write the nearest word", near)
}
