//! # too-many-attributes
//!
//! The number of attributes of a program is limited.
//!
//! ```text reject limits vertex-attributes 1
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! MOV result.color, «vertex.color»;
//! END
//! ```
//!
//! ```text accept limits vertex-attributes 1
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! MOV result.color, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_ATTRIBUTES,
    "too-many-attributes",
    Error,
    "a program has more attributes than the limit",
    ["#109", "#130", "#153", "#157", "#182"],
    "too_many_attributes.rs"
);

/// The first of the attributes that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_ATTRIBUTES,
        span,
        format!("the program has {counted} attributes, and {limit} fit"),
    )
    .hint("one too many")
}
