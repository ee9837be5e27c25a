//! # relative-binding
//!
//! Only arrays of parameters are addressed relatively, and fragment programs have no relative
//! addressing.
//!
//! ```text reject
//! !!ARBvp1.0
//! ADDRESS a;
//! ARL a.x, vertex.position.x;
//! MOV result.position, vertex.texcoord[«a.x»];
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ADDRESS a;
//! ARL a.x, vertex.position.x;
//! MOV result.position, vertex.texcoord[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    RELATIVE_BINDING,
    "relative-binding",
    Error,
    "a relative index where only numbers may stand",
    ["#139", "#146", "#237"],
    "relative_binding.rs"
);

/// A relative index that the language or the binding does not have.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&RELATIVE_BINDING, span, "only a number can be the index here")
}
