//! # state-bound-twice
//!
//! A state vector may stand once in all the arrays that are addressed relatively; so may an attribute or a
//! result.
//!
//! ```text reject
//! !!ARBvp1.0
//! ADDRESS a;
//! PARAM p[2] = { program.env[0], «program.env[0]» };
//! ARL a.x, vertex.position.x;
//! MOV result.position, p[a.x];
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ADDRESS a;
//! PARAM p[2] = { program.env[0], program.env[1] };
//! ARL a.x, vertex.position.x;
//! MOV result.position, p[a.x];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    STATE_BOUND_TWICE,
    "state-bound-twice",
    Error,
    "a vector is bound twice in relatively addressed arrays",
    ["#127", "#183", "#184", "#191"],
    "state_bound_twice.rs"
);

/// A state vector that such an array holds already.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &STATE_BOUND_TWICE,
        span,
        "this vector is bound already in an array that is addressed relatively",
    )
    .label(before, "bound here first")
}
