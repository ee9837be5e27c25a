//! # indirect-recursion
//!
//! No choice of subroutines for the variables of a program may let a `CALI` come back to the subroutine that it
//! stands in.
//!
//! ```text reject
//! !!NVvp5.0
//! SUBROUTINETYPE T { f };
//! SUBROUTINE T v = program.subroutine[0];
//! f SUBROUTINENUM(0):
//! «CALI v»;
//! main:
//! CALI v;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! SUBROUTINETYPE T { f };
//! SUBROUTINE T v = program.subroutine[0];
//! f SUBROUTINENUM(0):
//! RET;
//! main:
//! CALI v;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INDIRECT_RECURSION,
    "indirect-recursion",
    Error,
    "an indirect call may come back to itself",
    ["#305"],
    "indirect_recursion.rs"
);

/// A CALI that may lead back to where it stands.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &INDIRECT_RECURSION,
        span,
        "this call may come back to the subroutine that it stands in",
    )
}
