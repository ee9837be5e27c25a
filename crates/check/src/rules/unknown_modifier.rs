//! # unknown-modifier
//!
//! What stands behind a point after an opcode is one of the modifiers of the language, in capitals.
//!
//! ```text reject
//! !!NVvp4.0
//! ADD.«FLOAT» result.position, vertex.position, vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! ADD.F result.position, vertex.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_MODIFIER,
    "unknown-modifier",
    Error,
    "a word behind an opcode is no modifier",
    ["#174", "#196"],
    "unknown_modifier.rs"
);

/// A word that is no modifier, and the modifier nearest to it.
pub(crate) fn at(span: Span, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNKNOWN_MODIFIER, span, "there is no such modifier");
    match near {
        Some(near) => diagnostic.fix(format!("did you mean `{near}`?"), span, near.to_owned()),
        None => diagnostic,
    }
}
