//! # bad-index
//!
//! An index is a number, or the x component of an address register with a number added.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP t;
//! PARAM p[2] = { program.env[0..1] };
//! MOV result.position, p[«t.x»];
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ADDRESS t;
//! PARAM p[2] = { program.env[0..1] };
//! ARL t.x, vertex.position.x;
//! MOV result.position, p[t.x];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BAD_INDEX,
    "bad-index",
    Error,
    "an index is neither a number nor an address register",
    ["#139e", "#6", "#40"],
    "bad_index.rs"
);

/// An index that is neither.
pub(crate) fn at(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&BAD_INDEX, span, message)
}
