//! # repeated-declaration
//!
//! A program declares each thing of its stage once.
//!
//! ```text reject
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! «VERTICES_OUT 4»;
//! EMIT;
//! END
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
    REPEATED_DECLARATION,
    "repeated-declaration",
    Error,
    "a program declares a thing of its stage twice",
    [
        "#229", "#230", "#231", "#274", "#285", "#288", "#290", "#291", "#301"
    ],
    "repeated_declaration.rs"
);

/// A declaration of the stage that was there before.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(&REPEATED_DECLARATION, span, "this is declared already").label(before, "here")
}
