//! # late-declaration
//!
//! What a program declares of its stage stands before everything but options: the primitives, the patch, the work group.
//!
//! ```text reject
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! TEMP t;
//! «VERTICES_OUT 3»;
//! MOV t, 0;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! TEMP t;
//! MOV t, 0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    LATE_DECLARATION,
    "late-declaration",
    Error,
    "a declaration of the stage stands too late",
    ["#228b"],
    "late_declaration.rs"
);

/// A declaration of the stage behind a naming statement, a label or an instruction.
pub(crate) fn at(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(
        &LATE_DECLARATION,
        span,
        "this declaration stands before all names and instructions",
    )
    .label(first, "the first of them")
}
