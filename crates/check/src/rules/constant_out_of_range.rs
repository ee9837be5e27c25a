//! # constant-out-of-range
//!
//! Constants of this language are fractions: each number lies between 0 and 1.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartConstants;
//! CONSTANT c0 = { 0.5, «1.5» };
//! EndConstants;
//! StartOutputPass;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartConstants;
//! CONSTANT c0 = { 0.5, 1.0, 0.0 };
//! EndConstants;
//! StartOutputPass;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    CONSTANT_OUT_OF_RANGE,
    "constant-out-of-range",
    Error,
    "a constant is not between 0 and 1",
    ["#362"],
    "constant_out_of_range.rs"
);

/// A number.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&CONSTANT_OUT_OF_RANGE, span, "a constant lies between 0 and 1")
}
