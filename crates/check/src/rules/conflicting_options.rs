//! # conflicting-options
//!
//! At most one fog option and at most one precision hint may be named.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION ARB_fog_exp;
//! OPTION «ARB_fog_linear»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION ARB_fog_exp;
//! OPTION ARB_fog_exp;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    CONFLICTING_OPTIONS,
    "conflicting-options",
    Error,
    "two options exclude each other",
    ["#113", "#114", "#162", "#163", "#332"],
    "conflicting_options.rs"
);

/// An option that an earlier one excludes.
pub(crate) fn at(span: Span, before: &str) -> Diagnostic {
    Diagnostic::new(
        &CONFLICTING_OPTIONS,
        span,
        format!("this option cannot stand beside `{before}`"),
    )
}
