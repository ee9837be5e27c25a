//! # many-vectors-for-one
//!
//! A whole matrix or a range is several vectors; it fits the list of an array, not a single
//! parameter or an operand.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p = «state.matrix.mvp»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p = state.matrix.mvp.row[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MANY_VECTORS_FOR_ONE,
    "many-vectors-for-one",
    Error,
    "several vectors are bound where one fits",
    ["#139b", "#174"],
    "many_vectors_for_one.rs"
);

/// A binding of several vectors in the place of one.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MANY_VECTORS_FOR_ONE,
        span,
        "this binding is several vectors, and one fits here",
    )
}
