//! # clamped-integer
//!
//! `SAT` and `SSAT` clamp floats. Only `CVT` clamps integers, to the range of their type, and only with `SAT`.
//!
//! ```text reject
//! !!NVvp4.0
//! TEMP a;
//! ADD.S.«SAT» a, a, a;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! TEMP a;
//! ADD.F.SAT a, a, a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    CLAMPED_INTEGER,
    "clamped-integer",
    Error,
    "an instruction clamps a result that is no float",
    ["#195"],
    "clamped_integer.rs"
);

/// A clamp on an instruction whose result is an integer.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &CLAMPED_INTEGER,
        span,
        "the result is an integer, and only floats are clamped",
    )
}
