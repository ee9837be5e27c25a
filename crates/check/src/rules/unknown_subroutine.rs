//! # unknown-subroutine
//!
//! A subroutine type lists labels that have a number, and a subroutine variable has such a type.
//!
//! ```text reject
//! !!NVvp5.0
//! SUBROUTINETYPE T { «a» };
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! SUBROUTINETYPE T { };
//! SUBROUTINE T s = program.subroutine[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_SUBROUTINE,
    "unknown-subroutine",
    Error,
    "a subroutine type or one of its labels does not exist",
    ["#308"],
    "unknown_subroutine.rs"
);

/// A label that does not exist.
pub(crate) fn no_label(span: Span) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_SUBROUTINE, span, "no label has this name")
}

/// A label without SUBROUTINENUM.
pub(crate) fn no_number(span: Span, label: Span) -> Diagnostic {
    let message = "this label has no SUBROUTINENUM";
    Diagnostic::new(&UNKNOWN_SUBROUTINE, span, message).label(label, "the label")
}

/// A name that is declared and no type.
pub(crate) fn not_a_type(span: Span) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_SUBROUTINE, span, "this is no subroutine type")
}
