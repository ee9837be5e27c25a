//! # subroutine-of-two-types
//!
//! A subroutine parameter belongs to variables of one subroutine type.
//!
//! ```text reject
//! !!NVvp5.0
//! SUBROUTINETYPE T { };
//! SUBROUTINETYPE U { };
//! SUBROUTINE T s = program.subroutine[0];
//! SUBROUTINE «U t = program.subroutine[0]»;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! SUBROUTINETYPE T { };
//! SUBROUTINETYPE U { };
//! SUBROUTINE T s = program.subroutine[0];
//! SUBROUTINE U t = program.subroutine[1];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    SUBROUTINE_OF_TWO_TYPES,
    "subroutine-of-two-types",
    Error,
    "a subroutine parameter has two types",
    ["#307"],
    "subroutine_of_two_types.rs"
);

/// A parameter that a variable of another type has already.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    let message = "a variable of another type has this subroutine parameter";
    Diagnostic::new(&SUBROUTINE_OF_TWO_TYPES, span, message).label(before, "this one")
}
