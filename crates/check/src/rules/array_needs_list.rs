//! # array-needs-list
//!
//! The bindings of an array stand in braces, even a single one.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p[1] = «program.env[0]»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p[1] = { program.env[0] };
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_NEEDS_LIST,
    "array-needs-list",
    Error,
    "the value of an array is no list, or an empty one",
    ["#139b", "#174"],
    "array_needs_list.rs"
);

/// An array whose value is not in braces.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &ARRAY_NEEDS_LIST,
        span,
        "the bindings of an array stand in braces, at least one",
    )
}
