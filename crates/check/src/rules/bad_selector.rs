//! # bad-selector
//!
//! A swizzle is one letter or four of x, y, z and w; fragment programs also take r, g, b and a.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position.«xy»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position.xyyy;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BAD_SELECTOR,
    "bad-selector",
    Error,
    "a selector names no component, or too many",
    ["#9", "#139a", "#139f", "#170e"],
    "bad_selector.rs"
);

/// A word that is no swizzle.
pub(crate) fn at(span: Span, letters: &str) -> Diagnostic {
    Diagnostic::new(
        &BAD_SELECTOR,
        span,
        format!("a swizzle is one letter or four of {letters}"),
    )
}

/// An extended selector that SWZ does not take.
pub(crate) fn extended(span: Span) -> Diagnostic {
    Diagnostic::new(
        &BAD_SELECTOR,
        span,
        "an extended selector is 0, 1 or a component, with or without a sign",
    )
}
