//! # unknown-register
//!
//! Registers have names that the language gives them; there are no others.
//!
//! ```text reject
//! !!VP1.0
//! MOV o[HPOS], «R12»;
//! END
//! ```
//!
//! ```text accept
//! !!VP1.0
//! MOV o[HPOS], R11;
//! END
//! ```
//!
//! ```text reject
//! !!VP1.0
//! MOV o[«HPOZ»], R11;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_REGISTER,
    "unknown-register",
    Error,
    "there is no register of this name",
    ["#7", "#14", "#19", "#19a", "#39"],
    "unknown_register.rs"
);

/// A name that is no register, and the register that is nearest.
pub(crate) fn at(span: Span, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &UNKNOWN_REGISTER,
        span,
        "this language has no register of this name",
    );
    super::suggested(diagnostic, "write the nearest register", near)
}
