//! # not-readable
//!
//! Instructions read attributes, parameters and temporaries; results are write only, address
//! registers serve in indices alone.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.color, «result.position»;
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
    NOT_READABLE,
    "not-readable",
    Error,
    "something is read that can only be written",
    [
        "#11", "#12", "#139e", "#170", "#227", "#241", "#276", "#277", "#299", "#304", "#316a", "#318"
    ],
    "not_readable.rs"
);

/// An operand that cannot be read.
pub(crate) fn at(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&NOT_READABLE, span, format!("{what} cannot be read here"))
}
