//! # constant-type
//!
//! A constant is read as the type that its place needs. Where that is an integer, the constant is a whole
//! number that the type holds; an unsigned one has no sign of its own.
//!
//! ```text reject
//! !!NVvp4.0
//! TEMP a;
//! ADD.S a, a, «1.0»;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! TEMP a;
//! ADD.S a, a, 1;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    CONSTANT_TYPE,
    "constant-type",
    Error,
    "a constant is not of the type that its place needs",
    ["#185", "#186", "#187"],
    "constant_type.rs"
);

/// A number with a point or an exponent where an integer belongs.
pub(crate) fn float(span: Span) -> Diagnostic {
    Diagnostic::new(
        &CONSTANT_TYPE,
        span,
        "an integer belongs here, and this is a float",
    )
}

/// A negative number where an unsigned one belongs.
pub(crate) fn negative(span: Span) -> Diagnostic {
    Diagnostic::new(&CONSTANT_TYPE, span, "an unsigned integer is not negative")
}

/// An integer that its type does not hold.
pub(crate) fn too_large(span: Span, most: u64) -> Diagnostic {
    Diagnostic::new(
        &CONSTANT_TYPE,
        span,
        format!("the largest integer here is {most}"),
    )
}
