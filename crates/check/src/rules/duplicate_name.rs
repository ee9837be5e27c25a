//! # duplicate-name
//!
//! A name may be declared once in a program, whatever it stands for.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP a;
//! TEMP «a»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP a;
//! TEMP b;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    DUPLICATE_NAME,
    "duplicate-name",
    Error,
    "a name is declared twice",
    ["#53", "#118", "#141", "#175"],
    "duplicate_name.rs"
);

/// A second declaration of a name.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_NAME, span, "this name is declared already")
        .label(before, "first declared here")
}
