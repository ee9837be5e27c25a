//! # alpha-only-dot
//!
//! A dot product is made by the colour unit, so it writes a colour component at least.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! DOT3 «r0.a», r1, r2;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! DOT3 r0.ra, r1, r2;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ALPHA_ONLY_DOT,
    "alpha-only-dot",
    Error,
    "a dot product is written to alpha alone",
    ["#357"],
    "alpha_only_dot.rs"
);

/// A destination that is alpha alone.
pub(crate) fn at(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` does not write alpha alone");
    Diagnostic::new(&ALPHA_ONLY_DOT, span, message)
}
