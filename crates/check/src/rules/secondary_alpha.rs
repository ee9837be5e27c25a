//! # secondary-alpha
//!
//! The secondary colour has no alpha: neither may it be selected, nor written to an alpha component as
//! it is.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! MOV r0, «color1»;
//! EndPass;
//! ```
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! MOV r0.rgb, «color1.a»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! MOV r0.rgb, color1;
//! MOV r0, color1.g;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    SECONDARY_ALPHA,
    "secondary-alpha",
    Error,
    "the alpha of the secondary colour is needed",
    ["#359"],
    "secondary_alpha.rs"
);

/// A use of `color1` that needs its alpha.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&SECONDARY_ALPHA, span, "the secondary colour has no alpha")
}
