//! # type-mismatch
//!
//! A variable declared FLOAT, INT or UINT is read and written only by instructions of that type. Variables
//! declared without a type take any, and `NTC` on an instruction turns the check off.
//!
//! ```text reject
//! !!NVvp4.0
//! INT TEMP a;
//! ADD.F «a», 1.0, 2.0;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! INT TEMP a;
//! ADD.S a, 1, 2;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TYPE_MISMATCH,
    "type-mismatch",
    Error,
    "a variable is used as another type than it is declared",
    ["#177", "#193"],
    "type_mismatch.rs"
);

/// A variable that holds one type where the instruction takes another.
pub(crate) fn at(span: Span, declared: &str, wanted: &str) -> Diagnostic {
    let message = format!("this variable holds {declared}, and {wanted} belong here");
    Diagnostic::new(&TYPE_MISMATCH, span, message)
}
