//! # two-sizes
//!
//! A result is written in one size, whatever the names under which it is written.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program;
//! SHORT OUTPUT a = result.color;
//! LONG OUTPUT b = result.color;
//! MOV a.x, fragment.color;
//! MOV «b».y, fragment.color;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program;
//! SHORT OUTPUT a = result.color;
//! SHORT OUTPUT b = result.color;
//! MOV a.x, fragment.color;
//! MOV b.y, fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TWO_SIZES,
    "two-sizes",
    Error,
    "a result is written through variables of two sizes",
    ["#73"],
    "two_sizes.rs"
);

/// A write in the second size.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(&TWO_SIZES, span, "this result is written in another size too")
        .label(before, "it is written here")
}
