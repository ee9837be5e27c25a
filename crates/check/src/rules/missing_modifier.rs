//! # missing-modifier
//!
//! A memory instruction says what it reads or writes, an atomic one what it does, a conversion both of its
//! formats, and the high half of a product whether it is signed.
//!
//! ```text reject
//! !!NVvp5.0
//! TEMP a;
//! «LOAD» a, a.x;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! TEMP a;
//! LOAD.F32 a, a.x;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_MODIFIER,
    "missing-modifier",
    Error,
    "an instruction lacks a modifier that it needs",
    ["#197", "#241", "#242", "#273", "#299a", "#304", "#318"],
    "missing_modifier.rs"
);

/// An opcode without a modifier that it needs; `by` is the modifier that needs it, if one does.
pub(crate) fn at(span: Span, message: &str, by: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&MISSING_MODIFIER, span, message);
    match by {
        Some(by) => diagnostic.label(by, "needs it"),
        None => diagnostic,
    }
}
