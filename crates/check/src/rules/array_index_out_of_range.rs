//! # array-index-out-of-range
//!
//! An absolute index has to be less than the size of the array.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p[2] = { program.env[0..1] };
//! MOV result.position, p[«2»];
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p[2] = { program.env[0..1] };
//! MOV result.position, p[1];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_INDEX_OUT_OF_RANGE,
    "array-index-out-of-range",
    Error,
    "an array is indexed past its end",
    ["#126", "#146", "#198", "#277", "#293"],
    "array_index_out_of_range.rs"
);

/// An absolute index past the end.
pub(crate) fn at(span: Span, length: u32) -> Diagnostic {
    let last = length.saturating_sub(1);
    Diagnostic::new(
        &ARRAY_INDEX_OUT_OF_RANGE,
        span,
        "this index is past the end of the array",
    )
    .hint(format!("the last index is {last}"))
}
