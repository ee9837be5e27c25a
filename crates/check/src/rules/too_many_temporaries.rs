//! # too-many-temporaries
//!
//! The number of temporaries of a program is limited.
//!
//! ```text reject limits vertex-temporaries 1
//! !!ARBvp1.0
//! TEMP a, «b»;
//! END
//! ```
//!
//! ```text accept limits vertex-temporaries 1
//! !!ARBvp1.0
//! TEMP a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_TEMPORARIES,
    "too-many-temporaries",
    Error,
    "a program has more temporaries than the limit",
    ["#109", "#129", "#151", "#156"],
    "too_many_temporaries.rs"
);

/// The first of the temporaries that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_TEMPORARIES,
        span,
        format!("the program has {counted} temporaries, and {limit} fit"),
    )
    .hint("one too many")
}
