//! # reversed-range
//!
//! In a range `a..b` the first number may not be greater than the second.
//!
//! ```text reject
//! !!ARBvp1.0
//! PARAM p[] = { program.env[«2..1»] };
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! PARAM p[] = { program.env[2..2] };
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REVERSED_RANGE,
    "reversed-range",
    Error,
    "a range ends before it starts",
    [
        "#96", "#97", "#108", "#123", "#124", "#143", "#144", "#188", "#189", "#234", "#235", "#249", "#251",
        "#281", "#282", "#283", "#284", "#303", "#310", "#312"
    ],
    "reversed_range.rs"
);

/// A range whose first number is the greater one.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&REVERSED_RANGE, span, "this range ends before it starts")
}
