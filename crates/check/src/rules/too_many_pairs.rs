//! # too-many-pairs
//!
//! A pass has eight pairs: an instruction on colour and the one on alpha behind it, or one that writes
//! both.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartOutputPass;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! «MOV r0, r1»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartOutputPass;
//! MOV r0.rgb, r1;
//! MOV r0.a, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! MOV r0, r1;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_PAIRS,
    "too-many-pairs",
    Error,
    "a pass has more than eight pairs of instructions",
    ["#352"],
    "too_many_pairs.rs"
);

/// The first instruction of the ninth pair.
pub(crate) fn at(span: Span, pairs: usize) -> Diagnostic {
    let message = format!("a pass has at most 8 pairs of instructions, this one {pairs}");
    Diagnostic::new(&TOO_MANY_PAIRS, span, message)
}
