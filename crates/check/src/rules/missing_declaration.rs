//! # missing-declaration
//!
//! A geometry program says what primitives come in and go out and how many vertices it emits; a tessellation control program how many vertices its patch has; a tessellation evaluation program what a patch is cut into; a compute program how large its work group is.
//!
//! ```text reject
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! EMIT;
//! «END»
//! ```
//!
//! ```text accept
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! EMIT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_DECLARATION,
    "missing-declaration",
    Error,
    "a program does not declare what its stage needs",
    ["#229", "#230", "#231", "#285", "#286", "#290", "#301"],
    "missing_declaration.rs"
);

/// The word that opens a declaration that is not there.
pub(crate) fn at(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        &MISSING_DECLARATION,
        span,
        format!("the program has no `{what}`, which its stage needs"),
    )
}
