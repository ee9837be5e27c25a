//! # index-on-single
//!
//! Only arrays take an index.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p = program.env[0];
//! MOV result.position, p«[0]»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p = program.env[0];
//! MOV result.position, p;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INDEX_ON_SINGLE,
    "index-on-single",
    Error,
    "a variable that is no array is indexed",
    ["#139c", "#181", "#238a"],
    "index_on_single.rs"
);

/// An index on something that is no array.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&INDEX_ON_SINGLE, span, "only an array can be indexed")
}
