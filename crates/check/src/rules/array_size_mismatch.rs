//! # array-size-mismatch
//!
//! Where the size of an array is written, it has to be the number of bindings in its list.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p[«3»] = { program.env[0..1] };
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p[2] = { program.env[0..1] };
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_SIZE_MISMATCH,
    "array-size-mismatch",
    Error,
    "an array has another size than its list",
    ["#125", "#145", "#179"],
    "array_size_mismatch.rs"
);

/// A written size that is not the number of items.
pub(crate) fn at(span: Span, items: usize, list: Span) -> Diagnostic {
    Diagnostic::new(
        &ARRAY_SIZE_MISMATCH,
        span,
        "the size is not the number of bindings",
    )
    .label(
        list,
        format!(
            "there {} here",
            if items == 1 {
                "is 1".into()
            } else {
                format!("are {items}")
            }
        ),
    )
    .fix("write the number of bindings", span, items.to_string())
}
