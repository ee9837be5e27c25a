//! # reserved-name
//!
//! The opcodes, the words that open declarations and the first words of bindings are reserved; no
//! name may be one of them.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP «vertex»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP vertex0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    RESERVED_NAME,
    "reserved-name",
    Error,
    "a reserved word is declared",
    ["#136", "#167", "#228"],
    "reserved_name.rs"
);

/// A declaration of a reserved word.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &RESERVED_NAME,
        span,
        "this word is reserved and cannot be declared",
    )
}
