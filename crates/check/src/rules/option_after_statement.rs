//! # option-after-statement
//!
//! Options come before everything else.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP t;
//! «OPTION ARB_position_invariant»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! OPTION ARB_position_invariant;
//! TEMP t;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    OPTION_AFTER_STATEMENT,
    "option-after-statement",
    Error,
    "an option stands after another statement",
    ["#139g", "#228b"],
    "option_after_statement.rs"
);

/// An option that comes too late.
pub(crate) fn at(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(
        &OPTION_AFTER_STATEMENT,
        span,
        "options come before all other statements",
    )
    .label(first, "the first other statement")
}
