//! # array-size-out-of-range
//!
//! The written size of an array is at least 1 and at most the limit on parameters.
//!
//! ```text reject limits minimum
//! !!ARBvp1.0
//! PARAM p[«97»] = { program.env[0..95], program.local[0] };
//! END
//! ```
//!
//! ```text accept limits minimum
//! !!ARBvp1.0
//! PARAM p[96] = { program.env[0..95] };
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_SIZE_OUT_OF_RANGE,
    "array-size-out-of-range",
    Error,
    "the size of an array is zero or too large",
    ["#139b", "#226"],
    "array_size_out_of_range.rs"
);

/// A size of zero or above the limit.
pub(crate) fn at(span: Span, most: u32) -> Diagnostic {
    Diagnostic::new(
        &ARRAY_SIZE_OUT_OF_RANGE,
        span,
        format!("the size of an array is from 1 to {most}"),
    )
}
