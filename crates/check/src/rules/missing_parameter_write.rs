//! # missing-parameter-write
//!
//! A vertex state program is there to write program parameters, and has to write one.
//!
//! ```text reject
//! !!VSP1.0
//! MOV R0, v[0];
//! «END»
//! ```
//!
//! ```text accept
//! !!VSP1.0
//! MOV c[0], v[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_PARAMETER_WRITE,
    "missing-parameter-write",
    Error,
    "a vertex state program writes no parameter",
    ["#15", "#35"],
    "missing_parameter_write.rs"
);

/// The end of a program without such a write.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MISSING_PARAMETER_WRITE,
        span,
        "the program writes no parameter register",
    )
    .hint("a vertex state program writes at least one `c[n]`")
}
