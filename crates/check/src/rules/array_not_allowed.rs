//! # array-not-allowed
//!
//! In the ARB languages only parameters form arrays.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP a«[2]»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_NOT_ALLOWED,
    "array-not-allowed",
    Error,
    "an array is declared where the language has none",
    ["#116", "#139b", "#139c"],
    "array_not_allowed.rs"
);

/// An array of something that has no arrays.
pub(crate) fn at(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        &ARRAY_NOT_ALLOWED,
        span,
        format!("{what} cannot be an array in this language"),
    )
}
