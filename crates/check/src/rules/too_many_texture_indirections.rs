//! # too-many-texture-indirections
//!
//! The number of texture indirections of a program is limited.
//!
//! ```text reject limits fragment-texture-indirections 1
//! !!ARBfp1.0
//! TEMP t;
//! MOV t, fragment.color;
//! «TEX t, t, texture[0], 2D»;
//! END
//! ```
//!
//! ```text accept limits fragment-texture-indirections 1
//! !!ARBfp1.0
//! TEMP t;
//! TEX t, fragment.color, texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_TEXTURE_INDIRECTIONS,
    "too-many-texture-indirections",
    Error,
    "a program has more texture indirections than the limit",
    ["#150", "#170a"],
    "too_many_texture_indirections.rs"
);

/// The first of the texture indirections that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_TEXTURE_INDIRECTIONS,
        span,
        format!("the program has {counted} texture indirections, and {limit} fit"),
    )
    .hint("one too many")
}
