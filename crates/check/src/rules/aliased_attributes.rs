//! # aliased-attributes
//!
//! A generic attribute and the conventional one that it stands for (Table X.2.1) may not both be
//! bound in one program.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! MOV result.color, «vertex.attrib[0]»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! MOV result.color, vertex.attrib[1];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ALIASED_ATTRIBUTES,
    "aliased-attributes",
    Error,
    "both names of one attribute are bound",
    ["#95", "#122"],
    "aliased_attributes.rs"
);

/// A binding of the other name of an attribute that is bound already.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &ALIASED_ATTRIBUTES,
        span,
        "this attribute aliases one that the program binds too",
    )
    .label(before, "the other one is bound here")
}
