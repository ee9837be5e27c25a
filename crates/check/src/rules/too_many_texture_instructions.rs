//! # too-many-texture-instructions
//!
//! The number of texture instructions of a program is limited.
//!
//! ```text reject limits fragment-texture-instructions 1
//! !!ARBfp1.0
//! TEMP t;
//! KIL fragment.color;
//! «KIL fragment.color»;
//! END
//! ```
//!
//! ```text accept limits fragment-texture-instructions 1
//! !!ARBfp1.0
//! TEMP t;
//! KIL fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_TEXTURE_INSTRUCTIONS,
    "too-many-texture-instructions",
    Error,
    "a program has more texture instructions than the limit",
    ["#149"],
    "too_many_texture_instructions.rs"
);

/// The first of the texture instructions that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_TEXTURE_INSTRUCTIONS,
        span,
        format!("the program has {counted} texture instructions, and {limit} fit"),
    )
    .hint("one too many")
}
