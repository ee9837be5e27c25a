//! # unknown-binding
//!
//! Attributes, parameters and results are bound to the vectors that the binding tables list.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.«postion»;
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
    UNKNOWN_BINDING,
    "unknown-binding",
    Error,
    "a binding does not exist",
    ["#117", "#139f", "#140", "#170e", "#289", "#289a"],
    "unknown_binding.rs"
);

/// A path that no binding of the language matches.
pub(crate) fn at(span: Span, message: impl Into<String>, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNKNOWN_BINDING, span, message);
    super::suggested(diagnostic, "write the nearest name", near)
}
