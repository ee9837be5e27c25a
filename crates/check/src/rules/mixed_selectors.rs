//! # mixed-selectors
//!
//! A selector takes its letters from xyzw or from rgba, not from both.
//!
//! ```text reject
//! !!ARBfp1.0
//! MOV result.color, fragment.color.«xyba»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! MOV result.color, fragment.color.rgba;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MIXED_SELECTORS,
    "mixed-selectors",
    Error,
    "letters of both sets stand in one selector",
    ["#167", "#170e", "#200", "#228a"],
    "mixed_selectors.rs"
);

/// A selector with letters of both sets.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MIXED_SELECTORS,
        span,
        "letters of xyzw and of rgba cannot stand together",
    )
}
