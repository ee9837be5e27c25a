//! # subroutine-number
//!
//! SUBROUTINENUM gives each label a number of its own, below a limit.
//!
//! ```text reject
//! !!NVvp5.0
//! a SUBROUTINENUM(0):
//! b SUBROUTINENUM(«0»):
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! a SUBROUTINENUM(0):
//! b SUBROUTINENUM(1):
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::limit::LimitRow;

rule!(
    SUBROUTINE_NUMBER,
    "subroutine-number",
    Error,
    "a label has a wrong subroutine number",
    ["#306"],
    "subroutine_number.rs"
);

/// Something that is no number.
pub(crate) fn at(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&SUBROUTINE_NUMBER, span, message)
}

/// A number beyond the limit.
pub(crate) fn beyond(span: Span, below: u32, limit: &LimitRow) -> Diagnostic {
    let most = below.saturating_sub(1);
    let message = format!("this number is at most {most}, by the limit `{}`", limit.name);
    Diagnostic::new(&SUBROUTINE_NUMBER, span, message)
}

/// The number of another label.
pub(crate) fn twice(span: Span, before: Span) -> Diagnostic {
    let message = "another label has this number";
    Diagnostic::new(&SUBROUTINE_NUMBER, span, message).label(before, "this one")
}
