//! # not-interpolated
//!
//! `IPAC`, `IPAO` and `IPAS` evaluate a fragment attribute again at another place, so that it has to be one
//! that is interpolated.
//!
//! ```text reject
//! !!NVfp5.0
//! IPAC result.color, «fragment.facing»;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp5.0
//! IPAC result.color, fragment.texcoord[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    NOT_INTERPOLATED,
    "not-interpolated",
    Error,
    "something other than an interpolated attribute is interpolated again",
    ["#262", "#263", "#264"],
    "not_interpolated.rs"
);

/// An operand that is no interpolated attribute.
pub(crate) fn at(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&NOT_INTERPOLATED, span, message)
}
