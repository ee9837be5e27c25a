//! # too-many-alu-instructions
//!
//! The number of arithmetic instructions of a program is limited.
//!
//! ```text reject limits fragment-alu-instructions 1
//! !!ARBfp1.0
//! MOV result.color, fragment.color;
//! «MOV result.depth, fragment.color»;
//! END
//! ```
//!
//! ```text accept limits fragment-alu-instructions 1
//! !!ARBfp1.0
//! MOV result.color, fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_ALU_INSTRUCTIONS,
    "too-many-alu-instructions",
    Error,
    "a program has more arithmetic instructions than the limit",
    ["#148", "#159", "#160", "#161"],
    "too_many_alu_instructions.rs"
);

/// The first of the arithmetic instructions that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_ALU_INSTRUCTIONS,
        span,
        format!("the program has {counted} arithmetic instructions, and {limit} fit"),
    )
    .hint("one too many")
}
