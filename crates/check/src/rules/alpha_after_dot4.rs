//! # alpha-after-dot4
//!
//! `DOT4` takes the alpha unit too, so an instruction on colour follows it, even where it writes no
//! alpha itself.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! DOT4 r0.rgb, r1, r2;
//! «MOV r0.a, r1»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! DOT4 r0.rgb, r1, r2;
//! MOV r0.ga, r1;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ALPHA_AFTER_DOT4,
    "alpha-after-dot4",
    Error,
    "an alpha instruction follows a DOT4 on colour",
    ["#358"],
    "alpha_after_dot4.rs"
);

/// The instruction behind it.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &ALPHA_AFTER_DOT4,
        span,
        "an instruction on alpha alone does not follow `DOT4`",
    )
    .label(before, "this takes the alpha unit")
}
