//! # missing-output
//!
//! An `!!FP1.0` program writes at least one of its output registers.
//!
//! ```text reject
//! !!FP1.0
//! MOV R0, f[COL0];
//! «END»
//! ```
//!
//! ```text accept
//! !!FP1.0
//! MOV o[COLR], f[COL0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_OUTPUT,
    "missing-output",
    Error,
    "a fragment program writes no output",
    ["#60"],
    "missing_output.rs"
);

/// The end of a program without such a write.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&MISSING_OUTPUT, span, "the program writes no output register")
        .hint("write `o[COLR]`, `o[COLH]` or `o[DEPR]`")
}
