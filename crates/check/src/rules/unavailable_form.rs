//! # unavailable-form
//!
//! Magnitudes, saturation and conditions come with options; a second sign never is one; the operand
//! of `SWZ` takes neither sign nor swizzle.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.color, «|vertex.color|»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ABS result.color, vertex.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNAVAILABLE_FORM,
    "unavailable-form",
    Error,
    "a form of operand that the language does not have",
    ["#10", "#39", "#139a", "#139f", "#170e", "#261", "#296", "#299"],
    "unavailable_form.rs"
);

/// A form that is not there.
pub(crate) fn at(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&UNAVAILABLE_FORM, span, message)
}
