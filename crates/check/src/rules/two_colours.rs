//! # two-colours
//!
//! An `!!FP1.0` program writes its colour in one precision, `o[COLR]` or `o[COLH]`.
//!
//! ```text reject
//! !!FP1.0
//! MOV o[COLR], f[COL0];
//! MOV «o[COLH]», f[COL0];
//! END
//! ```
//!
//! ```text accept
//! !!FP1.0
//! MOV o[COLR].x, f[COL0];
//! MOV o[COLR].y, f[COL0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TWO_COLOURS,
    "two-colours",
    Error,
    "a fragment program writes both colours",
    ["#59"],
    "two_colours.rs"
);

/// A write of one of them, with the first of the other.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &TWO_COLOURS,
        span,
        "a program writes `o[COLR]` or `o[COLH]`, not both",
    )
    .label(before, "the other is written here")
}
