//! # many-constants-read
//!
//! One instruction reads at most two of the constants; one of them may stand more than once.
//!
//! ```text reject
//! !!ATIfs1.0
//! StartConstants;
//! CONSTANT c0 = { 0 };
//! CONSTANT c1 = { 0 };
//! CONSTANT c2 = { 0 };
//! EndConstants;
//! StartOutputPass;
//! MAD r0, c0, c1, «c2»;
//! EndPass;
//! ```
//!
//! ```text accept
//! !!ATIfs1.0
//! StartConstants;
//! CONSTANT c0 = { 0 };
//! CONSTANT c1 = { 0 };
//! EndConstants;
//! StartOutputPass;
//! MAD r0, c0, c1, c0;
//! EndPass;
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MANY_CONSTANTS_READ,
    "many-constants-read",
    Error,
    "an instruction reads three constants",
    ["#349"],
    "many_constants_read.rs"
);

/// The third constant.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MANY_CONSTANTS_READ,
        span,
        "an instruction reads at most two constants",
    )
}
