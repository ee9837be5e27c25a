//! # unknown-option
//!
//! A program that asks for an option which the implementation does not have fails to load.
//!
//! ```text reject
//! !!ARBvp1.0
//! OPTION «ARB_fog_exp»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! OPTION ARB_position_invariant;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_OPTION,
    "unknown-option",
    Error,
    "an option does not exist",
    ["#133", "#155", "#23"],
    "unknown_option.rs"
);

/// An option that no table lists, or not for this language.
pub(crate) fn at(span: Span, message: impl Into<String>, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNKNOWN_OPTION, span, message);
    super::suggested(diagnostic, "write the nearest option", near)
}
