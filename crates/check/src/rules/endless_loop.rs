//! # endless-loop
//!
//! A loop without a count ends only by `BRK` of its own, or by `RET` anywhere in it; it has one of the two.
//!
//! ```text reject
//! !!NVvp4.0
//! TEMP a;
//! «REP»;
//! ADD a, a, 1;
//! ENDREP;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! TEMP a;
//! REP;
//! ADD.CC a, a, 1;
//! BRK (GT.x);
//! ENDREP;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ENDLESS_LOOP,
    "endless-loop",
    Error,
    "a loop has neither a count nor a way out",
    ["#212"],
    "endless_loop.rs"
);

/// A loop without count, BRK and RET.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &ENDLESS_LOOP,
        span,
        "this loop has no count, and neither a `BRK` of its own nor a `RET` leaves it",
    )
}
