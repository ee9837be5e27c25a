//! # reflection-mask
//!
//! `RFL` gives three components in the fragment languages before NV4, so that w cannot be written.
//!
//! ```text reject
//! !!FP1.0
//! RFL «o[COLR]», f[COL0], R0;
//! END
//! ```
//!
//! ```text accept
//! !!FP1.0
//! RFL o[COLR].xyz, f[COL0], R0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REFLECTION_MASK,
    "reflection-mask",
    Error,
    "RFL writes the w component",
    ["#65", "#78"],
    "reflection_mask.rs"
);

/// The destination of an RFL that has w.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&REFLECTION_MASK, span, "`RFL` cannot write the w component").hint("write at most `.xyz`")
}
