//! # not-writable
//!
//! Instructions write temporaries and results; attributes and parameters are read only.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV «vertex.color», vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.color, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    NOT_WRITABLE,
    "not-writable",
    Error,
    "something is written that can only be read",
    ["#12", "#139e"],
    "not_writable.rs"
);

/// A destination that cannot be written.
pub(crate) fn at(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&NOT_WRITABLE, span, format!("{what} cannot be written here"))
}
